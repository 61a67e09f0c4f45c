import { resolve } from "node:path";
import { parseArgs } from "node:util";
import { makeBackup } from "#server/features/backups/file/make-backup.ts";
import { keyCheckBy, sealKey } from "#server/features/backups/file/sealed-key.ts";
import { askPassphrase } from "#server/commands/ask-passphrase.ts";
import { fileOf, storeOf } from "#server/commands/places.ts";
import { runCommand } from "#server/commands/run-command.ts";
import { readEnv } from "#server/platform/env.ts";
import { AppError } from "#server/platform/errors.ts";
import { createSecrets, keyOfInstallation } from "#server/platform/secrets.ts";

const USAGE = "npm run backup -- FILE [--with-secrets] [--no-verify]";

await runCommand(USAGE, async (watch) => {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: { "with-secrets": { type: "boolean" }, "no-verify": { type: "boolean" } },
  });
  if (process.env["npm_config_with_secrets"] !== undefined) {
    throw new AppError("usage", 400, `npm took --with-secrets for itself. Put -- before the file: ${USAGE}`);
  }
  const path = fileOf(positionals, process.env, USAGE);
  const env = readEnv(process.env);
  const source = storeOf(env);
  const withSecrets = values["with-secrets"] === true;
  const key = withSecrets
    ? await keyOfInstallation({ passphrase: env.secretKey, dataDir: resolve(env.dataDir) }, { makes: false })
    : null;
  if (withSecrets && key === null) {
    throw new AppError(
      "key_missing",
      409,
      `There's no secrets key in ${env.dataDir}. Start Winnow there once, or set its WINNOW_SECRET_KEY.`,
    );
  }
  const passphrase = key === null ? "" : await askPassphrase(env.backupPassphrase, { isNew: true });
  const made = await makeBackup(
    {
      source,
      path,
      at: new Date().toISOString(),
      secrets: key === null ? "left-out" : "with-key",
      keyCheck: key === null ? null : keyCheckBy(createSecrets(key)),
      key: key === null ? null : sealKey(key, passphrase),
      verifies: values["no-verify"] !== true,
    },
    watch,
  );
  const megabytes = (made.bytes / 1_000_000).toFixed(1);
  const checked = values["no-verify"] === true ? "It wasn't verified" : "A test restore succeeded";
  const secrets = withSecrets ? "with all secrets" : "without secrets";
  const again = made.restarts === 0 ? "" : " A person was erased in the meantime, so it started over without them.";
  return `Backed up ${made.leads.toLocaleString("en")} leads ${secrets} to ${path} (${megabytes} MB). ${checked}.${again}`;
});
