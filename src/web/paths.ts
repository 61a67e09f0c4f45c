import type { LeadStage } from "#shared/lead-status.ts";
import { type ConfigurationPart, PAGE_NAMES, PAGES, type PageName } from "#shared/pages.ts";
import { anchorOf } from "#web/format/anchor.ts";

// fromEntries can't express that every page is present.
const PLAIN = Object.fromEntries(PAGE_NAMES.map((name) => [name, () => PAGES[name].path])) as {
  readonly [Name in PageName]: () => string;
};

/** Every page URL is built here, so that renaming a route is one edit. */
export const paths = {
  ...PLAIN,
  /** A screen, scrolled to the card with this title. */
  card: (page: PageName, title: string) => `${PAGES[page].path}#${anchorOf(title)}`,
  /** The list as saved. */
  savedView: ({ id, query }: { id: string; query: string }) =>
    `${PAGES.leads.path}?${query === "" ? "" : `${query}&`}view=${encodeURIComponent(id)}`,
  leads: (view: LeadsView = {}) => `${PAGES.leads.path}${queryOf(view)}`,
  /** The lead sheet over the list; `search` keeps the list's filters ("?status=pending"). */
  lead: (id: string, search = "") => `${PAGES.leads.path}/${encodeURIComponent(id)}${search}`,
  /** The list with the new lead form open. */
  newLead: () => `${PAGES.leads.path}?new`,
  /** Review of the qualified leads waiting for a decision, over the list. */
  review: (search = "") => `${PAGES.leads.path}${search === "" ? "?" : `${search}&`}review`,
  leadImport: (id?: string) =>
    id === undefined ? `${PAGES.leads.path}?import` : `${PAGES.leads.path}?import=${encodeURIComponent(id)}`,
  /** Possible duplicates, or one pair side by side. */
  duplicates: (pair?: { id: string; otherId: string }) =>
    pair === undefined ? `${PAGES.leads.path}?duplicates` : `${PAGES.leads.path}?duplicates=${pair.id}.${pair.otherId}`,
  configuration: (part?: ConfigurationPart) => anchored(PAGES.configuration.path, part),
  jobs: (part?: "backups") => anchored(PAGES.jobs.path, part),
  leadScraper: (tab?: "email" | "forms") => `${PAGES.leadScraper.path}${queryOf({ tab })}`,
  /** `show` filters the messages of the "emails" tab. */
  gmail: (tab?: "emails" | "rules", show?: "review") => `${PAGES.gmail.path}${queryOf({ tab, show })}`,
  /** Opens the screen with its dialog, see dialog-address.ts. */
  rule: (id: string) => `${PAGES.rules.path}?edit=${encodeURIComponent(id)}`,
  newRule: () => `${PAGES.rules.path}?new`,
  /** The rules to try, as a complete list, are passed in the router state as `drafts`. */
  tryRules: () => `${PAGES.rules.path}?try`,
  /** Opens the screen with the file import dialog. */
  ruleImport: () => `${PAGES.rules.path}?import`,
  /** Opens the screen with the rule templates. */
  ruleTemplates: () => `${PAGES.rules.path}?templates`,
  newDataSource: () => `${PAGES.dataSources.path}?new`,
  /** A new mailbox with its server filled in. */
  newMailbox: (server: string) => `${PAGES.dataSources.path}?new&type=email&server=${encodeURIComponent(server)}`,
  team: (tab?: "assignment" | "sessions" | "tokens" | "audit" | "personal-data") =>
    `${PAGES.team.path}${queryOf({ tab })}`,
  newPerson: () => `${PAGES.team.path}?new`,
  /** `next` is where to go after signing in. */
  signIn: (next = "/") => `/sign-in${next === "/" ? "" : queryOf({ next })}`,
} as const;

/** For `setSearchParams`: sets parameters and keeps the others; null removes one. */
export function withParameters(changes: Readonly<Record<string, string | null>>) {
  return (before: URLSearchParams): URLSearchParams => {
    const next = new URLSearchParams(before);
    for (const [name, value] of Object.entries(changes)) {
      if (value === null) next.delete(name);
      else next.set(name, value);
    }
    return next;
  };
}

/** The lead list's state as stored in the URL; omitted fields use the default. */
export interface LeadsView {
  search?: string | undefined;
  status?: string | undefined;
  /** A stage of the dashboard's pipeline. */
  stage?: LeadStage | undefined;
  sort?: string | undefined;
  source?: string | undefined;
  minScore?: number | undefined;
  maxScore?: number | undefined;
  /** Start inclusive, end exclusive. */
  from?: string | undefined;
  to?: string | undefined;
  /** Changed at or after. */
  changedFrom?: string | undefined;
  /** A relative range instead of `from` and `to`: "today", "7d". */
  added?: string | undefined;
  keyword?: string | undefined;
  missing?: string | undefined;
  addressQuality?: string | undefined;
  /** A company's key: "@acme.example", or a name. */
  company?: string | undefined;
  /** Leads by next step: "overdue", "today" or "none". */
  nextStep?: string | undefined;
  /** An account, "me" or "none". */
  owner?: string | undefined;
  /** Ids, comma-separated. */
  tags?: string | undefined;
  tagMatch?: string | undefined;
  /** "board" instead of the list. */
  layout?: string | undefined;
  /** The key of a choice field, for a board with a column for each option. */
  by?: string | undefined;
  /** Conditions on custom fields, as in the API. */
  fields?: string | undefined;
  /** Columns, comma-separated. */
  columns?: string | undefined;
  /** Id of the selected saved view; other fields may have changed since. */
  view?: string | undefined;
}

function anchored(path: string, part: string | undefined): string {
  return part === undefined ? path : `${path}#${part}`;
}

function queryOf(view: object): string {
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(view)) {
    if (value !== undefined && value !== "") query.set(name, String(value));
  }
  const text = query.toString();
  return text === "" ? "" : `?${text}`;
}
