import { sql } from "kysely";
import { LIMITS } from "#shared/limits.ts";
import type { Engine } from "#server/store/engine.ts";
import { countOf } from "#server/store/lead-page.ts";
import type { LeadCount } from "#server/store/types.ts";
import { all, first, run } from "#server/store/work.ts";

/** What notifications need that nothing else does: which were read, and what has come to the queue of the review. */
export interface NotificationStore {
  /** The ids of those that were read. */
  marks(): Promise<string[]>;
  /** Adds marks, and forgets those that `keep` does not want any more. One transaction. */
  mark(ids: readonly string[], keep: (id: string) => boolean): Promise<void>;
  /**
   * The leads that rules qualified and no person has decided on: how many, and of those counted the one that was created
   * last, with when it last changed. Null when none waits.
   */
  toReview(): Promise<(LeadCount & { newest: { id: string; updatedAt: string } }) | null>;
}

export function notificationStore(engine: Engine): NotificationStore {
  const { build } = engine;
  const marked = build.selectFrom("notification_marks").select("notification_id");
  return {
    marks: async () => (await engine.run(() => all(marked))).map(({ notification_id: id }) => id),

    mark: (ids, keep) =>
      engine.transact(function* () {
        const rows = ids.map((id) => ({ notification_id: id }));
        yield* engine.sql.insertMany("notification_marks", rows, "on conflict (notification_id) do nothing");
        const gone = (yield* all(marked)).map(({ notification_id: id }) => id).filter((id) => !keep(id));
        yield* run(build.deleteFrom("notification_marks").where(engine.sql.isOneOf("notification_id", gone)));
      }),

    toReview: () =>
      engine.run(function* () {
        const upTo = LIMITS.list.exactCountUpTo;
        // The values stand in the text, because the index that is read here holds only leads with them.
        const counted = yield* first(
          sql<{ n: string | number; newest: string | number | null }>`
            select count(*) as n, max(id) as newest from (
              select id from leads ${engine.sql.by("leads_to_review")}
              where status = 'qualified' and status_set_by = 'rule' limit ${upTo + 1}) w`,
        );
        if (counted === null || counted.newest === null) return null;
        const id = String(counted.newest);
        const lead = yield* first(build.selectFrom("leads").select("updated_at").where("id", "=", id));
        // Deleted between the two.
        if (lead === null) return null;
        return { ...countOf(Number(counted.n), upTo), newest: { id, updatedAt: lead.updated_at } };
      }),
  };
}
