import type { SystemStatus } from "#shared/contract/dashboard.ts";
import type { DataSource } from "#shared/contract/data-source.ts";
import type { GuideStep } from "#shared/help/help-text.ts";
import { ownLeads, type SetUpFacts } from "#web/api/set-up.ts";
import { formatCounted } from "#web/format/number.ts";

/** Progress of a step: `note` explains it, `at` says when it was reached (ISO 8601). */
export interface StepProgress {
  state: "done" | "started" | "failing" | "open";
  note: string;
  at?: string;
}

/** Progress of each step, based on actual results; nothing is checked off manually. */
export function guideProgress(facts: SetUpFacts): Record<GuideStep["id"], StepProgress> {
  const { sources, rules, status } = facts;
  const sheets = sources.filter(({ type }) => type === "google_sheets");
  const other = otherSource(facts);
  const unlessOther = (step: StepProgress): StepProgress =>
    step.state === "open" && other !== null ? { state: "done", note: `Not needed: ${other}` } : step;
  return {
    sheet: unlessOther(ofSheet(sheets)),
    credentials: unlessOther(ofCredentials(sheets)),
    source: unlessOther(ofSource(sheets)),
    rules: ofRules(rules),
    reports: ofReports(status.email),
  };
}

/** Where leads come from other than a sheet; null if from nowhere yet. */
function otherSource(facts: SetUpFacts): string | null {
  const mailbox = facts.sources.find(({ type, lastSync }) => type === "email" && lastSync !== null);
  if (mailbox !== undefined) return `${mailbox.name} is connected`;
  const target = facts.targets.find(({ lastScrape }) => lastScrape !== null);
  if (target !== undefined) return `leads come from ${target.name}`;
  const leads = ownLeads(facts);
  return leads === 0 ? null : `you have ${formatCounted(leads, "lead")}`;
}

function ofSheet(sheets: readonly DataSource[]): StepProgress {
  const read = latestRead(sheets);
  if (read === undefined) return { state: "open", note: "Done once Winnow reads a sheet" };
  const rows = read.lastRun?.outcome === "succeeded" ? read.lastRun.seen : 0;
  return {
    state: "done",
    note: `${read.name} synced${rows === 0 ? "" : `, ${formatCounted(rows, "row")}`}`,
  };
}

function ofCredentials(sheets: readonly DataSource[]): StepProgress {
  const holder = sheets.find(({ config }) => config.hasServiceAccount) ?? sheets.find(({ config }) => config.hasApiKey);
  if (holder === undefined) return { state: "open", note: "Done once a data source has a key" };
  const key = holder.config.hasServiceAccount ? "a service account" : "an API key";
  return { state: "done", note: `${holder.name} has ${key}` };
}

function ofSource(sheets: readonly DataSource[]): StepProgress {
  const [first] = sheets;
  if (first === undefined) return { state: "open", note: "No Google Sheet yet" };
  const read = latestRead(sheets.filter(({ failingSince }) => failingSince === null));
  if (read?.lastSync) return { state: "done", note: `${read.name} last synced`, at: read.lastSync };
  const failing = sheets.find(({ failingSince }) => failingSince !== null);
  if (failing !== undefined) return { state: "failing", note: `${failing.name}: ${failing.lastRun?.message ?? ""}` };
  return { state: "started", note: `${first.name} hasn't synced yet. Sync it below` };
}

function ofRules(rules: SetUpFacts["rules"]): StepProgress {
  const active = rules.filter(({ isActive }) => isActive).length;
  if (active > 0) return { state: "done", note: formatCounted(active, "active rule") };
  if (rules.length > 0) return { state: "started", note: "All rules are inactive" };
  return { state: "open", note: "No rules yet" };
}

function ofReports({ state, message, lastReport }: SystemStatus["email"]): StepProgress {
  switch (state) {
    case "failing":
      return { state: "failing", note: message };
    case "not_configured":
      return { state: "open", note: "Outgoing email isn't set up yet" };
    case "paused":
      return { state: "started", note: "Outgoing email is off" };
    case "active":
    case "untested":
      return lastReport === null
        ? { state: "started", note: "Outgoing email is set up, but no report has been sent" }
        : { state: "done", note: "Last report", at: lastReport };
  }
}

/** ISO 8601 in UTC sorts as text. */
function latestRead(sheets: readonly DataSource[]): DataSource | undefined {
  return sheets
    .filter(({ lastSync }) => lastSync !== null)
    .toSorted((a, b) => ((a.lastSync ?? "") < (b.lastSync ?? "") ? 1 : -1))[0];
}
