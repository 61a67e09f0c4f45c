import type { StoredLead } from "#shared/lead-record.ts";
import { SAMPLE_ROW, SAMPLE_SOURCE } from "#shared/sample-source.ts";
import { writtenRecords } from "#server/db/actions/record-changes.ts";
import type { Engine } from "#server/db/engine/engine.ts";
import { changeOf, leadsWithReplies, writeJournal, type Change } from "#server/db/journal/journal-rows.ts";
import { restoreLeads, rowsOfLeads, type Removal } from "#server/db/lead-changes/lead-removal.ts";
import { deleteLeads, lockedLeads, writeLeads } from "#server/db/leads/lead-rows.ts";
import type { StoredRow } from "#server/db/engine/table.ts";
import { sampleRuleWrites, type RuleRecord } from "#server/db/rules/rules.ts";
import type { NewJournalEntry } from "#server/db/journal/journal-entry.ts";
import { unwatched } from "#server/db/engine/record-table.ts";
import { all, allIds, run, sql, type Sql, type Work } from "#server/db/engine/sql.ts";
import type { UndoKind } from "#server/db/journal/undo-kind.ts";

/** Tables with a lead's rows that are deleted when it is removed without a trace. */
export const TRACES = [
  "journal",
  "lead_turns",
  "lead_assignments",
  "lead_comments",
  "act_changes",
  "import_changes",
  "tombstones",
] as const;

/** Undo data of an action that removed leads without a trace. */
export interface StoredErasure {
  removals: Removal[];
  traces: { table: (typeof TRACES)[number]; rows: StoredRow[] }[];
}

/** Restores erased leads with all their records. Rejects with lead_conflict. */
export const undoErasure: UndoKind<StoredErasure> = {
  *undo(engine, { removals, traces }, { at, rescore }) {
    yield* restoreLeads(
      engine,
      removals.map(({ lead, rows }) => ({ lead, rows, after: { ...rescore(lead), updatedAt: at } })),
    );
    for (const { table, rows } of traces) yield* engine.sql.insertMany(table, rows, "on conflict do nothing");
    return { topics: ["leads"], leadIds: removals.map(({ lead }) => lead.id) };
  },
};

/** The number of leads and rules removed. */
export interface SampleRemoved {
  leads: number;
  rules: number;
}

/**
 * The sample's needs besides intake: creating its rules, and removing it without a trace. Both are actions of a person.
 */
export function sampleLeadStore(engine: Engine) {
  return {
    /** The sample's remaining rules in their current state. */
    rules: () => engine.run(() => sampleRuleWrites(unwatched, engine).list()),

    /**
     * Creates those of these rules whose name is unused, and allows deleted sample leads to return unless another row
     * reported them too. Returns the number of rules created.
     */
    prepare: (wanted: readonly Omit<RuleRecord, "id">[], entry: (made: number) => NewJournalEntry) =>
      engine.transact(function* () {
        const { done: made, changes } = yield* writtenRecords(engine, function* ({ rules, sampleRules }) {
          const names = new Set((yield* rules.list()).map(({ name }) => name));
          const missing = wanted.filter(({ name }) => !names.has(name));
          for (const rule of missing) yield* sampleRules.add((yield* rules.create(rule)).id);
          return missing.length;
        });
        const readmitted = yield* erased(engine, [], yield* deletedByPersons(), ["tombstones"]);
        if (made === 0 && readmitted.traces.length === 0) return { done: made, actId: null };
        const parts = [
          { kind: "records", changes },
          { kind: "erasure", ...readmitted },
        ];
        return { done: made, actId: yield* writeJournal(entry(made), { kind: "several", parts }) };
      }),

    /**
     * In one transaction, removes every sample lead without tombstones, all records of them and of deleted sample leads,
     * and the sample's unmodified rules. A lead that has replied stays and counts as a mailbox lead.
     */
    remove: ({
      isAsMade,
      entry,
    }: {
      isAsMade: (rule: RuleRecord) => boolean;
      entry: (removed: SampleRemoved) => NewJournalEntry;
    }) =>
      engine.transact(function* () {
        const replied = yield* keepReplied(engine);
        const leads = yield* lockedLeads(engine, yield* idsOfSample(engine));
        const erasure = yield* erased(engine, leads, yield* deletedByPersons(), TRACES);
        const { done: rules, changes } = yield* writtenRecords(engine, function* (records) {
          const made = (yield* records.sampleRules.list()).filter(isAsMade);
          for (const { id } of made) {
            yield* records.sampleRules.remove(id);
            yield* records.rules.remove(id);
          }
          return made.length;
        });
        const removed = { leads: leads.length, rules };
        if (removed.leads + removed.rules === 0) return { done: removed, actId: null };
        const parts = [...replied, { kind: "erasure", ...erasure }, { kind: "records", changes }];
        const actId = yield* writeJournal(entry(removed), { kind: "several", parts });
        return { done: removed, actId };
      }),
  };
}

function* idsOfSample(engine: Engine): Work<string[]> {
  const { kind } = SAMPLE_SOURCE;
  return yield* allIds(sql`select id from leads where source = ${kind} order by id ${engine.sql.forUpdate}`);
}

/** Leads that have replied leave the sample. Returns the change of each. */
function* keepReplied(engine: Engine): Work<(Change & { leadId: string })[]> {
  const ids = yield* idsOfSample(engine);
  const replied = yield* leadsWithReplies(engine, ids);
  const leads = yield* lockedLeads(engine, [...replied]);
  const pairs = leads.map((before) => ({ before, after: { ...before, source: "email" } }));
  yield* writeLeads(engine, pairs);
  return pairs.map(({ before, after }) => ({ leadId: before.id, ...changeOf(before, after, ["source"]) }));
}

/** Removes leads without tombstones, and deletes their rows and those of `otherIds` from these tables. */
function* erased(
  engine: Engine,
  leads: readonly StoredLead[],
  otherIds: readonly string[],
  tables: readonly (typeof TRACES)[number][],
): Work<StoredErasure> {
  const ids = leads.map(({ id }) => id);
  const rows = yield* rowsOfLeads(engine, ids);
  const removals = leads.map((lead) => ({ lead, rows: rows.get(lead.id) ?? [] }));
  const isOfThese = engine.sql.isOneOf("lead_id", [...ids, ...otherIds]);
  const traces: StoredErasure["traces"] = [];
  for (const table of tables) {
    const found = yield* all(sql<StoredRow>`select * from ${sql.ref(table)} where ${isOfThese}`);
    if (found.length === 0) continue;
    traces.push({ table, rows: found });
    yield* run(sql`delete from ${sql.ref(table)} where ${isOfThese}`);
  }
  yield* deleteLeads(engine, ids);
  return { removals, traces };
}

/** Deleted leads reported only by sample rows; any other row would report them again. */
function* deletedByPersons(): Work<string[]> {
  // The character after the colon that ends the key prefix.
  const end = `${SAMPLE_ROW.slice(0, -1)};`;
  const isSampleRow = (table: Sql) =>
    sql`${table}.source_id = 0 and ${table}.key >= ${SAMPLE_ROW} and ${table}.key < ${end}`;
  return yield* allIds(sql`
    select distinct lead_id from tombstones t where t.kind = 'row' and ${isSampleRow(sql`t`)} and not exists (
      select 1 from tombstones r where r.lead_id = t.lead_id and r.kind = 'row' and not (${isSampleRow(sql`r`)}))`);
}
