import type { Engine } from "#server/db/engine/engine.ts";
import { exists, first, run, sql } from "#server/db/engine/sql.ts";
import type { Table } from "#server/db/engine/table.ts";

export const LANGUAGE_MODEL_USE: Table = {
  name: "language_model_use",
  backup: "all",
  people: { none: "request counts" },
};

/** Language model usage across all processes. Days are in UTC: "2026-05-01". */
export function languageModelUseStore(engine: Engine) {
  return {
    /** Requests on this day, and until when requests are paused (ISO 8601); null when they aren't. */
    async read(day: string): Promise<{ requests: number; pausedUntil: string | null }> {
      const used = sql<{ day: string; requests: number; paused_until: string | null }>`
        select day, requests, paused_until from language_model_use`;
      const row = await engine.run(() => first(used));
      return { requests: row?.day === day ? row.requests : 0, pausedUntil: row?.paused_until ?? null };
    },

    /** Counts one more request on this day. False, without counting, when there were already `most`. */
    async take(day: string, most: number): Promise<boolean> {
      if (most <= 0) return false;
      const taken = sql`
        insert into language_model_use (id, day, requests) values (1, ${day}, 1)
        on conflict (id) do update set
          requests = case when language_model_use.day = excluded.day then language_model_use.requests + 1 else 1 end,
          day = excluded.day
        where language_model_use.day <> excluded.day or language_model_use.requests < ${most}
        returning id`;
      return engine.transact(() => exists(taken));
    },

    pause: (day: string, until: string) =>
      engine.transact(() =>
        run(sql`
          insert into language_model_use (id, day, requests, paused_until) values (1, ${day}, 0, ${until})
          on conflict (id) do update set paused_until = excluded.paused_until`),
      ),
  };
}
