import type { Engine } from "#server/store/engine.ts";
import { recordTable, type Fields, type RecordTable, type Watch } from "#server/store/record-table.ts";
import { raiseWantedScores } from "#server/store/rescore-wanted.ts";
import type { RuleRecord, RuleStore } from "#server/store/types.ts";
import type { Work } from "#server/store/work.ts";

const FIELDS: Fields<RuleRecord> = {
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
};

export function ruleRecords(watch?: Watch): RecordTable<RuleRecord> {
  return recordTable<RuleRecord>("rules", FIELDS, watch);
}

/** How rules are changed; each change marks all scores as stale. */
export interface RuleWrites {
  list(): Work<RuleRecord[]>;
  create(rule: Omit<RuleRecord, "id">): Work<RuleRecord>;
  update(id: string, patch: Partial<Omit<RuleRecord, "id" | "createdAt">>): Work<RuleRecord | null>;
  remove(id: string): Work<boolean>;
}

export function ruleWrites(watch?: Watch): RuleWrites {
  const rules = ruleRecords(watch);
  return {
    list: () => rules.list(),
    create: (rule) => andStaleScores(rules.create(rule)),
    update: (id, patch) => andStaleScores(rules.update(id, patch)),
    remove: (id) => andStaleScores(rules.remove(id)),
  };
}

export function ruleStore(engine: Engine): RuleStore {
  const rules = ruleWrites();
  return {
    list: () => engine.run(() => rules.list()),
    create: (rule) => engine.transact(() => rules.create(rule)),
    update: (id, patch) => engine.transact(() => rules.update(id, patch)),
    remove: (id) => engine.transact(() => rules.remove(id)),
  };
}

/** Does the change and marks all scores as stale. */
function* andStaleScores<T>(change: Work<T>): Work<T> {
  const done = yield* change;
  yield* raiseWantedScores();
  return done;
}
