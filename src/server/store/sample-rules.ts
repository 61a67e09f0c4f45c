import { sql } from "kysely";
import type { Engine } from "#server/store/engine.ts";
import { unwatched, type Watch } from "#server/store/record-table.ts";
import { ruleRecords } from "#server/store/rules.ts";
import type { RuleRecord } from "#server/store/types.ts";
import { run, type Work } from "#server/store/work.ts";

/** Which rules came with the sample. */
export interface SampleRuleWrites {
  /** Those that are still there, as they are now. */
  list(): Work<RuleRecord[]>;
  add(ruleId: string): Work<void>;
  remove(ruleId: string): Work<void>;
}

export function sampleRuleWrites(engine: Engine, watch: Watch = unwatched): SampleRuleWrites {
  const rules = ruleRecords(watch);
  return {
    list: () => rules.find(sql`where id in (select rule_id from sample_rules) order by id`),
    *add(ruleId) {
      yield* watch("sample_rules");
      yield* engine.sql.insertMany("sample_rules", [{ rule_id: ruleId }]);
    },
    *remove(ruleId) {
      yield* watch("sample_rules");
      yield* run(sql`delete from sample_rules where rule_id = ${ruleId}`);
    },
  };
}
