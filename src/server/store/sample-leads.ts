import { sql } from "kysely";
import { SAMPLE_ROW, SAMPLE_SOURCE } from "#shared/sample-source.ts";
import type { Engine } from "#server/store/engine.ts";
import { writeJournal } from "#server/store/journal-rows.ts";
import { deleteLeads } from "#server/store/lead-rows.ts";
import { raiseWantedScores } from "#server/store/rescore-wanted.ts";
import { ruleRecords } from "#server/store/rules.ts";
import type { NewJournalEntry, RuleRecord } from "#server/store/types.ts";
import { all, run, type Work } from "#server/store/work.ts";

/** What of a removal there was to remove. */
export interface SampleRemoved {
  leads: number;
  rules: number;
}

/** What the sample needs beside the intake: its rules, and a removal that leaves no trace. */
export interface SampleLeadStore {
  /** The rules that came with the sample and are still there, as they are now. */
  rules(): Promise<RuleRecord[]>;
  /** Makes those of these rules whose name no rule has, and marks all scores as stale when it made any. */
  addRules(rules: readonly Omit<RuleRecord, "id">[]): Promise<number>;
  /** Lets those in again that a person deleted, unless another row told of them too. */
  letInAgain(): Promise<void>;
  /**
   * One transaction: removes for good, without tombstones, every lead of the sample and all that is written of it, also of
   * those that a person has deleted, and the sample's rules that are as they were made. A lead that has replied stays, as
   * one of the mailbox. `entry` tells of it, unless there was nothing to remove.
   */
  remove(removal: {
    isAsMade: (rule: RuleRecord) => boolean;
    entry: (removed: SampleRemoved) => NewJournalEntry;
  }): Promise<SampleRemoved>;
}

export function sampleLeadStore(engine: Engine): SampleLeadStore {
  const rules = ruleRecords();
  const ofSample = sql`where id in (select rule_id from sample_rules) order by id`;
  return {
    rules: () => engine.run(() => rules.find(ofSample)),

    addRules: (wanted) =>
      engine.transact(function* () {
        // Whoever changes rules waits here, so that two who add the sample at once do not add it twice.
        yield* run(sql`select wanted from rescore_state ${engine.sql.forUpdate}`);
        const names = new Set((yield* rules.list()).map(({ name }) => name));
        const missing = wanted.filter(({ name }) => !names.has(name));
        for (const rule of missing) {
          const { id } = yield* rules.create(rule);
          yield* engine.sql.insertMany("sample_rules", [{ rule_id: id }]);
        }
        if (missing.length > 0) yield* raiseWantedScores();
        return missing.length;
      }),

    letInAgain: () =>
      engine.transact(function* () {
        const ids = yield* deletedByPersons();
        yield* run(engine.build.deleteFrom("tombstones").where(engine.sql.isOneOf("lead_id", ids)));
      }),

    remove: ({ isAsMade, entry }) =>
      engine.transact(function* () {
        const { kind } = SAMPLE_SOURCE;
        yield* run(sql`
          update leads set source = 'email', revision = revision + 1
          where source = ${kind} and id in (select lead_id from journal where kind = 'reply' and lead_id is not null)`);
        const found = yield* all(
          sql<{ id: string | number }>`select id from leads where source = ${kind} order by id ${engine.sql.forUpdate}`,
        );
        const ids = found.map(({ id }) => String(id));
        const deleted = yield* deletedByPersons();
        const isOfThese = engine.sql.isOneOf("lead_id", [...ids, ...deleted]);
        for (const table of ["journal", "lead_turns", "act_changes", "import_changes", "tombstones"] as const) {
          yield* run(engine.build.deleteFrom(table).where(isOfThese));
        }
        yield* deleteLeads(engine, ids);

        const made = (yield* rules.find(ofSample)).filter(isAsMade);
        for (const { id } of made) {
          yield* run(sql`delete from sample_rules where rule_id = ${id}`);
          yield* rules.remove(id);
        }
        if (made.length > 0) yield* raiseWantedScores();
        const removed = { leads: ids.length, rules: made.length };
        if (removed.leads + removed.rules > 0) yield* writeJournal(engine, entry(removed));
        return removed;
      }),
  };
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
