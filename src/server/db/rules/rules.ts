import { inEnglish } from "#shared/counted.ts";
import type { Rule, RuleMode } from "#shared/contract/rule.ts";
import { LIMITS } from "#shared/limits.ts";
import type { Engine } from "#server/db/engine/engine.ts";
import { recordStore, recordTable, type RecordTable, type Watch } from "#server/db/engine/record-table.ts";
import { raiseWantedScores } from "#server/db/rules/rescore-wanted.ts";
import type { Work } from "#server/db/engine/sql.ts";
import { calledByName, type RecordOf, recordsTable, stored, type StoredRow } from "#server/db/engine/table.ts";

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
