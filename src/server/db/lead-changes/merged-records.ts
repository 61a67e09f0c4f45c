import type { StoredLead } from "#shared/lead-record.ts";
import type { RemovedRow } from "#server/db/journal/journal-rows.ts";
import type { Engine } from "#server/db/engine/engine.ts";
import type { Table } from "#server/db/engine/table.ts";
import { all, allIds, first, run, sql, type Work } from "#server/db/engine/sql.ts";

export const LEAD_ALIASES: Table = {
  name: "lead_aliases",
  backup: "all",
  people: {
    kind: "Merges",
    key: ["old_id"],
    leads: ["old_id", "lead_id"],
    own: "email_key",
    texts: ["email_key"],
    ofPerson: "delete",
  },
  seen: { leads: ["lead_id"] },
};

/** Tables whose rows follow a lead into the one it is merged into, with their key columns. */
const FOLLOWING = {
  processed_emails: "id",
  form_submissions: "id",
  follow_up_messages: "id",
  lead_aliases: "old_id",
} as const;

/** The lead that the former owner of an email or phone was merged into. */
export interface Aliases {
  emails: Map<string, string>;
  phones: Map<string, string>;
}

/** The rows and question types that moved to the merged lead. */
export interface Moved {
  rows: Record<keyof typeof FOLLOWING, string[]>;
  questions: string[];
}

/** Undo data of a merge: both leads before it, the merged lead, and what moved from the removed one. */
export interface StoredMerge {
  lead: StoredLead;
  other: StoredLead;
  after: StoredLead;
  rows: RemovedRow[];
  otherRows: RemovedRow[];
  moved: Moved;
}

const TABLES = Object.keys(FOLLOWING) as (keyof typeof FOLLOWING)[];

/**
 * Repoints records of a lead to the one it is merged into. If both have a question of the same type, the remaining
 * lead's counts; the other is restored only when the merge is undone.
 */
export function* moveToMerged(leadId: string, otherId: string): Work<Moved> {
  const rows: Moved["rows"] = { processed_emails: [], form_submissions: [], follow_up_messages: [], lead_aliases: [] };
  for (const table of TABLES) {
    const key = sql.ref(FOLLOWING[table]);
    rows[table] = yield* allIds(sql`
      select ${key} as key from ${sql.ref(table)} where lead_id = ${otherId} order by ${key}`);
    if (rows[table].length > 0) {
      yield* run(sql`update ${sql.ref(table)} set lead_id = ${leadId} where lead_id = ${otherId}`);
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

/** Moves records back to a lead, as long as they still belong to the merged one. */
export function* moveBack(engine: Engine, leadId: string, otherId: string, moved: Moved): Work<void> {
  for (const table of TABLES) {
    const isOne = engine.sql.isOneOf(FOLLOWING[table], moved.rows[table]);
    yield* run(sql`update ${sql.ref(table)} set lead_id = ${otherId} where ${isOne} and lead_id = ${leadId}`);
  }
  const isOne = engine.sql.isOneOf("question_type", moved.questions);
  yield* run(sql`update follow_up_questions set lead_id = ${otherId} where ${isOne} and lead_id = ${leadId}`);
}

/** The leads merged into this one, directly or through other merges. */
export function mergedIds(leadId: string): Work<string[]> {
  return allIds(sql`select old_id from lead_aliases where lead_id = ${leadId}`);
}

/** Finds merged leads by their former keys: for each email and phone, the lead its owner was merged into. */
export function* aliasesOf(engine: Engine, emailKeys: readonly string[], phoneKeys: readonly string[]): Work<Aliases> {
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

/**
 * Those of the leads that others were merged into after an action. Undoing a merge restores both leads as they were
 * before it, so older actions can be undone only after the merge has been undone.
 */
export function* mergedSince(engine: Engine, leadIds: readonly string[], actId: string): Work<Set<string>> {
  if (leadIds.length === 0) return new Set();
  const merged = yield* allIds(sql`
    select lead_id from journal where ${engine.sql.isOneOf("lead_id", leadIds)} and id > ${actId}
      and kind = 'merge' and undo is not null and undone_at is null`);
  return new Set(merged);
}

/** Explains why a lead no longer exists. */
export function* whereItWent(leadId: string | null): Work<string> {
  const into = leadId === null ? null : yield* first(sql`select lead_id from lead_aliases where old_id = ${leadId}`);
  return into === null
    ? "The lead has since been deleted."
    : "The lead has since been merged into another lead. Undo that first.";
}

export const MERGED_SINCE = "Another lead has since been merged into this one. Undo that first.";
