import { cutWhole } from "#shared/text/cut-whole.ts";
import type { CompanyFact } from "#shared/contract/leads/company-site.ts";
import { DAY, HOUR, MINUTE } from "#shared/durations.ts";
import { counted } from "#shared/counted.ts";
import { LEAD_FIELDS } from "#shared/lead-fields.ts";
import type { FieldOrigin, StoredLead } from "#shared/lead-record.ts";
import { LIMITS } from "#shared/limits.ts";
import { assessLead } from "#server/pipeline/intake/assess-lead.ts";
import { ACTION_UNDONE, type ActionProgress } from "#server/db/lead-changes/bulk-change.ts";
import type { CompanySiteRecord } from "#server/db/companies/company-sites.ts";
import type { NewJournalEntry } from "#server/db/journal/journal-entry.ts";
import { readSettings } from "#server/db/read-settings.ts";
import { withLease } from "#server/jobs/queue/with-lease.ts";
import { acting } from "#server/platform/acting.ts";
import { AppError } from "#server/platform/errors.ts";
import { companyDomains, type IsCompanyDomain } from "#server/features/companies/company-domains.ts";
import { isImporting } from "#server/features/duplicates/find-duplicates.ts";
import { withScoring } from "#server/features/rules/with-scoring.ts";
import { crawlerName } from "#server/features/websites/crawler-name.ts";
import type { Workspace } from "#server/workspace.ts";

/**
 * The fields filled from facts. The phone isn't: a company's switchboard would hide that the person's own number is
 * missing.
 */
const FILLED = { company: "name", industry: "industry" } as const;

const { sites: SITES, batch: BATCH, retryDays: RETRY_DAYS } = LIMITS.companySites;
/** Leads that are younger wait for the next run: others may still be added before them. */
const YOUNGEST_MILLISECONDS = MINUTE;
/** An attempt that was killed is repeated after this time. */
const KILLED_AFTER = HOUR;

/**
 * Reads the websites that are due, up to a maximum per run and day, and fills empty fields of the companies' leads.
 * Makes no request while this is turned off, and waits while an import has the database to itself.
 */
export async function readCompanySites(workspace: Workspace): Promise<{ read: number; filled: number }> {
  const done = { read: 0, filled: 0 };
  if (!(await readSettings(workspace)).companyFactsOn) return done;
  await withLease(workspace, "company-facts", async (signal) => {
    if (await isImporting(workspace)) return;
    const isCompany = await companyDomains(workspace);
    await addUnknown(workspace, isCompany, signal);
    const { clock, store } = workspace;
    const until = new Date(clock().getTime() - YOUNGEST_MILLISECONDS).toISOString();
    while (!signal.aborted && (await store.companySites.walkNewLeads(until, BATCH)) > 0);
    while (!signal.aborted && !(await isImporting(workspace))) {
      done.filled += await fillLeads(workspace, signal);
      const site = done.read < SITES ? await nextSite(workspace) : null;
      if (site === null || signal.aborted) break;
      await readSite(workspace, site, isCompany, signal);
      done.read += 1;
    }
  });
  return done;
}

/** Adds the companies of leads that aren't known yet. */
async function addUnknown({ store, clock }: Workspace, isCompany: IsCompanyDomain, signal: AbortSignal): Promise<void> {
  for (let after: string | null = ""; after !== null && !signal.aborted;) {
    const found: { domains: string[]; last: string | null } = await store.companySites.unknown(after, BATCH);
    const domains = found.domains.filter(isCompany);
    if (domains.length > 0) await store.companySites.add(domains, clock().toISOString());
    after = found.last;
  }
}

/** The next website to read; null if none is due, or as many as allowed were read today. */
async function nextSite(workspace: Workspace): Promise<CompanySiteRecord | null> {
  const { store, clock } = workspace;
  const now = clock().toISOString();
  const { companyFactsOn, companyFactsPerDay } = await readSettings(workspace);
  const site = companyFactsOn ? await store.companySites.nextDue(now) : null;
  // A person's request doesn't wait for the next day.
  if (site === null || site.due === "") return site;
  const today = await store.companySites.askedSince(now.slice(0, "2026-01-01".length));
  return today < companyFactsPerDay ? site : null;
}

async function readSite(
  workspace: Workspace,
  site: CompanySiteRecord,
  isCompany: IsCompanyDomain,
  signal: AbortSignal,
): Promise<void> {
  const { store, clock, websites, feed } = workspace;
  const { domain } = site;
  // It may have become the team's domain since.
  if (!isCompany(domain)) {
    const failure = `${domain} is one of your team's domains.`;
    await store.companySites.end(domain, { state: "failed", failure, due: null }, { fills: false });
    return;
  }
  const now = clock();
  // A website that always ends the process isn't read forever.
  const isLast = RETRY_DAYS[site.tries] === undefined;
  await store.companySites.begin(domain, now.toISOString(), isLast ? null : later(now, KILLED_AFTER));
  try {
    const found = await websites.visitCompany({ domain, userAgent: await crawlerName(workspace), signal });
    const readAt = clock().toISOString();
    if (found.failure === null) {
      const { facts } = found;
      const result = { state: "read", failure: "", due: null, readAt, facts } as const;
      await store.companySites.end(domain, result, { fills: fillsMore(facts, site.facts) });
    } else {
      const days = found.mayPass ? RETRY_DAYS[site.tries] : undefined;
      const due = days === undefined ? null : later(clock(), days * DAY);
      await store.companySites.end(domain, { state: "failed", failure: found.failure, due }, { fills: false });
    }
  } catch (error) {
    if (!signal.aborted) throw error;
    // Asked to stop: it is read again right away.
    await store.companySites.end(domain, { state: site.state, failure: site.failure, due: site.due }, { fills: false });
  }
  feed.changed(["leads"]);
}

const NOTHING_YET: ActionProgress = { actId: null, changed: 0 };

/** Fills empty fields of leads from what was read, each company's as one action. */
async function fillLeads(workspace: Workspace, signal: AbortSignal): Promise<number> {
  const { store, clock, feed } = workspace;
  let filled = 0;
  let soFar: ActionProgress = NOTHING_YET;
  while (!signal.aborted) {
    const next = await store.companySites.unfilled();
    if (next === null) break;
    const at = clock().toISOString();
    const filling = withScoring(workspace, (scoring) =>
      store.companySites.fill(
        next,
        BATCH,
        (lead) => {
          const completed = filledFromSite(lead, next, at);
          return completed === null ? null : assessLead(completed, { ...scoring, now: at });
        },
        { soFar, entryOf: (changed) => entry(changed, next.domain, at), rulesVersion: scoring.version },
      ),
    );
    const { act, leadIds, isDone } = await filling.catch((error: unknown) => {
      if (!(error instanceof AppError) || error.id !== ACTION_UNDONE) throw error;
      // The company's other leads are filled as another action.
      return { act: NOTHING_YET, leadIds: [], isDone: false };
    });
    filled += leadIds.length;
    soFar = isDone ? NOTHING_YET : act;
    if (leadIds.length > 0) feed.changed(["leads", "activity"], leadIds.length === 1 ? leadIds : undefined);
  }
  return filled;
}

function entry(changed: number, domain: string, at: string): NewJournalEntry {
  return {
    kind: "edited",
    title: `${counted(changed, "lead")} completed`,
    description: `Empty fields filled from ${domain}`,
    by: acting().by,
    at,
  };
}

function later(now: Date, milliseconds: number): string {
  return new Date(now.getTime() + milliseconds).toISOString();
}

/** Whether these facts fill a field that earlier ones didn't. */
function fillsMore(facts: readonly CompanyFact[], earlier: readonly CompanyFact[]): boolean {
  return Object.values(FILLED).some(
    (kind) => facts.some((fact) => fact.kind === kind) && !earlier.some((fact) => fact.kind === kind),
  );
}

/** Fills the lead's empty fields, except those that a person cleared; null if there are none to fill. */
function filledFromSite(
  lead: StoredLead,
  { domain, facts }: { domain: string; facts: readonly CompanyFact[] },
  at: string,
): StoredLead | null {
  const filled: StoredLead = { ...lead, provenance: { ...lead.provenance }, updatedAt: at };
  let isFilled = false;
  for (const field of ["company", "industry"] as const) {
    const fact = facts.find(({ kind }) => kind === FILLED[field]);
    const origin = lead.provenance[field];
    if (fact === undefined || lead[field] !== "" || origin?.method === "edited" || origin?.isChosen === true) continue;
    filled[field] = cutWhole(fact.value, LEAD_FIELDS[field].maxLength);
    filled.provenance[field] = originOf(fact, domain, at);
    isFilled = true;
  }
  return isFilled ? filled : null;
}

function originOf({ url }: CompanyFact, domain: string, at: string): FieldOrigin {
  return { source: "website", sourceName: domain, locator: url, method: "text", at };
}
