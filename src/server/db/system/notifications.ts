import type { Lead } from "#shared/contract/leads/lead.ts";
import type { NextStep } from "#shared/contract/leads/next-step.ts";
import { LIMITS } from "#shared/limits.ts";
import type { Engine } from "#server/db/engine/engine.ts";
import { countOf } from "#server/db/engine/lead-count.ts";
import type { Table } from "#server/db/engine/table.ts";
import { all, first, run, sql } from "#server/db/engine/sql.ts";

export const NOTIFICATION_MARKS: Table = {
  name: "notification_marks",
  backup: "all",
  people: { none: "read notifications" },
};

/** A lead whose next step is due. */
interface DueStep extends Pick<Lead, "id" | "name" | "company" | "email"> {
  nextStep: NextStep;
  remindAt: string;
}

/** Data only notifications need: which ones were read, new leads in the review queue, and next steps that are due. */
export function notificationStore(engine: Engine) {
  const marked = sql<{ notification_id: string }>`select notification_id from notification_marks`;
  return {
    /** The ids of read notifications. */
    marks: async () => (await engine.run(() => all(marked))).map(({ notification_id: id }) => id),

    /** Adds marks and deletes those that `keep` rejects, in one transaction. */
    mark: (ids: readonly string[], keep: (id: string) => boolean) =>
      engine.transact(function* () {
        const rows = ids.map((id) => ({ notification_id: id }));
        yield* engine.sql.insertMany("notification_marks", rows, "on conflict (notification_id) do nothing");
        const gone = (yield* all(marked)).map(({ notification_id: id }) => id).filter((id) => !keep(id));
        yield* run(sql`delete from notification_marks where ${engine.sql.isOneOf("notification_id", gone)}`);
      }),

    /** Next steps to remind of after one time and until another, latest first. */
    dueSteps: (after: string, until: string, limit: number) =>
      engine.run(function* () {
        const rows = yield* all(
          sql<Omit<DueStep, "id" | "nextStep"> & { id: string | number; step: string }>`
            select id, name, company, email, next_step as step, next_step_remind_at as "remindAt" from leads
            where next_step_remind_at > ${after} and next_step_remind_at <= ${until}
            order by next_step_remind_at desc, id desc limit ${limit}`,
        );
        // Written only from a lead's next step.
        return rows.map(({ id, step, ...row }) => ({ ...row, id: String(id), nextStep: JSON.parse(step) as NextStep }));
      }),

    /**
     * Qualified leads that no person has decided on: how many, and the newest of those counted, with its last change.
     * Null when there are none.
     */
    toReview: () =>
      engine.run(function* () {
        const upTo = LIMITS.list.exactCountUpTo;
        // Literals instead of parameters, because this partial index only covers leads with these values.
        const counted = yield* first(
          sql<{ n: string | number; newest: string | number | null }>`
            select count(*) as n, max(id) as newest from (
              select id from leads ${engine.sql.by("leads_to_review")}
              where status = 'qualified' and status_set_by = 'rule' limit ${upTo + 1}) w`,
        );
        if (counted === null || counted.newest === null) return null;
        const id = String(counted.newest);
        const lead = yield* first(sql<{ updated_at: string }>`select updated_at from leads where id = ${id}`);
        // Deleted between the two queries.
        if (lead === null) return null;
        return { ...countOf(Number(counted.n), upTo), newest: { id, updatedAt: lead.updated_at } };
      }),
  };
}
