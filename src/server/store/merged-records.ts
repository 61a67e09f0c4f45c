import { sql } from "kysely";
import type { Engine } from "#server/store/engine.ts";
import type { KnownLeads } from "#server/store/types.ts";
import { all, run, type Work } from "#server/store/work.ts";

/** What refers to a lead and follows it into another, by the column that tells a row. */
const FOLLOWING = {
  processed_emails: "id",
  form_submissions: "id",
  follow_up_messages: "id",
  lead_aliases: "old_id",
} as const;

/** The rows that followed a lead into another, and the kinds of question that did. */
export interface Moved {
  rows: Record<keyof typeof FOLLOWING, string[]>;
  questions: string[];
}

const TABLES = Object.keys(FOLLOWING) as (keyof typeof FOLLOWING)[];

/**
 * Makes what refers to a lead refer to the one it is merged into. Of questions of the same kind those of the one that
 * stays count; the others wait until the merge is taken back.
 */
export function* moveToMerged(leadId: string, otherId: string): Work<Moved> {
  const rows: Moved["rows"] = { processed_emails: [], form_submissions: [], follow_up_messages: [], lead_aliases: [] };
  for (const table of TABLES) {
    const key = sql.ref(FOLLOWING[table]);
    const found = yield* all(
      sql<{ key: string | number }>`
        select ${key} as key from ${sql.table(table)} where lead_id = ${otherId} order by ${key}`,
    );
    rows[table] = found.map((row) => String(row.key));
    if (found.length > 0) {
      yield* run(sql`update ${sql.table(table)} set lead_id = ${leadId} where lead_id = ${otherId}`);
    }
  }
  const questions = yield* all(
    sql<{ question_type: string }>`
      update follow_up_questions set lead_id = ${leadId} where lead_id = ${otherId} and question_type not in (
        select question_type from follow_up_questions where lead_id = ${leadId})
      returning question_type`,
  );
  return { rows, questions: questions.map(({ question_type }) => question_type) };
}

/** Gives a lead back what followed it, as far as that is still the other's. */
export function* moveBack(engine: Engine, leadId: string, otherId: string, moved: Moved): Work<void> {
  for (const table of TABLES) {
    const isOne = engine.sql.isOneOf(FOLLOWING[table], moved.rows[table]);
    yield* run(sql`update ${sql.table(table)} set lead_id = ${otherId} where ${isOne} and lead_id = ${leadId}`);
  }
  const isOne = engine.sql.isOneOf("question_type", moved.questions);
  yield* run(sql`update follow_up_questions set lead_id = ${otherId} where ${isOne} and lead_id = ${leadId}`);
}

/** The leads that were merged into this one, straight or by way of others. */
export function* mergedIds(engine: Engine, leadId: string): Work<string[]> {
  const rows = yield* all(engine.build.selectFrom("lead_aliases").select("old_id").where("lead_id", "=", leadId));
  return rows.map(({ old_id }) => String(old_id));
}

/** Which leads were known by these before they were merged into others: by way of each address and phone, the other. */
export function* aliasesOf(
  engine: Engine,
  emailKeys: readonly string[],
  phoneKeys: readonly string[],
): Work<KnownLeads["aliases"]> {
  const { isOneOf } = engine.sql;
  const rows = yield* all(
    sql<{ email_key: string | null; phone_key: string | null; lead_id: string | number }>`
      select email_key, phone_key, lead_id from lead_aliases where ${isOneOf("email_key", emailKeys)}
      union select email_key, phone_key, lead_id from lead_aliases where ${isOneOf("phone_key", phoneKeys)}`,
  );
  const aliases = { emails: new Map<string, string>(), phones: new Map<string, string>() };
  for (const { email_key: email, phone_key: phone, lead_id: id } of rows) {
    if (email !== null) aliases.emails.set(email, String(id));
    if (phone !== null) aliases.phones.set(phone, String(id));
  }
  return aliases;
}
