/** Every address of the page is built here, so that a renamed route is one edit. */
export const paths = {
  dashboard: () => "/",
  leads: (view: LeadsView = {}) => `/leads${queryOf(view)}`,
  /** The lead's sheet over the list; `search` keeps the list's filters ("?status=pending"). */
  lead: (id: string, search = "") => `/leads/${encodeURIComponent(id)}${search}`,
  /** The list with the form that adds a lead. */
  newLead: () => "/leads?new",
  /** The qualified leads that wait for a person, one after the other over the list. */
  review: (search = "") => `/leads${search === "" ? "?" : `${search}&`}review`,
  leadImport: (id?: string) => (id === undefined ? "/leads?import" : `/leads?import=${encodeURIComponent(id)}`),
  /** The pairs of leads that may be one, or two of them side by side. */
  duplicates: (pair?: { id: string; otherId: string }) =>
    pair === undefined ? "/leads?duplicates" : `/leads?duplicates=${pair.id}.${pair.otherId}`,
  leadScraper: (tab?: "email" | "forms") => `/lead-scraper${queryOf({ tab })}`,
  gmail: (tab?: "emails" | "rules") => `/gmail${queryOf({ tab })}`,
  rules: () => "/rules",
  /** The screen with its dialog open, as dialog-address.ts reads it. */
  rule: (id: string) => `/rules?edit=${encodeURIComponent(id)}`,
  newRule: () => "/rules?new",
  /** The screen with rules to try out, which come in the router's state as `drafts`: the whole list as it would be. */
  tryRules: () => "/rules?try",
  /** The screen with the choice of a file of rules. */
  ruleImport: () => "/rules?import",
  setupGuide: () => "/setup-guide",
  dataSources: () => "/data-sources",
  newDataSource: () => "/data-sources?new",
  /** The same for a mailbox, its server filled in. */
  newMailbox: (server: string) => `/data-sources?new&type=email&server=${encodeURIComponent(server)}`,
  emailSettings: () => "/email-settings",
  configuration: () => "/configuration",
  jobs: () => "/jobs",
  history: () => "/history",
  account: () => "/account",
  team: (tab?: "audit") => `/team${queryOf({ tab })}`,
  newPerson: () => "/team?new",
  /** `next` is where one comes back to. */
  signIn: (next = "/") => `/sign-in${next === "/" ? "" : queryOf({ next })}`,
} as const;

/** What the lead list shows, as its address holds it; a field left out is the default. */
export interface LeadsView {
  search?: string | undefined;
  status?: string | undefined;
  sort?: string | undefined;
  source?: string | undefined;
  minScore?: number | undefined;
  maxScore?: number | undefined;
  /** Created at this moment or later; the other end is not within. */
  from?: string | undefined;
  to?: string | undefined;
  /** So many days back, in place of `from` and `to`: "today", "7d". */
  added?: string | undefined;
  keyword?: string | undefined;
  missing?: string | undefined;
  /** The columns, with commas between. */
  columns?: string | undefined;
  /** The saved view that one chose, by its id; the other fields may have changed since. */
  view?: string | undefined;
}

const REAL_PAGES = [
  { path: "/", label: "Dashboard" },
  { path: "/leads", label: "Lead Management" },
  { path: "/lead-scraper", label: "Lead Scraper" },
  { path: "/gmail", label: "Gmail Integration" },
  { path: "/rules", label: "Rules & Keywords" },
  { path: "/setup-guide", label: "Setup Guide" },
  { path: "/data-sources", label: "Data Sources" },
  { path: "/email-settings", label: "Email Settings" },
  { path: "/configuration", label: "Configuration" },
  { path: "/jobs", label: "Schedules & Jobs" },
  { path: "/history", label: "History" },
  { path: "/account", label: "Account" },
  { path: "/team", label: "Team" },
] as const;

/**
 * The real page whose address is nearest to one that does not exist: "/rules-keywords" gives "/rules". The shared
 * beginning counts most, then the edit distance (Levenshtein). An address like none of them gives the dashboard.
 */
export function nearestPage(pathname: string): { path: string; label: string } {
  const asked = pathname.toLowerCase().replace(/\/+$/, "") || "/";
  let nearest: { path: string; label: string } = REAL_PAGES[0];
  let best = Infinity;
  for (const page of REAL_PAGES.slice(1)) {
    const isPrefix = asked.startsWith(page.path) || (asked.length > 2 && page.path.startsWith(asked));
    const distance = isPrefix ? 0 : editDistance(asked, page.path);
    if (distance < best && (isPrefix || distance <= page.path.length / 2)) {
      best = distance;
      nearest = page;
    }
  }
  return nearest;
}

function queryOf(view: object): string {
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(view)) {
    if (value !== undefined && value !== "") query.set(name, String(value));
  }
  const text = query.toString();
  return text === "" ? "" : `?${text}`;
}

/** How many single characters to insert, delete or replace to make `to` of `from` (Levenshtein, one row at a time). */
function editDistance(from: string, to: string): number {
  let previous = Array.from({ length: to.length + 1 }, (_, column) => column);
  for (let row = 1; row <= from.length; row += 1) {
    const current = [row];
    for (let column = 1; column <= to.length; column += 1) {
      const replaced = (previous[column - 1] ?? 0) + (from[row - 1] === to[column - 1] ? 0 : 1);
      current.push(Math.min(replaced, (previous[column] ?? 0) + 1, (current[column - 1] ?? 0) + 1));
    }
    previous = current;
  }
  return previous[to.length] ?? 0;
}
