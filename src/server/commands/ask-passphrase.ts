import { createInterface } from "node:readline/promises";
import { Writable } from "node:stream";
import { AppError } from "#server/platform/errors.ts";

const MIN_LENGTH = 12;

/**
 * A backup's passphrase: WINNOW_BACKUP_PASSPHRASE, or typed at the terminal without echo, twice if it's new. Throws
 * passphrase_missing, passphrase_short and passphrases_differ.
 */
export async function askPassphrase(set: string | undefined, { isNew }: { isNew: boolean }): Promise<string> {
  if (set !== undefined) return set;
  if (!process.stdin.isTTY) {
    throw new AppError(
      "passphrase_missing",
      400,
      "A passphrase protects the key in the backup. Set WINNOW_BACKUP_PASSPHRASE, or run this in a terminal.",
    );
  }
  const passphrase = await ask(isNew ? "New passphrase for the backup: " : "Backup passphrase: ");
  if (!isNew) return passphrase;
  if (passphrase.length < MIN_LENGTH) {
    throw new AppError("passphrase_short", 400, `The passphrase must have at least ${MIN_LENGTH} characters.`);
  }
  if ((await ask("Repeat the passphrase: ")) === passphrase) return passphrase;
  throw new AppError("passphrases_differ", 400, "The passphrases don't match.");
}

/** Reads a line at the terminal without echo. */
export async function ask(question: string): Promise<string> {
  process.stderr.write(question);
  // readline echoes what is typed to its output.
  const silent = new Writable({ write: (_chunk, _encoding, done) => done() });
  const terminal = createInterface({ input: process.stdin, output: silent, terminal: true });
  try {
    return await terminal.question("");
  } finally {
    terminal.close();
    process.stderr.write("\n");
  }
}
