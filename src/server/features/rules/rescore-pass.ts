import { setImmediate as nextTurn } from "node:timers/promises";
import type { RescoredLead, StaleLead, StatusChange } from "#shared/stale-lead.ts";
import type { StaleLeads } from "#server/db/lead-changes/lead-rescore.ts";
import type { Store } from "#server/db/store.ts";
import type { Scorer } from "#server/features/rules/score-thread.ts";

const FEWEST = 20;
const MOST = 500;
const AT_FIRST = 100;
/** On SQLite a batch is one write that requests wait for, up to this long. */
const TARGET_MILLISECONDS = 10;
/** One slow batch may be a coincidence: the disk may have been busy. */
const MOST_CHANGE = 1.5;

/** SQLite has one writer; PostgreSQL writes nearly twice as fast over two connections. */
const WRITERS = { sqlite: 1, postgres: 2 } as const;

/** A lead whose status changed, and the previous one. */
export interface StatusChangedLead extends StatusChange {
  is: RescoredLead["status"];
}

/** A batch's result: how many leads were read, the last of them, and those whose status changed. */
export interface PassedBatch {
  lastId: string;
  read: number;
  changedLeads: StatusChangedLead[];
}

/** The leads of a pass: all from an id on, those without a score, or those that another threshold affects. */
export type Passing = { after: string | null } | { unscored: true } | { threshold: number };

/** The parts of a pass. */
export interface PassParts {
  store: Store;
  scorer: Scorer;
  rulesVersion: number;
  now: () => string;
}

/**
 * Rescores leads, one transaction per batch, and yields the batches in order, each after it and all before it are
 * written. The next batch is scored while one is written. Leads that others change in between are read and scored
 * again. Ends after the last one or when the caller stops iterating, after finishing what is under way.
 */
export async function* passOver(parts: PassParts, passing: Passing): AsyncGenerator<PassedBatch> {
  const { store } = parts;
  const size = createBatchSize();
  const writers = Array.from({ length: WRITERS[store.engine] }, () => Promise.resolve());
  // Finished leads no longer match, so the next are read after the last are written.
  const depth = "after" in passing ? writers.length + 1 : 1;
  const underway: Promise<PassedBatch>[] = [];
  let after = "after" in passing ? passing.after : null;
  let begun = 0;
  let ahead: readonly StaleLead[] = [];
  let isMore = true;

  const write = (leads: readonly RescoredLead[]): Promise<ReadonlySet<string>> => {
    const slot = begun % writers.length;
    begun += 1;
    const written = (writers[slot] ?? Promise.resolve()).then(async () => {
      if (leads.length === 0) return new Set<string>();
      const start = performance.now();
      const outcome = await store.leads.writeScores({ leads, at: parts.now(), rulesVersion: parts.rulesVersion });
      size.took(performance.now() - start, leads.length);
      return outcome.written;
    });
    writers[slot] = written.then(
      () => {},
      () => {},
    );
    return written;
  };

  const rescore = async (leads: readonly StaleLead[]): Promise<StatusChangedLead[]> => {
    const rescored = await parts.scorer.score(leads);
    const written = await write(rescored);
    const changedLeads = rescored.flatMap(({ id, status, statusChange }) =>
      statusChange !== null && written.has(id) ? [{ ...statusChange, is: status }] : [],
    );
    const missed = rescored.flatMap(({ id }) => (written.has(id) ? [] : [id]));
    if (missed.length === 0) return changedLeads;
    return [...changedLeads, ...(await rescore(await store.leads.stale({ ids: missed })))];
  };

  const begin = (leads: readonly StaleLead[], lastId: string): Promise<PassedBatch> => {
    const passed = rescore(leads).then((changedLeads) => ({ lastId, read: leads.length, changedLeads }));
    // Its failure reaches the caller that awaits it; until then this prevents an unhandledRejection.
    passed.catch(() => {});
    return passed;
  };

  try {
    for (;;) {
      while (isMore && underway.length < depth) {
        const which: StaleLeads = "after" in passing ? { after, limit: size.rows } : { ...passing, limit: size.rows };
        if (ahead.length === 0) ahead = await store.leads.stale(which);
        const leads = ahead.slice(0, parts.scorer.countAtOnce(ahead));
        ahead = ahead.slice(leads.length);
        const last = leads.at(-1);
        if (last === undefined) {
          isMore = false;
        } else {
          after = last.id;
          underway.push(begin(leads, last.id));
        }
      }
      const next = underway.shift();
      if (next === undefined) return;
      yield await next;
      await nextTurn();
    }
  } finally {
    await Promise.allSettled(underway);
  }
}

/**
 * Sizes batches so that writing one takes about as long as requests may wait. Starts small: leads may be large or the
 * machine slow.
 */
function createBatchSize() {
  let rows = AT_FIRST;
  return {
    get rows() {
      return rows;
    },
    /** Adjusts the size by the duration of a batch. */
    took(milliseconds: number, written: number): void {
      if (written === 0) return;
      const fitting = (written * TARGET_MILLISECONDS) / Math.max(milliseconds, 1);
      const next = Math.min(rows * MOST_CHANGE, Math.max(rows / MOST_CHANGE, fitting));
      rows = Math.round(Math.min(MOST, Math.max(FEWEST, next)));
    },
  };
}
