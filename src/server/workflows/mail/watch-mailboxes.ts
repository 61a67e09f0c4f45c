import { setTimeout as pause } from "node:timers/promises";
import type { ChangeTopic } from "#shared/contract/event.ts";
import { forgetMailboxSign, noteMailboxSign } from "#server/workflows/health/mailbox-signs.ts";
import { runAgainWhenAsked } from "#server/workflows/mail/run-again-when-asked.ts";
import {
  LONGEST_BACKOFF_MILLISECONDS,
  SHORTEST_BACKOFF_MILLISECONDS,
} from "#server/workflows/mail/next-mailbox-sync.ts";
import { mailboxesToWatch, type MailboxToWatch } from "#server/workflows/mail/mailboxes-to-watch.ts";
import { watchLease } from "#server/workflows/mail/watched-mailboxes.ts";
import { withLease } from "#server/workflows/with-lease.ts";
import type { Workspace } from "#server/workflows/workspace.ts";

/** So often a process asks whether the one that listens is gone. */
const OTHERS_TURN_MILLISECONDS = 30_000;
/** A connection that stood so long was a good one: the next is tried soon. */
const GOOD_MILLISECONDS = 60_000;
const CONFIGURATION: readonly ChangeTopic[] = ["mailbox", "data-sources", "settings"];

interface Watcher {
  end: AbortController;
  ended: Promise<void>;
}

/**
 * Listens to every mailbox that is read by itself, one process to each, and has it read as soon as mail is announced: in
 * between the schedule's regular reading, which does not depend on it. Follows what is set up without a restart. `stop`
 * resolves when nothing listens any more.
 */
export function startWatchingMailboxes(
  workspace: Workspace,
  shortestPause = SHORTEST_BACKOFF_MILLISECONDS,
): { stop(): Promise<void> } {
  const watchers = new Map<string, Watcher>();
  const follow = async (): Promise<void> => {
    if (workspace.stopping.aborted) return;
    const wanted = await mailboxesToWatch(workspace);
    const keys = new Set(wanted.map(({ key }) => key));
    const dropped = [...watchers].filter(([key]) => !keys.has(key));
    for (const [key, { end }] of dropped) {
      end.abort();
      watchers.delete(key);
    }
    // The lease of the mailbox is free only then.
    await Promise.all(dropped.map(([, { ended }]) => ended));
    for (const mailbox of wanted)
      if (!watchers.has(mailbox.key)) watchers.set(mailbox.key, watch(workspace, mailbox, shortestPause));
  };
  const following = runAgainWhenAsked(follow, (error) => workspace.log.warn({ err: error }, "mailboxes not watched"));
  const unsubscribe = workspace.feed.onStale((topics) => {
    if (topics.some((topic) => CONFIGURATION.includes(topic))) following.ask();
  });
  following.ask();
  return {
    async stop() {
      unsubscribe();
      await following.ended();
      for (const { end } of watchers.values()) end.abort();
      await Promise.all([...watchers.values()].map(({ ended }) => ended));
    },
  };
}

function watch(workspace: Workspace, mailbox: MailboxToWatch, shortestPause: number): Watcher {
  const end = new AbortController();
  const signal = AbortSignal.any([end.signal, workspace.stopping]);
  const reading = runAgainWhenAsked(
    () => mailbox.read(signal),
    // What went wrong while it was read is recorded on the mailbox.
    (error) => workspace.log.info({ err: error, mailbox: mailbox.name }, "announced mail not read"),
  );
  const listen = async (): Promise<void> => {
    let wait = shortestPause;
    while (!signal.aborted) {
      const startedAt = performance.now();
      const others = await listenOnce(workspace, mailbox, () => signal.aborted || reading.ask(), signal);
      const isGood = performance.now() - startedAt > GOOD_MILLISECONDS;
      if (isGood) wait = shortestPause;
      await pause(others ? OTHERS_TURN_MILLISECONDS : wait, undefined, { signal }).catch(() => {});
      wait = Math.min(LONGEST_BACKOFF_MILLISECONDS, 2 * wait);
    }
    await reading.ended();
    forgetMailboxSign(workspace, mailbox.name);
  };
  return { end, ended: listen() };
}

/** Listens for as long as the connection stands. Answers whether another process does so. */
async function listenOnce(
  workspace: Workspace,
  mailbox: MailboxToWatch,
  onNews: () => void,
  signal: AbortSignal,
): Promise<boolean> {
  const { mailboxes, feed, log } = workspace;
  const told = (): void => feed.changed(["mailbox"]);
  try {
    const listened = await withLease(workspace, watchLease(mailbox.name), async (held) => {
      const onSign = (): void => noteMailboxSign(workspace, mailbox.name);
      await mailboxes.watch(mailbox.settings, { onReady: told, onSign, onNews }, AbortSignal.any([signal, held]));
      return true;
    });
    return listened === null;
  } catch (error) {
    log.info({ err: error, mailbox: mailbox.name }, "the mailbox does not announce mail now");
    await mailbox.onFailure(error).catch((failure: unknown) => log.warn({ err: failure }, "failure not recorded"));
    return false;
  }
}
