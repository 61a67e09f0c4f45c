import { setTimeout as pause } from "node:timers/promises";
import { DAY } from "#shared/durations.ts";
import { LIMITS } from "#shared/limits.ts";
import { secondReader } from "#server/features/language-model/second-reader.ts";
import { jobs } from "#server/jobs/queue/job-definitions.ts";
import { AppError } from "#server/platform/errors.ts";
import type { MailboxFailureCode } from "#server/pipeline/sources/mailbox/mailbox-failure-codes.ts";
import type { FolderCursor, MessagesWrite } from "#server/db/sources/processed-emails.ts";
import { type AnalyzedBatch, createBatchAnalyzer } from "#server/features/mailbox/analyze-batch.ts";
import { addMail, type MailCounts, NO_MAIL } from "#server/features/mailbox/mail-counts.ts";
import type { MailMessage } from "#server/pipeline/mail/mail-message.ts";
import type { MailboxAccount } from "#server/features/mailbox/mailbox-account.ts";
import { prefetch } from "#server/features/mailbox/prefetch.ts";
import { readSettings } from "#server/db/read-settings.ts";
import { firstSeen, recognizeHeaders } from "#server/features/mailbox/seen-messages.ts";
import { takeMessages } from "#server/features/mailbox/take-messages.ts";
import type { Workspace } from "#server/workspace.ts";

/** After this many connections in a row without progress the mailbox counts as failing. */
const FRUITLESS_ALLOWED = 4;
const FIRST_PAUSE_MILLISECONDS = 250;

/** Failures that a new connection may resolve, once one has worked. */
const PASSING: readonly MailboxFailureCode[] = [
  "mailbox_connection_dropped",
  "mailbox_connection_refused",
  "mailbox_unreachable",
  "mailbox_no_greeting",
  "mailbox_timeout",
  "mailbox_server_refused",
  "mailbox_failed",
];

export interface MailProgress {
  done: number;
  total: number;
  counts: MailCounts;
}

/**
 * Reads new messages in a mailbox's folders and imports them, one transaction per batch: however it ends, imported
 * messages remain and the next run continues from there. A broken connection is replaced as long as each makes
 * progress; `onProgress` is called after each batch. Stops early after creating as many leads as a sync may; the next
 * one continues with the message that would have created one more. Returns how many messages it left, at least: folders
 * after the one it stopped in aren't counted. Throws the reason of `signal`, source_gone, or the mailbox's error.
 */
export async function readMail(
  workspace: Workspace,
  account: MailboxAccount,
  { signal, onProgress }: { signal: AbortSignal; onProgress: (progress: MailProgress) => void },
): Promise<number> {
  const { maxLeadsPerSync } = await readSettings(workspace);
  const mostLeads = maxLeadsPerSync ?? Infinity;
  const run: MailRun = {
    counts: NO_MAIL,
    mostLeads,
    before: 0,
    done: 0,
    total: 0,
    breaks: new Map(),
    hasConnected: false,
  };
  for (let fruitless = 0; ; fruitless += 1) {
    const doneBefore = run.done;
    run.before = run.done;
    try {
      return await readOnce(workspace, account, run, { signal, onProgress });
    } catch (error) {
      signal.throwIfAborted();
      if (run.done > doneBefore) fruitless = 0;
      if (!run.hasConnected || !mayPass(error) || fruitless >= FRUITLESS_ALLOWED) throw error;
      workspace.log.info({ err: error, mailbox: account.mailbox }, "connection to the mailbox broke");
    }
    await pause(FIRST_PAUSE_MILLISECONDS * 2 ** fruitless, undefined, { signal });
  }
}

/** One run, across as many connections as it takes. */
interface MailRun {
  counts: MailCounts;
  /** How many leads it may create. */
  mostLeads: number;
  /** Messages finished before this connection, finished now, and in total as far as known. */
  before: number;
  done: number;
  total: number;
  /** By folder. */
  breaks: Map<string, Map<number, number>>;
  hasConnected: boolean;
}

async function readOnce(
  workspace: Workspace,
  account: MailboxAccount,
  run: MailRun,
  { signal, onProgress }: { signal: AbortSignal; onProgress: (progress: MailProgress) => void },
): Promise<number> {
  const { store, mailboxes } = workspace;
  const open = await mailboxes.open(account.settings, signal);
  const analyzer = createBatchAnalyzer(workspace);
  run.hasConnected = true;
  try {
    const cursors = await store.mailbox.cursors(account.mailbox);
    const marks = open.folders.flatMap((folder) => cursors.get(placeOf(account, folder)) ?? []);
    const since = lookBack(workspace, account, marks);
    let behind = run.before;
    for (const folder of open.folders) {
      const place = placeOf(account, folder);
      const breaks = run.breaks.get(folder) ?? new Map<number, number>();
      run.breaks.set(folder, breaks);
      const batches = open.read({
        folder,
        mark: cursors.get(place) ?? null,
        since,
        overlaps: open.folders.length > 1,
        known: (headers) => recognizeHeaders(workspace, account.mailbox, headers),
        breaks,
      });
      let inFolder = 0;
      for await (const analyzed of prefetch(batches, (batch) => analyzer.analyze(batch, folder, place))) {
        signal.throwIfAborted();
        const { batch } = analyzed;
        const left = await takeUpToLimit(workspace, account, run, analyzed, place);
        inFolder = batch.total;
        run.done = behind + batch.done - left;
        run.total = behind + batch.total;
        onProgress({ done: run.done, total: run.total, counts: run.counts });
        if (left > 0) return run.total - run.done;
      }
      behind += inFolder;
    }
    return 0;
  } finally {
    await Promise.all([open.close(), analyzer.close()]);
  }
}

/**
 * The name of a folder's cursor. It includes the account, because another account's UIDs mean other messages even if
 * UIDVALIDITY is the same, as it is in all of Gmail.
 */
function placeOf({ settings }: MailboxAccount, folder: string): string {
  return `${settings.email.toLowerCase()} ${settings.server.toLowerCase()} ${folder}`;
}

/**
 * The first read goes back some days, and further if the last successful sync was longer ago, or if an earlier read of
 * another folder delayed this one.
 */
function lookBack({ clock }: Workspace, { lastSync }: MailboxAccount, marks: readonly FolderCursor[]): Date {
  const days = LIMITS.mailbox.firstSyncDays * DAY;
  const others = [lastSync, ...marks.map(({ since }) => since)].flatMap((at) => at ?? []);
  return new Date(Math.min(clock().getTime() - days, ...others.map((at) => Date.parse(at))));
}

/**
 * Imports a batch's messages up to a sync's limit of new leads, and returns how many are left. The stopping point isn't
 * known in advance: a message that looks like a lead may be from a known one.
 */
async function takeUpToLimit(
  workspace: Workspace,
  account: MailboxAccount,
  run: MailRun,
  { batch, messages }: AnalyzedBatch,
  place: string,
): Promise<number> {
  const take = async (part: readonly MailMessage[], mark: FolderCursor): Promise<void> => {
    const cursor = { mailbox: account.mailbox, folder: place, cursor: mark };
    run.counts = addMail(run.counts, await takeBatch(workspace, account, part, cursor));
  };
  for (let taken = 0; ;) {
    const room = run.mostLeads - run.counts.created;
    const next = afterLeads(messages, taken, room);
    const stopsAt = batch.messages[next];
    if (stopsAt === undefined) {
      await take(messages.slice(taken), batch.mark);
      return 0;
    }
    const { uidValidity } = batch.mark;
    await take(messages.slice(taken, next), {
      uidValidity,
      lastUid: stopsAt.uid - 1,
      modSeq: null,
      since: batch.since,
    });
    if (room === 0) return messages.length - next;
    taken = next;
  }
}

/** The position, from `start` on, before which exactly this many messages look like leads. */
function afterLeads(messages: readonly MailMessage[], start: number, leads: number): number {
  let found = 0;
  for (let at = start; at < messages.length; at += 1) {
    if (messages[at]?.analyzed?.verdict.isLead !== true) continue;
    if (found >= leads) return at;
    found += 1;
  }
  return messages.length;
}

async function takeBatch(
  workspace: Workspace,
  { mailbox, sourceId, settings }: MailboxAccount,
  messages: readonly MailMessage[],
  cursor: NonNullable<MessagesWrite["cursor"]>,
): Promise<MailCounts> {
  const fresh = await firstSeen(workspace, mailbox, messages);
  const source = { kind: "email", id: sourceId, name: settings.email };
  const { counts, createdIds } = await takeMessages(workspace, { mailbox, source }, fresh, cursor);
  if (counts.toReview > 0) await askToReadUnclear(workspace);
  if (fresh.length > 0) {
    const hasOldLeads = counts.updated + counts.replies > 0;
    workspace.feed.changed(["mailbox", "activity"]);
    if (createdIds.length > 0 || hasOldLeads) workspace.feed.changed(["leads"], hasOldLeads ? undefined : createdIds);
  }
  return counts;
}

function mayPass(error: unknown): boolean {
  return error instanceof AppError && PASSING.some((code) => code === error.id);
}

/** Starts a job in which the language model reads messages in review. The schedule finds what this misses. */
async function askToReadUnclear(workspace: Workspace): Promise<void> {
  if ((await secondReader(workspace)) !== null) await workspace.jobs.add(jobs.secondReading());
}
