import type { WorkRunner } from "#server/db/engine/engine.ts";
import { all, allIds, first, run, sql, type Work } from "#server/db/engine/sql.ts";

/** What a restored database doesn't send automatically, because it may have been sent after the backup. */
export interface HeldSends {
  /** How many questions to leads were due. */
  questions: number;
  /** Whether follow-ups were sent automatically, which is now off. */
  automaticFollowUps: boolean;
  /** Whether scheduled reports were on. */
  reports: boolean;
}

const REASON =
  "On hold after a restore: it may have gone out after the backup was made, so it isn't sent automatically.";

/**
 * Prevents a database restored at `at` from resending what went out after its backup: due questions, questions to leads
 * that arrive again, and the report of the latest window.
 */
export function* holdSends({ sql: pieces }: Pick<WorkRunner, "sql">, at: string): Work<HeldSends> {
  const setting = yield* first(sql<{ value: string }>`select value from settings where key = 'followUpAutomatic'`);
  const automaticFollowUps = setting?.value === "true";
  if (automaticFollowUps) yield* run(sql`update settings set value = 'false' where key = 'followUpAutomatic'`);
  yield* run(
    sql`update webhook_deliveries set state = 'failed', attempts = 0, answer = ${REASON} where state = 'waiting'`,
  );
  // Leads created after the backup arrive again, and would be treated as new.
  yield* run(sql`delete from follow_up_walk`);
  const goesByItself = automaticFollowUps ? sql`state in ('approved', 'sent', 'failed')` : sql`state = 'approved'`;
  const held = yield* allIds(sql`
    update follow_up_questions set state = 'failed', reason = ${REASON}, due_at = null
    where ${goesByItself} and due_at <= ${at} returning lead_id`);
  // The same status change as when a lead's last open question ends.
  const isHeld = pieces.isOneOf("id", held);
  yield* run(sql`
    update leads set qualification_status = 'incomplete', revision = revision + 1
    where ${isHeld} and qualification_status = 'in_progress' and not exists (
      select 1 from follow_up_questions q where q.lead_id = leads.id and q.state in ('approved', 'sending', 'sent'))`);
  // As after a schedule change: an earlier window doesn't count as missed.
  const scheduled = yield* all(sql<{ is_active: number | boolean }>`
    update email_settings set scheduled_since = ${at} where scheduled_since < ${at} returning is_active`);
  return { questions: held.length, automaticFollowUps, reports: scheduled.some(({ is_active }) => Boolean(is_active)) };
}
