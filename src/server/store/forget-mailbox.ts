import type { Engine } from "#server/store/engine.ts";
import { run, type Work } from "#server/store/work.ts";

/** Forgets the messages of a mailbox and how far its folders are read. */
export function* forgetMailbox({ build }: Engine, mailbox: string): Work<void> {
  yield* run(build.deleteFrom("processed_emails").where("mailbox", "=", mailbox));
  yield* run(build.deleteFrom("mailbox_folders").where("mailbox", "=", mailbox));
}
