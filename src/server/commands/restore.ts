import { parseArgs } from "node:util";
import { restoreBackup, type RestoredBackup } from "#server/backup/restore-backup.ts";
import { askPassphrase } from "#server/commands/ask-passphrase.ts";
import { fileOf } from "#server/commands/places.ts";
import { runCommand } from "#server/commands/run-command.ts";
import { readEnv } from "#server/platform/env.ts";

const USAGE = "npm run restore -- FILE [--replace]";

await runCommand(async (watch) => {
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
  return sentencesOf(restored);
});

function sentencesOf({
  header,
  leads,
  aside,
  erasures,
  suppressionsKept,
  erasedAgain,
  held,
  secretsReadable,
}: RestoredBackup): string {
  const sentences = [`Restored ${leads.toLocaleString("en")} leads of ${header.at}; every table was compared.`];
  if (aside !== null) sentences.push(`What was there before is kept as ${aside}.`);
  if (erasedAgain > 0) {
    sentences.push(
      `${erasedAgain} ${erasedAgain === 1 ? "person was" : "people were"} erased again, having been erased after the backup was made.`,
    );
  }
  sentences.push(...heldSentences(held));
  if (erasures === "unreadable" || erasures === "foreign") {
    sentences.push(
      "Whether people were erased after the backup was made could not be carried over: erase them again, so that they do not come back.",
    );
  }
  if (!suppressionsKept) {
    sentences.push("Nobody knows who unsubscribed since: follow-ups may write to them.");
  }
  if (header.secrets === "left-out") {
    sentences.push(
      "The backup holds no secrets: set a password for each account with npm run user -- password NAME, and enter the passwords and keys of sources and mail servers again.",
    );
  } else if (!secretsReadable) {
    sentences.push(
      "The passwords and keys of sources and mail servers in it were sealed under another key: bring the secret.key, or set the WINNOW_SECRET_KEY, of the server that it was made on, or enter them again.",
    );
  }
  return sentences.join(" ");
}

function heldSentences({ questions, automaticFollowUps, reports }: RestoredBackup["held"]): string[] {
  const sentences: string[] = [];
  if (questions > 0) {
    sentences.push(
      `${questions} ${questions === 1 ? "question to a lead that was due is" : "questions to leads that were due are"} held back, because it is not known whether they went out after the backup was made: send those that did not by hand.`,
    );
  }
  if (automaticFollowUps) {
    sentences.push(
      "Automatic follow-up is switched off, because people whose leads come in again would be asked a second time: switch it on again once every source has been read.",
    );
  }
  if (reports) {
    sentences.push("No report is sent for the time before now by itself: send one by hand if none went out.");
  }
  return sentences;
}
