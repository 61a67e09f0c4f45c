import { setTimeout as pause } from "node:timers/promises";
import type { ChangeTopic } from "#shared/contract/event.ts";
import { forgetMailboxSign, noteMailboxSign } from "#server/features/mailbox/mailbox-signs.ts";
import { coalesce } from "#server/platform/coalesce.ts";
import {
  LONGEST_BACKOFF_MILLISECONDS,
  SHORTEST_BACKOFF_MILLISECONDS,
} from "#server/features/mailbox/next-mailbox-sync.ts";
import { mailboxesToWatch, type MailboxToWatch } from "#server/features/mailbox/mailboxes-to-watch.ts";
import { watchLease } from "#server/features/mailbox/watched-mailboxes.ts";
import { withLease } from "#server/jobs/queue/with-lease.ts";
import type { Workspace } from "#server/workspace.ts";

/** How often a process checks whether the listening one is gone. */
const HANDOVER_MILLISECONDS = 30_000;
/** A connection that lasted this long was stable: the next is tried soon. */
const GOOD_MILLISECONDS = 60_000;
const CONFIGURATION: readonly ChangeTopic[] = ["mailbox", "data-sources", "settings"];

interface Watcher {
  end: AbortController;
  ended: Promise<void>;
}

/**
 * Listens to every automatically read mailbox, one process for each, and starts a read as soon as mail is announced, in
 * addition to the regular schedule. Follows configuration changes without a restart. `stop` resolves when nothing
 * listens anymore.
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
    // The mailbox's lease isn't free before then.
    await Promise.all(dropped.map(([, { ended }]) => ended));
    for (const mailbox of wanted)
      if (!watchers.has(mailbox.key)) watchers.set(mailbox.key, watch(workspace, mailbox, shortestPause));
  };
  const following = coalesce(follow, (error) => workspace.log.warn({ err: error }, "mailboxes not watched"));
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
  const reading = coalesce(
    () => mailbox.read(signal),
    // Errors while reading are recorded on the mailbox.
    (error) => workspace.log.info({ err: error, mailbox: mailbox.name }, "announced mail not read"),
  );
  const listen = async (): Promise<void> => {
    let wait = shortestPause;
    while (!signal.aborted) {
      const startedAt = performance.now();
      const others = await listenOnce(workspace, mailbox, () => signal.aborted || reading.ask(), signal);
      const isGood = performance.now() - startedAt > GOOD_MILLISECONDS;
      if (isGood) wait = shortestPause;
      await pause(others ? HANDOVER_MILLISECONDS : wait, undefined, { signal }).catch(() => {});
      wait = Math.min(LONGEST_BACKOFF_MILLISECONDS, 2 * wait);
    }
    await reading.ended();
    forgetMailboxSign(workspace, mailbox.name);
  };
  return { end, ended: listen() };
}

/** Listens until the connection ends. Returns whether another process is already listening. */
async function listenOnce(
  workspace: Workspace,
  mailbox: MailboxToWatch,
  onNews: () => void,
  signal: AbortSignal,
): Promise<boolean> {
  const { mailboxes, feed, log } = workspace;
  const notify = (): void => feed.changed(["mailbox"]);
  try {
    const listened = await withLease(workspace, watchLease(mailbox.name), async (held) => {
      const onSign = (): void => noteMailboxSign(workspace, mailbox.name);
      await mailboxes.watch(mailbox.settings, { onReady: notify, onSign, onNews }, AbortSignal.any([signal, held]));
      return true;
    });
    return listened === null;
  } catch (error) {
    log.info({ err: error, mailbox: mailbox.name }, "the mailbox doesn't announce mail right now");
    await mailbox.onFailure(error).catch((failure: unknown) => log.warn({ err: failure }, "failure not recorded"));
    return false;
  }
}
