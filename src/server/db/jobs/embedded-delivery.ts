import { randomUUID } from "node:crypto";
import { LIMITS } from "#shared/limits.ts";
import { CLOCK_DIFFERENCE_MILLISECONDS, type Clock } from "#server/platform/clock.ts";
import type { Engine } from "#server/db/engine/engine.ts";
import type { JobDelivery } from "#server/db/jobs/job-delivery.ts";
import { COLUMNS, IS_OPEN, WAITS, type JobRow } from "#server/db/jobs/job-records.ts";
import { createListeners } from "#server/db/engine/listeners.ts";
import { all, first, run, sql } from "#server/db/engine/sql.ts";

const LONGEST_RETRY_MILLISECONDS = LIMITS.job.longestRetrySeconds * 1_000;

/** SQLite needs no delivery: a single process has the file open, so due jobs are read from the table itself. */
export function embeddedDelivery(engine: Engine, clock: Clock): JobDelivery {
  const { isOneOf, leaseNow } = engine.sql;
  const listeners = createListeners();
  // Only one process has the file open, so the leases of earlier ones are void.
  let endedEarlierLeases = false;
  const hasRunOut = () => sql`(lease is null or lease_ends <= ${leaseNow()})`;

  return {
    ready: () => Promise.resolve(),
    maintain: () => Promise.resolve(),
    *offer() {},
    *settle() {},

    *claim(kinds, limit, leaseMilliseconds) {
      if (!endedEarlierLeases) yield* run(sql`update jobs set lease_ends = ${leaseNow()} where lease is not null`);
      endedEarlierLeases = true;
      // Expired runs of canceled jobs.
      yield* run(sql`update jobs set lease = null, lease_ends = null
        where lease is not null and state <> 'running' and ${hasRunOut()}`);
      const rows = yield* all(sql<JobRow>`
        select ${COLUMNS} from jobs where ${isOneOf("kind", kinds)}
          and ((${isDueAt(clock().getTime())}
              and not exists (select 1 from jobs o where o.key = jobs.key and o.lease is not null))
            or (state = 'running' and ${hasRunOut()}))
        order by due_at, id limit ${limit}`);
      yield* run(sql`update jobs set lease_ends = ${leaseNow()} + ${leaseMilliseconds}
        where ${isOneOf(
          "id",
          rows.map(({ id }) => String(id)),
        )}`);
      return rows.map((row) => ({ row, token: randomUUID(), isLost: row.state === "running" }));
    },

    renew: (tokens, leaseMilliseconds) =>
      run(sql`update jobs set lease_ends = ${leaseNow()} + ${leaseMilliseconds} where ${isOneOf("lease", tokens)}`),

    *nextDue(kinds) {
      const now = clock().getTime();
      const next = yield* first(sql<{ wait: number | null }>`
        select min(case when state = 'running' then coalesce(lease_ends - ${leaseNow()}, 0)
          when ${isDueAt(now)} then 0 else due_at - ${now} end) as wait
        from jobs where ${isOneOf("kind", kinds)} and ${IS_OPEN} and (state = 'running'
          or not exists (select 1 from jobs o where o.key = jobs.key and o.lease is not null))`);
      return next === null || next.wait === null ? null : Math.max(0, next.wait);
    },

    publish(message) {
      listeners.notify(message);
      return Promise.resolve();
    },
    subscribe: (listener) => listeners.add(listener),
    close: () => Promise.resolve(),
  };
}

/**
 * Whether a job is due at `now`, in milliseconds. Ignores due times recorded before the clock was set back: the job was
 * created in the future, or its delay exceeds the longest possible one.
 */
function isDueAt(now: number) {
  const ahead = now + CLOCK_DIFFERENCE_MILLISECONDS;
  return sql`(${WAITS} and (due_at <= ${now} or created_at > ${new Date(ahead).toISOString()}
    or (started_at is not null and due_at > ${ahead + LONGEST_RETRY_MILLISECONDS})))`;
}
