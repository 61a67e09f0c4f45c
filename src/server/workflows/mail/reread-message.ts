import { LIMITS } from "#shared/limits.ts";
import { AppError } from "#server/platform/errors.ts";
import type { ShownMessage } from "#server/email-analysis/shown/read-shown-message.ts";
import type { ProcessedEmailRecord } from "#server/store/mailbox-types.ts";
import { GMAIL, gmailAccount, PASTED, sourceAccount } from "#server/workflows/mail/mailbox-account.ts";
import type { Workspace } from "#server/workflows/workspace.ts";

/** A message as its mailbox has it today; without it, why in words. */
export type Reread = { message: ShownMessage; problem: "" } | { message: null; problem: string };

/** What was read stays in memory for so long, for the other view of the same message, and so many of them. */
const KEPT_MILLISECONDS = 120_000;
const KEPT = 10;

interface Desk {
  read: Map<string, { reread: Promise<Reread>; until: number }>;
  /** Ends when the reading before has: a mailbox allows few connections. */
  last: Promise<unknown>;
  waiting: number;
}

const desks = new WeakMap<Workspace["store"], Desk>();

/**
 * Reads an analysed message again in its mailbox, which is where it is kept: Winnow stores what was found in messages,
 * not the messages. One at a time in a process. Throws too_fast when too many wait.
 */
export async function rereadMessage(workspace: Workspace, record: ProcessedEmailRecord): Promise<Reread> {
  const desk: Desk = desks.get(workspace.store) ?? { read: new Map(), last: Promise.resolve(), waiting: 0 };
  desks.set(workspace.store, desk);
  const now = workspace.clock().getTime();
  for (const [id, { until }] of desk.read) if (until <= now) desk.read.delete(id);
  const known = desk.read.get(record.id);
  if (known !== undefined) return known.reread;
  if (desk.waiting >= LIMITS.mailbox.showWaiting) {
    throw new AppError("too_fast", 429, "Many messages are being opened already. Try again in a moment.", {
      retryAfterSeconds: 5,
    });
  }
  desk.waiting += 1;
  const reread = desk.last.then(() => rereadNow(workspace, record)).finally(() => (desk.waiting -= 1));
  desk.last = reread.catch(() => {});
  const [oldest] = desk.read.keys();
  if (desk.read.size >= KEPT && oldest !== undefined) desk.read.delete(oldest);
  desk.read.set(record.id, { reread, until: now + KEPT_MILLISECONDS });
  // What could not be had may be had in a moment.
  reread.then(
    ({ message }) => message ?? desk.read.delete(record.id),
    () => desk.read.delete(record.id),
  );
  return reread;
}

async function rereadNow(workspace: Workspace, record: ProcessedEmailRecord): Promise<Reread> {
  const { mailbox, folder, uid, messageKey } = record;
  if (mailbox === PASTED) return missing("Pasted text is not kept, only what its writer wrote.");
  try {
    const settings = await settingsOf(workspace, mailbox);
    if (settings === null) return missing("The mailbox that it came from is not set up any more.");
    const [{ isSameMessage }, { readShownMessage }] = await Promise.all([
      import("#server/email-analysis/is-same-message.ts"),
      import("#server/email-analysis/shown/read-shown-message.ts"),
    ]);
    const bytes = await workspace.mailboxes.find(
      settings,
      {
        folder,
        uid,
        messageId: messageKey.startsWith("<") ? messageKey : "",
        isIt: (found) => isSameMessage(found, record),
      },
      AbortSignal.any([workspace.stopping, AbortSignal.timeout(LIMITS.mailbox.showMilliseconds)]),
    );
    if (bytes === null) return missing(`It is not in the folder ${folder} of its mailbox any more.`);
    return { message: await readShownMessage(bytes), problem: "" };
  } catch (error) {
    return missing(reasonOf(error));
  }
}

async function settingsOf(workspace: Workspace, mailbox: string) {
  if (mailbox === GMAIL) {
    const record = await workspace.store.mailbox.read();
    return record === null ? null : gmailAccount(workspace, record).settings;
  }
  const source = await workspace.store.dataSources.get(mailbox.slice("mailbox:".length));
  return source === null ? null : sourceAccount(workspace, source).settings;
}

function reasonOf(error: unknown): string {
  if (error instanceof AppError) return error.message;
  if (error instanceof DOMException && error.name === "TimeoutError") return "Its mailbox did not answer in time.";
  return `It cannot be shown: ${error instanceof Error ? error.message.slice(0, 200) : "it is no message"}.`;
}

function missing(problem: string): Reread {
  return { message: null, problem };
}
