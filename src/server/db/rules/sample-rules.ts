import type { Engine } from "#server/db/engine/engine.ts";
import { recordTable, type Watch } from "#server/db/engine/record-table.ts";
import type { Table } from "#server/db/engine/table.ts";
import { run, sql, type Work } from "#server/db/engine/sql.ts";
import { RULES } from "#server/db/rules/rules.ts";

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
