import type { Lead } from "#shared/contract/leads/lead.ts";
import type { NextStep } from "#shared/contract/leads/next-step.ts";
import { LIMITS } from "#shared/limits.ts";
import type { Engine } from "#server/db/engine/engine.ts";
import { countOf } from "#server/db/engine/lead-count.ts";
import type { Table } from "#server/db/engine/table.ts";
import { all, first, run, sql, type Work } from "#server/db/engine/sql.ts";

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

/** Of an account, "7 mention:…"; without one, and from before each account had its own, just the id. */
const MARK = /^(?:(?<accountId>\d+) )?(?<id>.*)$/su;

function markOf(accountId: string | null, id: string): string {
  return accountId === null ? id : `${accountId} ${id}`;
}

/** An account's marks, with the ids of the notifications that it has read. */
function* marksOf(accountId: string | null): Work<{ mark: string; id: string }[]> {
  const rows = yield* all(sql<{ mark: string }>`select notification_id as mark from notification_marks`);
  return rows.flatMap(({ mark }) => {
    const { accountId: of = accountId, id = mark } = MARK.exec(mark)?.groups ?? {};
    return of === accountId ? [{ mark, id }] : [];
  });
}

/** Forgets what an account has read, in the transaction that deletes it. */
export function* forgetMarks(accountId: string): Work<void> {
  yield* run(sql`delete from notification_marks where notification_id like ${markOf(accountId, "%")}`);
}

/** Data only notifications need: which ones were read, new leads in the review queue, and next steps that are due. */
export function notificationStore(engine: Engine) {
  return {
    /** The ids of the notifications that an account has read. */
    marks: async (accountId: string | null) => (await engine.run(() => marksOf(accountId))).map(({ id }) => id),

    /** Adds marks of an account and deletes those that `keep` rejects, in one transaction. */
    mark: (accountId: string | null, ids: readonly string[], keep: (id: string) => boolean) =>
      engine.transact(function* () {
        const rows = ids.map((id) => ({ notification_id: markOf(accountId, id) }));
        yield* engine.sql.insertMany("notification_marks", rows, "on conflict (notification_id) do nothing");
        const gone = (yield* marksOf(accountId)).filter(({ id }) => !keep(id)).map(({ mark }) => mark);
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
