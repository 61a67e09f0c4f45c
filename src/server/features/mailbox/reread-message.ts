import { LIMITS } from "#shared/limits.ts";
import { AppError } from "#server/platform/errors.ts";
import type { ShownMessage } from "#server/pipeline/mail/shown/read-shown-message.ts";
import type { ProcessedEmailRecord } from "#server/db/sources/processed-emails.ts";
import { GMAIL, gmailAccount, PASTED, sourceAccount } from "#server/features/mailbox/mailbox-account.ts";
import { sharedMailReader } from "#server/pipeline/mail/mime/mail-reader.ts";
import type { Workspace } from "#server/workspace.ts";

/** A message as it is now in its mailbox; without it, the reason. */
export type Reread = { message: ShownMessage; problem: "" } | { message: null; problem: string };

/** How long, and how many, messages are cached for the other view of the same message. */
const CACHE_MILLISECONDS = 120_000;
const KEPT = 10;

interface Desk {
  read: Map<string, { reread: Promise<Reread>; until: number }>;
  /** Resolves when the previous read has ended: a mailbox allows few connections. */
  last: Promise<unknown>;
  waiting: number;
}

const desks = new WeakMap<Workspace["store"], Desk>();

/**
 * Reads an analyzed message again from its mailbox: Winnow stores what it extracted from messages, not the messages.
 * One at a time per process. Throws too_fast if too many wait.
 */
export async function rereadMessage(workspace: Workspace, record: ProcessedEmailRecord): Promise<Reread> {
  const desk: Desk = desks.get(workspace.store) ?? { read: new Map(), last: Promise.resolve(), waiting: 0 };
  desks.set(workspace.store, desk);
  const now = workspace.clock().getTime();
  for (const [id, { until }] of desk.read) if (until <= now) desk.read.delete(id);
  const known = desk.read.get(record.id);
  if (known !== undefined) return known.reread;
  if (desk.waiting >= LIMITS.mailbox.showWaiting) {
    throw new AppError("too_fast", 429, "Too many messages are being opened. Try again in a moment.", {
      retryAfterSeconds: 5,
    });
  }
  desk.waiting += 1;
  const reread = desk.last.then(() => rereadNow(workspace, record)).finally(() => (desk.waiting -= 1));
  desk.last = reread.catch(() => {});
  const [oldest] = desk.read.keys();
  if (desk.read.size >= KEPT && oldest !== undefined) desk.read.delete(oldest);
  desk.read.set(record.id, { reread, until: now + CACHE_MILLISECONDS });
  // A failed read may work a moment later, so it isn't cached.
  reread.then(
    ({ message }) => message ?? desk.read.delete(record.id),
    () => desk.read.delete(record.id),
  );
  return reread;
}

async function rereadNow(workspace: Workspace, record: ProcessedEmailRecord): Promise<Reread> {
  const { mailbox, folder, uid, messageKey } = record;
  if (mailbox === PASTED) return missing("The original pasted text isn't stored.");
  try {
    const settings = await settingsOf(workspace, mailbox);
    if (settings === null) return missing("Its mailbox is no longer set up.");
    const { from, subject } = record;
    const bytes = await workspace.mailboxes.find(
      settings,
      {
        folder,
        uid,
        messageId: messageKey.startsWith("<") ? messageKey : "",
        isIt: (found) => sharedMailReader.isSame(found, { messageKey, from, subject }),
      },
      AbortSignal.any([workspace.stopping, AbortSignal.timeout(LIMITS.mailbox.showMilliseconds)]),
    );
    if (bytes === null) return missing(`It's no longer in the ${folder} folder of its mailbox.`);
    return { message: await sharedMailReader.show(bytes), problem: "" };
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
  if (error instanceof DOMException && error.name === "TimeoutError") return "Its mailbox didn't respond in time.";
  return `It can't be shown: ${error instanceof Error ? error.message.slice(0, 200) : "it isn't a message"}.`;
}

function missing(problem: string): Reread {
  return { message: null, problem };
}
