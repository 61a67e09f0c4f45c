import type { Engine } from "#server/store/engine.ts";
import { recordTable } from "#server/store/record-table.ts";
import type { RuleRecord, RuleStore } from "#server/store/types.ts";

export function ruleStore(engine: Engine): RuleStore {
  const rules = recordTable<RuleRecord>("rules", {
    name: { column: "name", kind: "plain" },
    keywords: { column: "keywords", kind: "json" },
    scoreWeight: { column: "score_weight", kind: "plain" },
    isActive: { column: "is_active", kind: "flag" },
    createdAt: { column: "created_at", kind: "plain" },
  });
  return {
    list: () => engine.run(() => rules.list()),
    create: (rule) => engine.transact(() => rules.create(rule)),
    update: (id, patch) => engine.transact(() => rules.update(id, patch)),
    remove: (id) => engine.transact(() => rules.remove(id)),
  };
}
