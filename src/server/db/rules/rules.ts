import { inEnglish } from "#shared/counted.ts";
import type { Rule, RuleMode } from "#shared/contract/rule.ts";
import { LIMITS } from "#shared/limits.ts";
import type { Engine } from "#server/db/engine/engine.ts";
import { recordStore, recordTable, type RecordTable, type Watch } from "#server/db/engine/record-table.ts";
import { raiseWantedScores } from "#server/db/rules/rescore-wanted.ts";
import { run, sql, type Work } from "#server/db/engine/sql.ts";
import {
  calledByName,
  recordsTable,
  stored,
  type RecordOf,
  type StoredRow,
  type Table,
} from "#server/db/engine/table.ts";
import { leadFieldWrites, type LeadFieldRecord } from "#server/db/leads/lead-fields.ts";

export const RULES = recordsTable({
  name: "rules",
  fields: {
    name: stored.plain<string>(),
    keywords: stored.json<string[]>(),
    scoreWeight: stored.plain<number>(),
    isActive: stored.flag(),
    mode: stored.plain<RuleMode>(),
    fields: stored.json<string[]>(),
    counting: stored.plain<Rule["counting"]>(),
    halfLifeDays: stored.plain<number | null>(),
    note: stored.plain<string>(),
    /** A tag's name. */
    tag: stored.plain<string | null>(),
    createdAt: stored.plain<string>(),
  },
  backup: "all",
  people: { none: "team settings" },
  undo: { called: calledByName("rule"), topics: ["rules"], isScoring: () => true, refuses: refuseRules },
});

export type RuleRecord = RecordOf<typeof RULES>;

function refuseRules(rows: readonly StoredRow[]): string | null {
  const { rules, activeKeywords } = LIMITS.rule;
  if (rows.length > rules) return `You can have up to ${inEnglish(rules)} rules.`;
  const keywords = rows
    .filter(({ is_active }) => Boolean(is_active))
    .reduce((sum, row) => sum + (JSON.parse(String(row["keywords"])) as string[]).length, 0);
  return keywords > activeKeywords
    ? `Active rules can have up to ${inEnglish(activeKeywords)} keywords in total.`
    : null;
}

/** Each write marks all scores as stale. */
export function ruleWrites(watch?: Watch): RecordTable<RuleRecord> {
  const rules = recordTable(RULES, watch);
  return {
    ...rules,
    create: (rule) => andStaleScores(rules.create(rule)),
    update: (id, patch) => andStaleScores(rules.update(id, patch)),
    remove: (id) => andStaleScores(rules.remove(id)),
  };
}

export function ruleStore(engine: Engine) {
  return recordStore(engine, ruleWrites());
}

/** Applies the change and marks all scores as stale. */
function* andStaleScores<T>(change: Work<T>): Work<T> {
  const done = yield* change;
  yield* raiseWantedScores();
  return done;
}

/** Writes of custom fields that mark all scores as stale, unless only a name or options change. */
export function scoredFieldWrites(watch?: Watch): RecordTable<LeadFieldRecord> {
  const fields = leadFieldWrites(watch);
  return {
    ...fields,
    *create(field) {
      yield* raiseWantedScores();
      return yield* fields.create(field);
    },
    *update(id, patch) {
      if (patch.kind !== undefined) yield* raiseWantedScores();
      return yield* fields.update(id, patch);
    },
    *remove(id) {
      yield* raiseWantedScores();
      return yield* fields.remove(id);
    },
  };
}

export const SAMPLE_RULES: Table = {
  name: "sample_rules",
  backup: "all",
  people: { none: "numbers" },
  undo: { key: "rule_id", called: () => "A sample rule", topics: ["rules"], isManaged: () => true },
};

/** Tracks which rules came with the sample. */
export function sampleRuleWrites(watch: Watch, engine: Engine) {
  const rules = recordTable(RULES, watch);
  return {
    /** The remaining sample rules in their current state. */
    list: () => rules.find(sql`where id in (select rule_id from sample_rules) order by id`),
    *add(ruleId: string): Work<void> {
      yield* watch("sample_rules");
      yield* engine.sql.insertMany("sample_rules", [{ rule_id: ruleId }]);
    },
    *remove(ruleId: string): Work<void> {
      yield* watch("sample_rules");
      yield* run(sql`delete from sample_rules where rule_id = ${ruleId}`);
    },
  };
}
