import { LIMITS } from "#shared/limits.ts";
import type {
  AssignmentConditions,
  AssignmentRule,
  Availability,
  LeadAssignment,
} from "#shared/contract/assignment.ts";
import type { LeadRecord, StoredLead } from "#shared/lead-record.ts";
import { ownTimeZone } from "#shared/time-zone.ts";
import type { Engine } from "#server/db/engine/engine.ts";
import type { JournalEntry } from "#server/db/journal/journal-entry.ts";
import { recordTable, unwatched, type Watch } from "#server/db/engine/record-table.ts";
import { all, first, isRowId, run, sql, type Work } from "#server/db/engine/sql.ts";
import {
  calledByName,
  ofLeads,
  type RecordOf,
  recordsTable,
  type RecordsTable,
  stored,
  type Table,
} from "#server/db/engine/table.ts";
import { LEAD_FIELD_TABLE, type LeadFieldRecord } from "#server/db/leads/lead-fields.ts";
import { settingsWrites } from "#server/db/rules/settings.ts";
import { type TagRecord, TAGS } from "#server/db/tags/tags.ts";
import { latestWindow } from "#server/platform/calendar-window.ts";

export type AssignmentRuleRecord = RecordOf<typeof ASSIGNMENT_RULES>;

/** Someone who can own leads. */
export interface Assignable extends Omit<Availability, "accountId"> {
  username: string;
  /** Leads that rules assigned since the day began and that they still own. */
  today: number;
  /** Pending and qualified leads. */
  open: number;
}

/** What assigning depends on besides the leads. */
export interface AssignmentState {
  /** The active rules, in order. */
  rules: readonly AssignmentRuleRecord[];
  /** Custom fields and tags; none unless a rule names them. */
  fields: readonly LeadFieldRecord[];
  tags: readonly TagRecord[];
  /** By account; without those who can't own leads. */
  people: Map<string, Assignable>;
  /** By rule and account. */
  credits: Map<string, Map<string, number>>;
  /** In the time zone of reports, like a day's start. */
  day: string;
}

export interface Assigned {
  accountId: string;
  owner: string;
  ruleName: string;
  reason: string;
}

/** Assigns leads one by one and updates the state; null if no rule has someone for a lead. Pure besides that. */
export type Assign = (state: AssignmentState) => (lead: LeadRecord) => Assigned | null;

export const ASSIGNMENT_RULES = recordsTable({
  name: "assignment_rules",
  fields: {
    name: stored.plain<string>(),
    isActive: stored.flag(),
    position: stored.plain<number>(),
    conditions: stored.json<AssignmentConditions>(),
    strategy: stored.plain<AssignmentRule["strategy"]>(),
    people: stored.json<AssignmentRule["people"]>(),
    createdAt: stored.plain<string>(),
  },
  backup: "all",
  people: { none: "team settings" },
  undo: {
    called: calledByName("assignment rule"),
    topics: ["users"],
    isManaged: () => true,
    refuses: (rows) =>
      rows.length > LIMITS.assignment.rules ? `You can have up to ${LIMITS.assignment.rules} assignment rules.` : null,
  },
});

export const AVAILABILITY: RecordsTable<Availability & { id: string }> = {
  name: "availability",
  fields: { accountId: stored.id(), perDay: stored.plain(), awayFrom: stored.plain(), awayTo: stored.plain() },
  backup: "all",
  people: { none: "team members" },
  undo: { called: () => "The availability", topics: ["users"], isManaged: () => true },
};

export const ASSIGNMENT_CREDITS: Table = {
  name: "assignment_credits",
  backup: "all",
  people: { none: "numbers of team members" },
};

export const LEAD_ASSIGNMENTS: Table = {
  name: "lead_assignments",
  backup: "all",
  people: ofLeads("Assignments by rules", ["id"], ["reason"]),
};

/** The advisory lock of everyone who assigns by rules. */
const ASSIGNING = 7_467;

const IN_ORDER = sql`order by position, id`;

export function assignmentStore(engine: Engine) {
  const rules = recordTable(ASSIGNMENT_RULES);
  return {
    /** In the order in which they apply. */
    rules: () => engine.run(() => rules.find(IN_ORDER)),
    availability: () => engine.run(() => recordTable(AVAILABILITY).list()),
    /** What assigning with these rules depends on; by default the active ones. */
    state: (now: string, tried?: readonly AssignmentRuleRecord[]) =>
      engine.run(function* () {
        const active = tried ?? (yield* rules.find(IN_ORDER)).filter(({ isActive }) => isActive);
        return yield* readState(engine, active, now);
      }),
    /** Why a lead has the owner that a rule gave it; null without. */
    ofLead: (leadId: string) =>
      engine.run(function* () {
        if (!isRowId(leadId)) return null;
        return yield* first(sql<LeadAssignment>`
          select rule_name as "ruleName", reason from lead_assignments where lead_id = ${leadId}
          order by id desc limit 1`);
      }),
  };
}

export function assignmentWrites(watch: Watch) {
  const rules = recordTable(ASSIGNMENT_RULES, watch);
  return {
    rules: { ...rules, list: () => rules.find(IN_ORDER) },
    availability: recordTable(AVAILABILITY, watch),
  };
}

/**
 * Assigns leads by the active rules in this transaction. Concurrent ones wait until it ends, so that shares and
 * capacities are exact across all processes. Returns the leads in order and what was assigned, by index.
 */
export function* assignByRules<L extends LeadRecord>(
  engine: Engine,
  leads: readonly L[],
  assign: Assign,
  now: string,
): Work<{ leads: readonly L[]; assigned: ReadonlyMap<number, Assigned> }> {
  const none = { leads, assigned: new Map<number, Assigned>() };
  if (leads.every((lead) => !isUnassigned(lead))) return none;
  if ((yield* first(sql`select 1 from assignment_rules where is_active limit 1`)) === null) return none;
  // Not the rules' rows: changing their order locks them in another order, and a new rule has none to wait for.
  if (engine.name === "postgres") yield* run(sql`select pg_advisory_xact_lock(${ASSIGNING})`);
  const rules = yield* recordTable(ASSIGNMENT_RULES).find(sql`where is_active ${IN_ORDER}`);
  const state = yield* readState(engine, rules, now, true);
  const assignNext = assign(state);
  const assigned = new Map<number, Assigned>();
  for (const [index, lead] of leads.entries()) {
    const to = isUnassigned(lead) ? assignNext(lead) : null;
    if (to !== null) assigned.set(index, to);
  }
  if (assigned.size === 0) return none;
  const credits = [...state.credits].flatMap(([ruleId, ofRule]) =>
    Array.from(ofRule, ([accountId, credit]) => ({ rule_id: ruleId, account_id: accountId, credit })),
  );
  yield* engine.sql.insertMany(
    "assignment_credits",
    credits,
    "on conflict (rule_id, account_id) do update set credit = excluded.credit",
  );
  return {
    leads: leads.map((lead, index) => {
      const to = assigned.get(index);
      return to === undefined ? lead : { ...lead, ownerId: to.accountId, owner: to.owner, ownerSetBy: "rule" };
    }),
    assigned,
  };
}

/** Records why leads were assigned. */
export function* writeAssignments(
  engine: Engine,
  given: readonly (Assigned & { leadId: string })[],
  at: string,
): Work<void> {
  yield* engine.sql.insertMany(
    "lead_assignments",
    given.map(({ leadId, accountId, owner, ruleName, reason }) => ({
      lead_id: leadId,
      account_id: accountId,
      at,
      owner,
      rule_name: ruleName,
      reason,
    })),
  );
}

/** Assignments by rules as timeline entries, newest first. */
export function* assignmentsOf(leadId: string, limit: number): Work<JournalEntry[]> {
  const rows = yield* all(
    sql<{ id: string | number; name: string; owner: string; rule: string; reason: string; at: string }>`
      select g.id, coalesce(nullif(l.name, ''), 'Unnamed lead') as name, g.owner, g.rule_name as rule, g.reason, g.at
      from lead_assignments g join leads l on l.id = g.lead_id
      where g.lead_id = ${leadId} order by g.id desc limit ${limit}`,
  );
  return rows.map(({ id, name, owner, rule, reason, at }) => ({
    id: `assignment-${id}`,
    kind: "edited",
    type: "other",
    title: `${name} assigned to ${owner}`,
    description: `${rule}: ${reason}`,
    by: "Rules",
    at,
    leadId,
    undoable: false,
    undoneAt: null,
  }));
}

/** Rules never change an owner that a person chose, nor assign what a person left to nobody. */
export function isUnassigned({ ownerId, ownerSetBy }: Pick<StoredLead, "ownerId" | "ownerSetBy">): boolean {
  return ownerId === null && ownerSetBy !== "person";
}

function* readState(
  engine: Engine,
  rules: readonly AssignmentRuleRecord[],
  now: string,
  locks = false,
): Work<AssignmentState> {
  const { reportTimeZone } = yield* settingsWrites(unwatched, engine).read();
  const clock = { timeZone: reportTimeZone ?? ownTimeZone(), hour: 0 };
  const { key, to: morning } = latestWindow("daily", new Date(now), clock);
  const lock = locks && engine.name === "postgres" ? sql`for share of a` : sql``;
  const people = yield* all(
    sql<{
      id: string | number;
      username: string;
      perDay: number | null;
      awayFrom: string | null;
      awayTo: string | null;
      today: string | number;
      open: string | number;
    }>`
      select a.id, a.username, v.per_day as "perDay", v.away_from as "awayFrom", v.away_to as "awayTo",
        (select count(distinct g.lead_id) from lead_assignments g join leads l on l.id = g.lead_id
          where g.account_id = a.id and g.at >= ${morning.toISOString()} and l.owner_id = a.id) as today,
        ${openLeads(rules)} as open
      from accounts a left join availability v on v.account_id = a.id where a.is_active order by a.id ${lock}`,
  );
  const credits = new Map<string, Map<string, number>>(rules.map(({ id }) => [id, new Map()]));
  const creditRows = yield* all(
    sql<{ rule_id: string | number; account_id: string | number; credit: number }>`
      select rule_id, account_id, credit from assignment_credits`,
  );
  for (const { rule_id, account_id, credit } of creditRows)
    credits.get(String(rule_id))?.set(String(account_id), credit);
  const isNamed = (of: "customFields" | "tags"): boolean =>
    rules.some(({ conditions }) => conditions[of] !== undefined);
  return {
    rules,
    fields: isNamed("customFields") ? yield* recordTable(LEAD_FIELD_TABLE).list() : [],
    tags: isNamed("tags") ? yield* recordTable(TAGS).list() : [],
    people: new Map(
      people.map(({ id, today, open, ...person }) => [
        String(id),
        { ...person, today: Number(today), open: Number(open) },
      ]),
    ),
    credits,
    day: key.slice("daily:".length),
  };
}

/** Counted only if a rule needs it. */
function openLeads(rules: readonly AssignmentRuleRecord[]) {
  if (rules.every(({ strategy }) => strategy !== "least_busy")) return sql`0`;
  return sql`(select count(*) from leads l where l.owner_key = a.username_key and l.owner_key <> ''
    and l.status in ('pending', 'qualified'))`;
}

/** Forgets an account's availability and shares, in the transaction that deletes it. */
export function* forgetAssignable(accountId: string): Work<void> {
  yield* run(sql`delete from availability where account_id = ${accountId}`);
  yield* run(sql`delete from assignment_credits where account_id = ${accountId}`);
}
