/** Facts about a kind of source. Its behavior is in `server/features/source-kinds/registry.ts`. */
interface SourceKindFacts {
  label: string;
  /** Follows "leads" in the assistant's sentences. */
  phrase: string;
  /** Not offered as a filter. */
  isHidden?: true;
  /** Its leads wrote to us in their own words. */
  hasWritten?: true;
  /** They wrote or were listed by someone, so a follow-up may go out without approval. */
  allowsAutomaticFollowUp?: true;
  /** Counted on the Lead Scraper screen. */
  isOnLeadScraper?: true;
  /** Its raw input is stored, so that a newer reader can reread it. */
  isReadAgain?: true;
  dataSource?: DataSourceFacts;
}

/** Facts about a kind that users add on the Data Sources screen. */
interface DataSourceFacts {
  /** Singular and plural of what is read from it. */
  items: readonly [one: string, many: string];
  /**
   * It announces new items, so it is read before its interval ends; the text completes a sentence about the schedule.
   */
  announces?: string;
}

/**
 * The only list of source kinds, in display order. The keys are stored and used on the wire. What a user enters is in
 * contract/data-source.ts, so that the page reads a label without loading schemas.
 */
const KINDS = {
  google_sheets: {
    label: "Google Sheets",
    phrase: "from Google Sheets",
    allowsAutomaticFollowUp: true,
    isReadAgain: true,
    dataSource: { items: ["row", "rows"] },
  },
  json_api: {
    label: "JSON API",
    phrase: "from JSON APIs",
    allowsAutomaticFollowUp: true,
    isReadAgain: true,
    dataSource: { items: ["row", "rows"] },
  },
  website: {
    label: "Website",
    phrase: "from websites",
    isOnLeadScraper: true,
    isReadAgain: true,
  },
  email: {
    label: "Email",
    phrase: "from email",
    hasWritten: true,
    allowsAutomaticFollowUp: true,
    isOnLeadScraper: true,
    isReadAgain: true,
    dataSource: {
      items: ["message", "messages"],
      announces: "mailboxes also when new mail arrives",
    },
  },
  form: {
    label: "Web form",
    phrase: "from web forms",
    hasWritten: true,
    allowsAutomaticFollowUp: true,
    isOnLeadScraper: true,
    isReadAgain: true,
  },
  file: {
    label: "File",
    phrase: "from files",
    isReadAgain: true,
  },
  api: {
    label: "API",
    phrase: "from the API",
    allowsAutomaticFollowUp: true,
  },
  manual: {
    label: "Added by hand",
    phrase: "added by hand",
    allowsAutomaticFollowUp: true,
  },
  sample: { label: "Sample leads", phrase: "from the sample", isHidden: true },
} as const satisfies Readonly<Record<string, SourceKindFacts>>;

export type SourceKind = keyof typeof KINDS;
type KindsWith<Fact extends keyof SourceKindFacts> = {
  [Kind in SourceKind]: Fact extends keyof (typeof KINDS)[Kind] ? Kind : never;
}[SourceKind];
/** Kinds whose rows can be reread. */
export type ReplaySource = KindsWith<"isReadAgain">;
export type DataSourceKind = KindsWith<"dataSource">;

export const SOURCE_KINDS = Object.keys(KINDS) as SourceKind[];
export const REPLAY_SOURCES = kindsWith("isReadAgain");
export const DATA_SOURCE_KINDS = kindsWith("dataSource") as [DataSourceKind, ...DataSourceKind[]];

/** Undefined for kinds of another version or made up by an API caller. */
export function sourceFacts(kind: string): SourceKindFacts | undefined {
  return Object.hasOwn(KINDS, kind) ? KINDS[kind as SourceKind] : undefined;
}

export function dataSourceFacts(kind: DataSourceKind): DataSourceFacts {
  return KINDS[kind].dataSource;
}

/** The kinds with this fact set, in display order. */
export function kindsWith<Fact extends keyof SourceKindFacts>(fact: Fact): KindsWith<Fact>[] {
  return SOURCE_KINDS.filter((kind) => fact in KINDS[kind]) as KindsWith<Fact>[];
}

/** "Google Sheets"; unknown kinds are shown without underscores. */
export function sourceLabel(kind: string): string {
  return sourceFacts(kind)?.label ?? kind.replaceAll("_", " ");
}
