import { setImmediate as nextTurn } from "node:timers/promises";
import type { LeadTurn, RescoredLead, StaleLead } from "#shared/stale-lead.ts";
import type { StaleLeads, Store } from "#server/store/types.ts";
import { createBatchSize } from "#server/workflows/rules/batch-size.ts";
import type { Scorer } from "#server/workflows/rules/score-thread.ts";

/** SQLite has one writer; PostgreSQL writes with two connections nearly twice as fast. */
const WRITERS = { sqlite: 1, postgres: 2 } as const;

/** A lead with another status, and what it was. */
export interface TurnedLead extends LeadTurn {
  is: RescoredLead["status"];
}

/** What became of a batch: how many leads were read, the last of them, and those that turned. */
export interface PassedBatch {
  lastId: string;
  read: number;
  turned: TurnedLead[];
}

/** Which leads a pass goes through: all from an id on, or those that another threshold turns. */
export type Passing = { after: string | null } | { threshold: number };

/** The parts of a pass. */
export interface PassParts {
  store: Store;
  scorer: Scorer;
  rulesVersion: number;
  now: () => string;
}

/**
 * Scores leads afresh, a batch in a transaction, and tells of the batches in order, each when it and all before it are
 * written. While one is written the next is scored. Leads that others change meanwhile are read and scored again. It
 * ends when there are no more, or when the caller stops asking; what is under way then is finished first.
 */
export async function* passOver(parts: PassParts, passing: Passing): AsyncGenerator<PassedBatch> {
  const { store } = parts;
  const size = createBatchSize();
  const writers = Array.from({ length: WRITERS[store.engine] }, () => Promise.resolve());
  // Those that have turned are no longer found, so the next are read when the last are written.
  const depth = "threshold" in passing ? 1 : writers.length + 1;
  const underway: Promise<PassedBatch>[] = [];
  let after = "after" in passing ? passing.after : null;
  let begun = 0;
  let isMore = true;

  const write = (leads: readonly RescoredLead[]): Promise<ReadonlySet<string>> => {
    const turn = begun % writers.length;
    begun += 1;
    const written = (writers[turn] ?? Promise.resolve()).then(async () => {
      if (leads.length === 0) return new Set<string>();
      const start = performance.now();
      const outcome = await store.leads.writeScores({ leads, at: parts.now(), rulesVersion: parts.rulesVersion });
      size.took(performance.now() - start, leads.length);
      return outcome.written;
    });
    writers[turn] = written.then(
      () => {},
      () => {},
    );
    return written;
  };

  const rescore = async (leads: readonly StaleLead[]): Promise<TurnedLead[]> => {
    const rescored = await parts.scorer.score(leads);
    const written = await write(rescored);
    const turned = rescored.flatMap(({ id, status, turn }) =>
      turn !== null && written.has(id) ? [{ ...turn, is: status }] : [],
    );
    const missed = rescored.flatMap(({ id }) => (written.has(id) ? [] : [id]));
    if (missed.length === 0) return turned;
    return [...turned, ...(await rescore(await store.leads.stale({ ids: missed })))];
  };

  const begin = (leads: readonly StaleLead[], lastId: string): Promise<PassedBatch> => {
    const passed = rescore(leads).then((turned) => ({ lastId, read: leads.length, turned }));
    // Whoever waits for it hears of its failure; until then nobody does.
    passed.catch(() => {});
    return passed;
  };

  try {
    for (;;) {
      while (isMore && underway.length < depth) {
        const which: StaleLeads =
          "threshold" in passing ? { ...passing, limit: size.rows } : { after, limit: size.rows };
        const leads = await store.leads.stale(which);
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
