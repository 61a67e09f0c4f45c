import { sql } from "kysely";
import type { StoredLead } from "#shared/lead-record.ts";
import { SAMPLE_ROW, SAMPLE_SOURCE } from "#shared/sample-source.ts";
import { writtenRecords, type Acted } from "#server/store/act.ts";
import type { Engine } from "#server/store/engine.ts";
import { changeOf, leadsWithReplies, writeJournal, type Change } from "#server/store/journal-rows.ts";
import { rowsOfLeads } from "#server/store/lead-removal.ts";
import { deleteLeads, lockedLeads, writeLeads } from "#server/store/lead-rows.ts";
import type { StoredRow } from "#server/store/record-changes.ts";
import { sampleRuleWrites } from "#server/store/sample-rules.ts";
import type { NewJournalEntry, RuleRecord } from "#server/store/types.ts";
import { TRACES, type KeptErasure } from "#server/store/undo/undo-erasure.ts";
import { all, run, type Work } from "#server/store/work.ts";

/** What of a removal there was to remove. */
export interface SampleRemoved {
  leads: number;
  rules: number;
}

/** What the sample needs beside the intake: its rules, and a removal that leaves no trace. Both are acts of a person. */
export interface SampleLeadStore {
  /** The rules that came with the sample and are still there, as they are now. */
  rules(): Promise<RuleRecord[]>;
  /**
   * Makes those of these rules whose name no rule has, and lets leads of the sample in again that a person deleted, unless
   * another row told of them too. Answers how many rules that made.
   */
  prepare(rules: readonly Omit<RuleRecord, "id">[], entry: (made: number) => NewJournalEntry): Promise<Acted<number>>;
  /**
   * One transaction: removes without tombstones every lead of the sample and all that is written of it, also of those that
   * a person has deleted, and the sample's rules that are as they were made. A lead that has replied stays, as one of the
   * mailbox.
   */
  remove(removal: {
    isAsMade: (rule: RuleRecord) => boolean;
    entry: (removed: SampleRemoved) => NewJournalEntry;
  }): Promise<Acted<SampleRemoved>>;
}

export function sampleLeadStore(engine: Engine): SampleLeadStore {
  return {
    rules: () => engine.run(() => sampleRuleWrites(engine).list()),

    prepare: (wanted, entry) =>
      engine.transact(function* () {
        const { done: made, changes } = yield* writtenRecords(engine, function* ({ rules, sampleRules }) {
          const names = new Set((yield* rules.list()).map(({ name }) => name));
          const missing = wanted.filter(({ name }) => !names.has(name));
          for (const rule of missing) yield* sampleRules.add((yield* rules.create(rule)).id);
          return missing.length;
        });
        const letIn = yield* erased(engine, [], yield* deletedByPersons(), ["tombstones"]);
        if (made === 0 && letIn.traces.length === 0) return { done: made, actId: null };
        const parts = [
          { kind: "records", changes },
          { kind: "erasure", ...letIn },
        ];
        return { done: made, actId: yield* writeJournal(engine, entry(made), { kind: "several", parts }) };
      }),

    remove: ({ isAsMade, entry }) =>
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
        const actId = yield* writeJournal(engine, entry(removed), { kind: "several", parts });
        return { done: removed, actId };
      }),
  };
}

function* idsOfSample(engine: Engine): Work<string[]> {
  const { kind } = SAMPLE_SOURCE;
  const found = yield* all(
    sql<{ id: string | number }>`select id from leads where source = ${kind} order by id ${engine.sql.forUpdate}`,
  );
  return found.map(({ id }) => String(id));
}

/** Leads that have replied are none of the sample any more. Answers how each was changed. */
function* keepReplied(engine: Engine): Work<(Change & { leadId: string })[]> {
  const ids = yield* idsOfSample(engine);
  const replied = yield* leadsWithReplies(engine, ids);
  const leads = yield* lockedLeads(engine, [...replied]);
  const pairs = leads.map((before) => ({ before, after: { ...before, source: "email" } }));
  yield* writeLeads(engine, pairs);
  return pairs.map(({ before, after }) => ({ leadId: before.id, ...changeOf(before, after, ["source"]) }));
}

/** Removes leads without tombstones, and what these tables say of them and of others. */
function* erased(
  engine: Engine,
  leads: readonly StoredLead[],
  otherIds: readonly string[],
  tables: readonly (typeof TRACES)[number][],
): Work<KeptErasure> {
  const ids = leads.map(({ id }) => id);
  const rows = yield* rowsOfLeads(engine, ids);
  const removals = leads.map((lead) => ({ lead, rows: rows.get(lead.id) ?? [] }));
  const isOfThese = engine.sql.isOneOf("lead_id", [...ids, ...otherIds]);
  const traces: KeptErasure["traces"] = [];
  for (const table of tables) {
    const found = yield* all(sql<StoredRow>`select * from ${sql.table(table)} where ${isOfThese}`);
    if (found.length === 0) continue;
    traces.push({ table, rows: found });
    yield* run(engine.build.deleteFrom(table).where(isOfThese));
  }
  yield* deleteLeads(engine, ids);
  return { removals, traces };
}

/** The deleted leads that no other row has told of, which would tell of them again. */
function* deletedByPersons(): Work<string[]> {
  // The character after the colon, where its keys end.
  const end = `${SAMPLE_ROW.slice(0, -1)};`;
  const isSampleRow = (t: string) =>
    sql`${sql.ref(`${t}.source_id`)} = 0 and ${sql.ref(`${t}.key`)} >= ${SAMPLE_ROW} and ${sql.ref(`${t}.key`)} < ${end}`;
  const rows = yield* all(
    sql<{ lead_id: string | number }>`
      select distinct lead_id from tombstones t where t.kind = 'row' and ${isSampleRow("t")} and not exists (
        select 1 from tombstones r where r.lead_id = t.lead_id and r.kind = 'row' and not (${isSampleRow("r")}))`,
  );
  return rows.map(({ lead_id }) => String(lead_id));
}
