import { randomBytes } from "node:crypto";
import { readdir, readFile } from "node:fs/promises";
import { join, resolve } from "node:path";
import { parseArgs } from "node:util";
import { readEnv } from "#server/platform/env.ts";
import { AppError, conflict } from "#server/platform/errors.ts";
import { createSecrets, keyOfInstallation, type Secrets } from "#server/platform/secrets.ts";
import { withKeyFile } from "#server/features/backups/file/key-file.ts";
import { storeOf } from "#server/commands/places.ts";
import { runCommand } from "#server/commands/run-command.ts";
import { openStore } from "#server/db/open-store.ts";
import type { Store } from "#server/db/store.ts";
import { resealSecrets } from "#server/features/backups/reseal-secrets.ts";

/** A process that hasn't sent a heartbeat for this long has ended. */
const ALIVE_MILLISECONDS = 60_000;
const REPLACED_KEY = /^secret-replaced-.*\.key$/u;

await runCommand("npm run new-key", async () => {
  parseArgs({ options: {} });
  const env = readEnv(process.env);
  const dataDir = resolve(env.dataDir);
  storeOf(env);
  if (env.secretKey !== undefined && env.newSecretKey === undefined) {
    throw new AppError("usage", 400, "Set the new key: WINNOW_NEW_SECRET_KEY=… npm run new-key");
  }
  const store = await openStore({ dataDir, databaseUrl: env.databaseUrl, backupDir: env.backupDir });
  try {
    await refuseInUse(store);
    const from = await knownKeys(dataDir, env.secretKey);
    if (env.newSecretKey === undefined) {
      const key = randomBytes(32);
      const done = await withKeyFile(dataDir, { key, at: new Date() }, () =>
        resealSecrets({ store }, { from, to: createSecrets(key) }),
      );
      return `${summarize(done)} The new key is secret.key in ${dataDir}; copy it to every other machine. The old one is next to it as secret-replaced-TIME.key; older backups need it.`;
    }
    const to = createSecrets(await keyOfInstallation({ passphrase: env.newSecretKey, dataDir }, { makes: true }));
    const done = await resealSecrets({ store }, { from: [...from, to], to });
    return `${summarize(done)} Start every process with the new value as WINNOW_SECRET_KEY. Keep the old key; older backups need it.`;
  } finally {
    await store.close();
  }
});

/** Every key that may have encrypted a secret, including those from an interrupted change. */
async function knownKeys(dataDir: string, secretKey: string | undefined): Promise<Secrets[]> {
  const key = await keyOfInstallation({ passphrase: secretKey, dataDir }, { makes: false });
  const replaced = (await readdir(dataDir)).filter((name) => REPLACED_KEY.test(name));
  const texts = await Promise.all(replaced.map((name) => readFile(join(dataDir, name), "utf8")));
  const earlier = texts.map((text) => Buffer.from(text.trim(), "hex")).filter(({ length }) => length === 32);
  return [...(key === null ? [] : [key]), ...earlier].map(createSecrets);
}

/** On PostgreSQL, a running process would keep using the old key; SQLite's lock prevents that. */
async function refuseInUse(store: Store): Promise<void> {
  const processes = await store.health.processes();
  if (processes.every(({ silentMilliseconds }) => silentMilliseconds > ALIVE_MILLISECONDS)) return;
  if (store.engine === "sqlite") return;
  throw conflict(
    "database_in_use",
    "Winnow is running on this database. Stop every process, wait a minute if one was killed, and try again.",
  );
}

function summarize({ resealed, unreadable }: Awaited<ReturnType<typeof resealSecrets>>): string {
  const summary = `${resealed} ${resealed === 1 ? "secret was" : "secrets were"} encrypted with the new key.`;
  return unreadable === 0
    ? summary
    : `${summary} ${unreadable} couldn't be read with the old one; enter ${unreadable === 1 ? "it" : "them"} again.`;
}
