import type { ChangeTopic } from "#shared/contract/event.ts";
import { DEFAULT_AUTOMATION_RULES } from "#shared/contract/mailbox.ts";
import { LIMITS } from "#shared/limits.ts";
import { settingWords } from "#shared/setting-words.ts";
import type { Engine } from "#server/store/engine.ts";
import { keepForUndo, noLongerKeep } from "#server/store/kept-for-undo.ts";
import { run, type Work } from "#server/store/work.ts";

type Row = Readonly<Record<string, unknown>>;

/** What undo must know of a table whose records people change. */
interface Journaled {
  /** The column that tells a row; never given twice. */
  key: string;
  /** Columns that say how a record fares. Nobody's act changes them, so they stand in no undo's way. */
  fares: readonly string[];
  /** How people call a row at the beginning of a sentence; of one that is gone only what an act changed is known. */
  called: (row: Row) => string;
  topics: readonly ChangeTopic[];
  /** Whether scores depend on the row of this key. */
  isScoring: (key: string) => boolean;
  /** Whether only owners change the row of this key, and so only they take a change of it back. */
  isManaged: (key: string) => boolean;
  /** Why all rows together may not be like that; null when they may. */
  refuses?: (rows: readonly Row[]) => string | null;
  /** What goes with a row that an act or its undo removed. */
  removed?: (engine: Engine, key: string, at: string) => Work<void>;
  /** What goes with a row that an undo gave its former values; `after` is null where it brought the row back. */
  restored?: (engine: Engine, key: string, before: Row, after: Row | null) => Work<void>;
}

const named =
  (noun: string) =>
  ({ name }: Row): string =>
    typeof name === "string" ? `The ${noun} “${name}”` : `The ${noun}`;
const never = (): boolean => false;
const always = (): boolean => true;
/** Settings that members change, with the rules and with what the analysis of e-mail obeys. */
const OF_MEMBERS: ReadonlySet<string> = new Set(["qualificationThreshold", ...Object.keys(DEFAULT_AUTOMATION_RULES)]);

/** The tables of records that people change, beside leads. */
export const JOURNALED_TABLES = {
  rules: {
    key: "id",
    fares: [],
    called: named("rule"),
    topics: ["rules"],
    isScoring: () => true,
    isManaged: never,
    refuses: refuseRules,
  },
  sample_rules: {
    key: "rule_id",
    fares: [],
    called: () => "A rule of the sample",
    topics: ["rules"],
    isScoring: never,
    isManaged: always,
  },
  settings: {
    key: "key",
    fares: [],
    called: ({ key }) => `The setting “${settingWords(String(key))}”`,
    topics: ["settings", "mailbox", "status"],
    isScoring: (key) => key === "qualificationThreshold",
    isManaged: (key) => !OF_MEMBERS.has(key),
  },
  data_sources: {
    key: "id",
    fares: ["last_sync", "last_run", "failing_since"],
    called: named("data source"),
    topics: ["data-sources", "mailbox", "status"],
    isScoring: never,
    isManaged: always,
    removed: (engine, key, at) => keepForUndo(engine, "data_sources", key, at),
    restored: (_engine, key, _before, after) => back("data_sources", key, after),
  },
  scrape_targets: {
    key: "id",
    fares: ["last_scrape", "leads_found", "failing_since"],
    called: named("website"),
    topics: ["scrape-targets"],
    isScoring: never,
    isManaged: never,
    removed: (engine, key, at) => keepForUndo(engine, "scrape_targets", key, at),
    *restored({ build }, key, before, after) {
      yield* back("scrape_targets", key, after);
      const isReadOtherwise = ["url", "type", "selectors", "render_scripts"].some((column) => column in before);
      if (after === null || !isReadOtherwise) return;
      // What is known of its pages was read in the other way.
      yield* run(build.deleteFrom("scrape_pages").where("target_id", "=", key));
    },
  },
  email_settings: {
    key: "id",
    fares: ["last_success", "failing_since", "last_error"],
    called: () => "The e-mail settings",
    topics: ["email-settings", "status"],
    isScoring: never,
    isManaged: always,
    refuses: (rows) =>
      rows.filter(({ is_active }) => Boolean(is_active)).length > 1 ? "Other e-mail settings are in use now." : null,
  },
  mailbox_config: {
    key: "id",
    fares: ["last_sync", "last_attempt", "failing_since", "last_error", "messages_waiting"],
    called: () => "The mailbox",
    topics: ["mailbox", "status"],
    isScoring: never,
    isManaged: always,
  },
  form_hook: {
    key: "id",
    fares: [],
    called: () => "The form address",
    topics: ["form-submissions"],
    isScoring: never,
    isManaged: always,
  },
  dismissed_suggestions: {
    key: "id",
    fares: [],
    called: () => "The dismissed suggestion",
    topics: ["learning"],
    isScoring: never,
    isManaged: never,
  },
  saved_views: {
    key: "id",
    fares: [],
    called: named("view"),
    topics: ["lead-views"],
    isScoring: never,
    isManaged: never,
    refuses: (rows) =>
      rows.length > LIMITS.savedView.views ? `There are ${LIMITS.savedView.views} saved views already.` : null,
  },
} as const satisfies Record<string, Journaled>;

export type JournaledTable = keyof typeof JOURNALED_TABLES;

/** The table's row above, with the parts that not every table has. */
export function journaled(table: JournaledTable): Journaled {
  return JOURNALED_TABLES[table];
}

export function isJournaled(table: string): table is JournaledTable {
  return Object.hasOwn(JOURNALED_TABLES, table);
}

function refuseRules(rows: readonly Row[]): string | null {
  const { rules, activeKeywords } = LIMITS.rule;
  if (rows.length > rules) return `There would be more than ${rules} rules.`;
  const keywords = rows
    .filter(({ is_active }) => Boolean(is_active))
    .reduce((sum, row) => sum + (JSON.parse(String(row["keywords"])) as string[]).length, 0);
  return keywords > activeKeywords
    ? `All active rules together would have more than ${activeKeywords} keywords.`
    : null;
}

function* back(table: "data_sources" | "scrape_targets", key: string, after: Row | null): Work<void> {
  if (after === null) yield* noLongerKeep(table, key);
}
