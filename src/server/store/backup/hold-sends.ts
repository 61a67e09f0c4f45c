import { sql } from "kysely";
import type { WorkRunner } from "#server/store/engine.ts";
import { all, first, run, type Work } from "#server/store/work.ts";

/** What a restored database does not send by itself, because it may have gone out after the backup was made. */
export interface HeldSends {
  /** How many questions to leads were due. */
  questions: number;
  /** Whether follow-ups went out by themselves, which is off now. */
  automaticFollowUps: boolean;
  /** Whether a report would have been looked for. */
  reports: boolean;
}

const REASON =
  "Held back when a backup was restored: it may have gone out after the backup was made, so it is not sent by itself.";

/**
 * Keeps a database that is being restored at `at` from sending once more what went out after its backup, of which it knows
 * nothing: questions that are due, the questions to leads that come in again, and the report of the latest window.
 */
export function* holdSends({ sql: pieces }: Pick<WorkRunner, "sql">, at: string): Work<HeldSends> {
  const setting = yield* first(sql<{ value: string }>`select value from settings where key = 'followUpAutomatic'`);
  const automaticFollowUps = setting?.value === "true";
  if (automaticFollowUps) yield* run(sql`update settings set value = 'false' where key = 'followUpAutomatic'`);
  // Leads of after the backup come in again, and would be walked as new ones.
  yield* run(sql`delete from follow_up_walk`);
  const goesByItself = automaticFollowUps ? sql`state in ('approved', 'sent', 'failed')` : sql`state = 'approved'`;
  const held = yield* all(sql<{ lead_id: string | number }>`
    update follow_up_questions set state = 'failed', reason = ${REASON}, due_at = null
    where ${goesByItself} and due_at <= ${at} returning lead_id`);
  // As the product does when no question of a lead is open any more.
  const isHeld = pieces.isOneOf(
    "id",
    held.map(({ lead_id }) => String(lead_id)),
  );
  yield* run(sql`
    update leads set qualification_status = 'incomplete', revision = revision + 1
    where ${isHeld} and qualification_status = 'in_progress' and not exists (
      select 1 from follow_up_questions q where q.lead_id = leads.id and q.state in ('approved', 'sending', 'sent'))`);
  // As after a change of the schedule: a window that has passed is not one that was missed.
  const scheduled = yield* all(sql<{ is_active: number | boolean }>`
    update email_settings set scheduled_since = ${at} where scheduled_since < ${at} returning is_active`);
  return { questions: held.length, automaticFollowUps, reports: scheduled.some(({ is_active }) => Boolean(is_active)) };
}
