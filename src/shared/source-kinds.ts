import { z } from "zod";
import { line } from "#shared/contract/common.ts";
import { LIMITS } from "#shared/limits.ts";

const { configFieldLength } = LIMITS.dataSource;

export const AuthMethod = z.enum(["service_account", "api_key"]);

/** Facts about a kind of source. Its behavior is in `server/features/source-kinds/registry.ts`. */
interface SourceKindFacts {
  label: string;
  /** Follows "leads" in the assistant's sentences. */
  phrase: string;
  /** Matches the kind in a question; the first match wins. */
  asked?: RegExp;
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
  /** What a user enters, including secrets. All kinds share one object, so field names must differ. */
  config: z.ZodRawShape;
  /** The same as returned, with secrets replaced by whether they are set. */
  publicConfig: z.ZodRawShape;
}

/** The only list of source kinds, in display order. The keys are stored and used on the wire. */
const KINDS = {
  google_sheets: {
    label: "Google Sheets",
    phrase: "from Google Sheets",
    asked: /\b(?:(?:from|in|via|through|by) )?(?:the |our |my )?(?:google )?(?:spread)?sheets?\b(?: leads?)?/u,
    allowsAutomaticFollowUp: true,
    isReadAgain: true,
    dataSource: {
      items: ["row", "rows"],
      config: {
        spreadsheetId: line(configFieldLength).optional(),
        range: line(configFieldLength).optional(),
        authMethod: AuthMethod.optional(),
        serviceAccount: z.record(z.string(), z.unknown()).optional(),
        apiKey: line(configFieldLength).optional(),
      },
      publicConfig: {
        spreadsheetId: z.string().optional(),
        range: z.string().optional(),
        authMethod: AuthMethod.optional(),
        hasServiceAccount: z.boolean(),
        serviceAccountEmail: z.string().optional(),
        hasApiKey: z.boolean(),
      },
    },
  },
  website: {
    label: "Website",
    phrase: "from websites",
    asked:
      /\b(?:(?:from|on|via|through|by) )?(?:the |our |my )?(?:web ?sites?|scrap(?:es?|ed|ing|er)|web pages?|crawl\w*)\b/u,
    isOnLeadScraper: true,
    isReadAgain: true,
  },
  email: {
    label: "Email",
    phrase: "from email",
    asked: /\b(?:from|via|through|by|in) (?:the |our |my )?(?:e?mails?|mailbox(?:es)?|gmail|inbox)\b|\bemail leads\b/u,
    hasWritten: true,
    allowsAutomaticFollowUp: true,
    isOnLeadScraper: true,
    isReadAgain: true,
    dataSource: {
      items: ["message", "messages"],
      announces: "mailboxes also as soon as they announce mail",
      config: {
        email: line(configFieldLength).optional(),
        appPassword: z.string().max(configFieldLength).optional(),
        /** `imaps://host:port` */
        server: line(configFieldLength).optional(),
        /** Folders. */
        labels: line(LIMITS.mailbox.labelsLength).optional(),
      },
      publicConfig: {
        email: z.string().optional(),
        server: z.string().optional(),
        labels: z.string().optional(),
        hasAppPassword: z.boolean(),
      },
    },
  },
  form: {
    label: "Web form",
    phrase: "from web forms",
    asked:
      /\b(?:(?:from|via|through|by) )?(?:the |our |my )?(?:web )?(?:forms?|typeform|google forms|form submissions?)\b/u,
    hasWritten: true,
    allowsAutomaticFollowUp: true,
    isOnLeadScraper: true,
    isReadAgain: true,
  },
  file: {
    label: "File",
    phrase: "from files",
    asked:
      /\b(?:(?:from|via|through|by|in) )?(?:an? |the |our |my )?(?:imports?|imported|csv|xlsx|files?|uploads?|uploaded)\b(?: files?)?/u,
    isReadAgain: true,
  },
  manual: {
    label: "Added by hand",
    phrase: "added by hand",
    asked: /\b(?:(?:were |was |been )?(?:added|entered|typed) )?(?:by hand|manual(?:ly)?)\b(?: added)?/u,
    allowsAutomaticFollowUp: true,
  },
  sample: { label: "Sample leads", phrase: "of the sample", isHidden: true },
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

export const DATA_SOURCE_CONFIG = allOf("config");
export const PUBLIC_DATA_SOURCE_CONFIG = allOf("publicConfig");

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

type Intersection<Union> = (Union extends unknown ? (each: Union) => void : never) extends (all: infer All) => void
  ? All
  : never;
type AllOf<Part extends "config" | "publicConfig"> = Intersection<(typeof KINDS)[DataSourceKind]["dataSource"][Part]>;

/** The fields of all kinds of data source, since they share one object. */
function allOf<Part extends "config" | "publicConfig">(part: Part): AllOf<Part> {
  // assign can't express that the parts of every kind are present.
  return Object.assign({}, ...DATA_SOURCE_KINDS.map((kind) => KINDS[kind].dataSource[part])) as AllOf<Part>;
}
