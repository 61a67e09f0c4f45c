import { createInterface } from "node:readline/promises";
import { Writable } from "node:stream";
import { AppError } from "#server/platform/errors.ts";

const AT_LEAST = 12;

/**
 * The passphrase of a backup: WINNOW_BACKUP_PASSPHRASE, else what is typed, unseen, at the terminal; for a new one twice.
 * Throws passphrase_missing without a terminal, passphrase_short, and passphrases_differ.
 */
export async function askPassphrase(set: string | undefined, { isNew }: { isNew: boolean }): Promise<string> {
  if (set !== undefined) return set;
  if (!process.stdin.isTTY) {
    throw new AppError(
      "passphrase_missing",
      400,
      "The key in a backup is sealed with a passphrase. Set it as WINNOW_BACKUP_PASSPHRASE, or run this at a terminal.",
    );
  }
  const passphrase = await ask(isNew ? "Passphrase for the key in the backup: " : "Passphrase of the backup: ");
  if (!isNew) return passphrase;
  if (passphrase.length < AT_LEAST) {
    throw new AppError("passphrase_short", 400, `The passphrase must have at least ${AT_LEAST} characters.`);
  }
  if ((await ask("The same again: ")) === passphrase) return passphrase;
  throw new AppError("passphrases_differ", 400, "The two passphrases differ.");
}

/** What is typed at the terminal, unseen. */
export async function ask(question: string): Promise<string> {
  process.stderr.write(question);
  // A terminal's echo is readline's own, which goes nowhere here.
  const nowhere = new Writable({ write: (_chunk, _encoding, done) => done() });
  const terminal = createInterface({ input: process.stdin, output: nowhere, terminal: true });
  try {
    return await terminal.question("");
  } finally {
    terminal.close();
    process.stderr.write("\n");
  }
}
