import type { LeadExplanation } from "#shared/contract/leads/lead.ts";
import type { StoredLead } from "#shared/lead-record.ts";
import { QUALIFIED_STATUSES } from "#shared/lead-status.ts";
import { LIMITS } from "#shared/limits.ts";
import { SAMPLE_SOURCE } from "#shared/sample-source.ts";
import type { ReportSpan } from "#server/features/reports/content/report-changes.ts";
import { reportFile } from "#server/features/reports/content/report-file.ts";
import type { DecideLinks } from "#server/features/reports/content/report-lead.ts";
import { reportMessage, type ReportMessage } from "#server/features/reports/content/report-message.ts";
import type { Store } from "#server/db/store.ts";

export interface QualifiedLeadsReportInput {
  store: Pick<Store, "leads" | "reports">;
  threshold: number;
  /** ISO 8601 in UTC. */
  generatedAt: string;
  messageId: string;
  /** Marks the report as a test. */
  isTest: boolean;
  /** A lead's score explanation, with excerpts. */
  explain: (lead: StoredLead) => LeadExplanation;
  /** The time span of the report, and the time zone of the dates in it. */
  span: Pick<ReportSpan, "from" | "to" | "timeZone">;
  /** The product's public URL; without it, the report has no links. */
  baseUrl: string | null;
  /** The links for deciding on a lead; only called if `baseUrl` is known. */
  decideLinks: (leadId: string, baseUrl: string) => DecideLinks;
}

/**
 * Builds the report of qualified and approved leads. `leadCount` counts all of them, not only those in the report.
 * Sample leads are excluded.
 */
export async function qualifiedLeadsReport(
  input: QualifiedLeadsReportInput,
): Promise<{ leadCount: number; message: ReportMessage }> {
  const { store, span, baseUrl } = input;
  const { leadsInBody, changesInBody } = LIMITS.report;
  const [best, file, counted, changes, waiting] = await Promise.all([
    store.leads.topQualified(leadsInBody),
    reportFile(store),
    countReportLeads(store),
    store.reports.changes({ from: span.from.toISOString(), to: span.to.toISOString(), limit: leadsInBody }),
    store.leads.toReview(null),
  ]);
  // New leads first: readers know the others from the last report.
  const { leads: fresh } = changes.newlyQualified;
  const newIds = new Set(fresh.map(({ id }) => id));
  const leads = [...fresh, ...best.filter(({ id }) => !newIds.has(id))].slice(0, leadsInBody);
  const few = <T extends { leads: StoredLead[] }>(group: T): T => ({
    ...group,
    leads: group.leads.slice(0, changesInBody),
  });
  // A lead may have qualified between the reads; the report never counts fewer leads than it shows.
  const leadCount = Math.max(counted, leads.length, file.leadCount);
  const message = reportMessage({
    leads,
    file,
    leadCount,
    threshold: input.threshold,
    span: {
      ...span,
      changes: { ...changes, decided: few(changes.decided), noLongerQualified: few(changes.noLongerQualified) },
      waiting: { count: waiting.waiting, exact: waiting.exact },
    },
    newIds,
    decideLinks: new Map(
      baseUrl === null
        ? []
        : leads.filter(waitsForDecision).map((lead) => [lead.id, input.decideLinks(lead.id, baseUrl)]),
    ),
    explanations: new Map(leads.map((lead) => [lead.id, input.explain(lead)])),
    generatedAt: input.generatedAt,
    baseUrl,
    messageId: input.messageId,
    isTest: input.isTest,
  });
  return { leadCount, message };
}

function waitsForDecision({ status, statusSetBy }: StoredLead): boolean {
  return status === "qualified" && statusSetBy === "rule";
}

/** How many leads the report counts: qualified and approved ones, without samples. */
export async function countReportLeads({ leads }: Pick<Store, "leads">): Promise<number> {
  const totals = await leads.totals();
  const ofSample = await Promise.all(
    QUALIFIED_STATUSES.map((status) => leads.count({ status, source: SAMPLE_SOURCE.kind })),
  );
  return ofSample.reduce((rest, { count }) => rest - count, totals.qualified + totals.approved);
}
