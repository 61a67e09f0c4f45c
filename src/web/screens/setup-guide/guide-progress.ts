import type { SystemStatus } from "#shared/contract/dashboard.ts";
import type { DataSource } from "#shared/contract/data-source.ts";
import type { GuideStep } from "#shared/help/help-text.ts";
import type { SetUpFacts } from "#web/api/set-up.ts";

/** How far a step of the guide is: `note` says what shows it, `at` when that was (ISO 8601). */
export interface StepProgress {
  state: "done" | "started" | "failing" | "open";
  note: string;
  at?: string;
}

type Facts = Pick<SetUpFacts, "sources" | "rules" | "status">;

/** How far each step is, from what the product itself has seen: nothing is ticked off by hand. */
export function guideProgress({ sources, rules, status }: Facts): Record<GuideStep["id"], StepProgress> {
  const sheets = sources.filter(({ type }) => type === "google_sheets");
  return {
    sheet: ofSheet(sheets),
    credentials: ofCredentials(sheets),
    source: ofSource(sheets),
    rules: ofRules(rules),
    reports: ofReports(status.email),
  };
}

function ofSheet(sheets: readonly DataSource[]): StepProgress {
  const read = latestRead(sheets);
  if (read === undefined) return { state: "open", note: "Done as soon as Winnow has read a sheet" };
  const rows = read.lastRun?.outcome === "succeeded" ? read.lastRun.seen : 0;
  return { state: "done", note: `${read.name} has been read${rows === 0 ? "" : `, ${plural(rows, "row")} last`}` };
}

function ofCredentials(sheets: readonly DataSource[]): StepProgress {
  const holder = sheets.find(({ config }) => config.hasServiceAccount) ?? sheets.find(({ config }) => config.hasApiKey);
  if (holder === undefined) return { state: "open", note: "Done as soon as a data source holds a key" };
  const key = holder.config.hasServiceAccount ? "a service account" : "an API key";
  return { state: "done", note: `${holder.name} has ${key}` };
}

function ofSource(sheets: readonly DataSource[]): StepProgress {
  const [first] = sheets;
  if (first === undefined) return { state: "open", note: "No Google Sheet has been added yet" };
  const read = latestRead(sheets.filter(({ failingSince }) => failingSince === null));
  if (read?.lastSync) return { state: "done", note: `${read.name} was last read`, at: read.lastSync };
  const failing = sheets.find(({ failingSince }) => failingSince !== null);
  if (failing !== undefined) return { state: "failing", note: `${failing.name}: ${failing.lastRun?.message ?? ""}` };
  return { state: "started", note: `${first.name} was added, but has not been read yet. Sync it below` };
}

function ofRules(rules: Facts["rules"]): StepProgress {
  const active = rules.filter(({ isActive }) => isActive).length;
  if (active > 0) return { state: "done", note: plural(active, "active rule") };
  if (rules.length > 0) return { state: "started", note: "Every rule is switched off" };
  return { state: "open", note: "No rules yet" };
}

function ofReports({ state, message, lastReport }: SystemStatus["email"]): StepProgress {
  switch (state) {
    case "failing":
      return { state: "failing", note: message };
    case "not_configured":
      return { state: "open", note: "Outgoing email is not configured yet" };
    case "paused":
      return { state: "started", note: "Outgoing email is switched off" };
    case "active":
    case "untested":
      return lastReport === null
        ? { state: "started", note: "Outgoing email is configured, but no report was sent yet" }
        : { state: "done", note: "Last report", at: lastReport };
  }
}

/** ISO 8601 in UTC sorts as text. */
function latestRead(sheets: readonly DataSource[]): DataSource | undefined {
  return sheets
    .filter(({ lastSync }) => lastSync !== null)
    .toSorted((a, b) => ((a.lastSync ?? "") < (b.lastSync ?? "") ? 1 : -1))[0];
}

function plural(count: number, noun: string): string {
  return `${count.toLocaleString()} ${noun}${count === 1 ? "" : "s"}`;
}
