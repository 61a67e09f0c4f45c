import { parseArgs } from "node:util";
import { restoreBackup, type RestoredBackup } from "#server/features/backups/file/restore-backup.ts";
import { askPassphrase } from "#server/commands/ask-passphrase.ts";
import { fileOf } from "#server/commands/places.ts";
import { runCommand } from "#server/commands/run-command.ts";
import { readEnv } from "#server/platform/env.ts";

const USAGE = "npm run restore -- FILE [--replace]";

await runCommand(USAGE, async (watch) => {
  const { values, positionals } = parseArgs({ allowPositionals: true, options: { replace: { type: "boolean" } } });
  const path = fileOf(positionals, process.env, USAGE);
  const env = readEnv(process.env);
  const restored = await restoreBackup(
    {
      path,
      dataDir: env.dataDir,
      databaseUrl: env.databaseUrl,
      secretKey: env.secretKey,
      replaces: values.replace === true,
      at: new Date(),
      passphrase: () => askPassphrase(env.backupPassphrase, { isNew: false }),
    },
    watch,
  );
  return summarize(restored);
});

function summarize({
  header,
  leads,
  aside,
  erasures,
  suppressionsRetained,
  erasedAgain,
  held,
  secretsReadable,
}: RestoredBackup): string {
  const sentences = [`Restored ${leads.toLocaleString("en")} leads from ${header.at} and compared every table.`];
  if (aside !== null) sentences.push(`The previous data is kept as ${aside}.`);
  if (erasedAgain > 0) {
    sentences.push(
      `${erasedAgain} ${erasedAgain === 1 ? "person" : "people"} erased since the backup ${erasedAgain === 1 ? "was" : "were"} erased again.`,
    );
  }
  sentences.push(...describeHeld(held));
  if (erasures === "unreadable" || erasures === "foreign") {
    sentences.push("Erasures made since the backup are unknown. Erase those people again.");
  }
  if (!suppressionsRetained) {
    sentences.push("Unsubscribes since the backup are unknown, so follow-ups may go to those people.");
  }
  if (header.secrets === "left-out") {
    sentences.push(
      "The backup has no secrets. Set account passwords with npm run user -- password NAME, and reenter the credentials for sources and mail servers.",
    );
  } else if (!secretsReadable) {
    sentences.push(
      "The credentials for sources and mail servers were encrypted with a different key. Copy secret.key or WINNOW_SECRET_KEY from the original server, or reenter the credentials.",
    );
  }
  return sentences.join(" ");
}

function describeHeld({ questions, automaticFollowUps, reports }: RestoredBackup["held"]): string[] {
  const sentences: string[] = [];
  if (questions > 0) {
    sentences.push(
      `${questions} due ${questions === 1 ? "question is" : "questions are"} on hold because they may have been sent since the backup. If any weren't sent, send them manually.`,
    );
  }
  if (automaticFollowUps) {
    sentences.push(
      "Automatic follow-up is off, because restored leads would be asked again. Turn it on after every source has synced.",
    );
  }
  if (reports) {
    sentences.push(
      "No report is sent automatically for the time before this restore. If none went out, send one manually.",
    );
  }
  return sentences;
}
