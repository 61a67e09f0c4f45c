import { run, sql, type Work } from "#server/db/engine/sql.ts";

/** Deletes a mailbox's messages and folder cursors. */
export function* forgetMailbox(mailbox: string): Work<void> {
  yield* run(sql`delete from processed_emails where mailbox = ${mailbox}`);
  yield* run(sql`delete from mailbox_folders where mailbox = ${mailbox}`);
}
