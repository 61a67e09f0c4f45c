import { setTimeout as pause } from "node:timers/promises";
import { LIMITS } from "#shared/limits.ts";
import { AppError } from "#server/platform/errors.ts";
import type { MailboxFailureCode } from "#server/sources/mailbox/mailbox-failure-codes.ts";
import type { FolderCursor, MessagesWrite } from "#server/store/mailbox-types.ts";
import { createBatchAnalyser, type AnalysedBatch } from "#server/workflows/mail/analyse-batch.ts";
import { addMail, NO_MAIL, type MailCounts } from "#server/workflows/mail/mail-counts.ts";
import type { MailMessage } from "#server/workflows/mail/mail-message.ts";
import type { MailboxAccount } from "#server/workflows/mail/mailbox-account.ts";
import { oneAhead } from "#server/workflows/mail/one-ahead.ts";
import { readSettings } from "#server/workflows/settings/read-settings.ts";
import { firstSeen, recogniseHeaders } from "#server/workflows/mail/seen-messages.ts";
import { takeMessages } from "#server/workflows/mail/take-messages.ts";
import type { Workspace } from "#server/workflows/workspace.ts";

const DAY_MILLISECONDS = 86_400_000;
/** After so many connections in a row that brought nothing the mailbox counts as failing. */
const FRUITLESS_ALLOWED = 4;
const FIRST_PAUSE_MILLISECONDS = 250;

/** What may well be over with the next connection, once one has been made. */
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
 * Reads what is new in the folders of a mailbox and takes it in, a batch a transaction: however it ends, what was taken
 * in stays and the next run goes on from there. A connection that breaks is made anew for as long as each brings
 * something; `onProgress` tells after each batch. Ends early when it has made as many new leads as a sync may: the next
 * one goes on with the message that would have made one more. Answers how many messages it left to the next one, at
 * least: folders behind the one it stopped in are not counted. Throws the reason of `signal`, source_gone, or what the
 * mailbox said.
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

/** One run over however many connections it takes. */
interface MailRun {
  counts: MailCounts;
  /** How many new leads it may make. */
  mostLeads: number;
  /** Messages behind before this connection, behind now, and to read in all as far as is known. */
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
  const analyser = createBatchAnalyser(workspace, account.settings.email);
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
        known: (headers) => recogniseHeaders(workspace, account.mailbox, headers),
        breaks,
      });
      let inFolder = 0;
      for await (const analysed of oneAhead(batches, (batch) => analyser.analyse(batch, folder, place))) {
        signal.throwIfAborted();
        const { batch } = analysed;
        const left = await takeUpToLimit(workspace, account, run, analysed, place);
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
    await Promise.all([open.close(), analyser.close()]);
  }
}

/**
 * How a folder's cursor is named: by the account too, because another account's UIDs mean other messages even where
 * UIDVALIDITY is the same, as it is in all of Gmail.
 */
function placeOf({ settings }: MailboxAccount, folder: string): string {
  return `${settings.email.toLowerCase()} ${settings.server.toLowerCase()} ${folder}`;
}

/**
 * A first look goes back some days, and further when the last sync that went well is longer ago, or when a look at
 * another folder began longer ago and kept this one waiting.
 */
function lookBack({ clock }: Workspace, { lastSync }: MailboxAccount, marks: readonly FolderCursor[]): Date {
  const days = LIMITS.mailbox.firstSyncDays * DAY_MILLISECONDS;
  const others = [lastSync, ...marks.map(({ since }) => since)].flatMap((at) => at ?? []);
  return new Date(Math.min(clock().getTime() - days, ...others.map((at) => Date.parse(at))));
}

/**
 * Takes in the messages of a batch until there are as many new leads as a sync may make, and answers how many are left
 * over. Where it stops only shows as it goes: a message that looks like a lead may be from one that is known.
 */
async function takeUpToLimit(
  workspace: Workspace,
  account: MailboxAccount,
  run: MailRun,
  { batch, messages }: AnalysedBatch,
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

/** Where the message stands, from `start` on, before which there are just so many that look like leads. */
function afterLeads(messages: readonly MailMessage[], start: number, leads: number): number {
  let found = 0;
  for (let at = start; at < messages.length; at += 1) {
    if (messages[at]?.analysed?.verdict.isLead !== true) continue;
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
