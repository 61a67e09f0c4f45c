import type { Engine } from "#server/store/engine.ts";
import { recordTable, type RecordTable } from "#server/store/record-table.ts";
import { raiseWantedScores } from "#server/store/rescore-wanted.ts";
import type { RuleRecord, RuleStore } from "#server/store/types.ts";
import type { Work } from "#server/store/work.ts";

export function ruleRecords(): RecordTable<RuleRecord> {
  return recordTable<RuleRecord>("rules", {
    name: { column: "name", kind: "plain" },
    keywords: { column: "keywords", kind: "json" },
    scoreWeight: { column: "score_weight", kind: "plain" },
    isActive: { column: "is_active", kind: "flag" },
    mode: { column: "mode", kind: "plain" },
    fields: { column: "fields", kind: "json" },
    counting: { column: "counting", kind: "plain" },
    halfLifeDays: { column: "half_life_days", kind: "plain" },
    note: { column: "note", kind: "plain" },
    createdAt: { column: "created_at", kind: "plain" },
  });
}

export function ruleStore(engine: Engine): RuleStore {
  const rules = ruleRecords();
  return {
    list: () => engine.run(() => rules.list()),
    create: (rule) => engine.transact(() => andStaleScores(rules.create(rule))),
    update: (id, patch) => engine.transact(() => andStaleScores(rules.update(id, patch))),
    remove: (id) => engine.transact(() => andStaleScores(rules.remove(id))),
  };
}

/** Does the change and marks all scores as stale. */
function* andStaleScores<T>(change: Work<T>): Work<T> {
  yield* raiseWantedScores();
  return yield* change;
}
