import type { LeadExplanation } from "#shared/contract/lead.ts";
import type { StoredLead } from "#shared/lead-record.ts";
import { QUALIFIED_STATUSES } from "#shared/lead-status.ts";
import { LIMITS } from "#shared/limits.ts";
import { SAMPLE_SOURCE } from "#shared/sample-source.ts";
import type { ReportSpan } from "#server/reports/report-changes.ts";
import { reportFile } from "#server/reports/report-file.ts";
import type { DecideLinks } from "#server/reports/report-lead.ts";
import { reportMessage, type ReportMessage } from "#server/reports/report-message.ts";
import type { Store } from "#server/store/types.ts";

const PRODUCT_NAME = "Winnow";

export interface QualifiedLeadsReportInput {
  store: Pick<Store, "leads" | "reports">;
  threshold: number;
  /** ISO 8601 in UTC. */
  generatedAt: string;
  messageId: string;
  /** Why a lead has its score, with the excerpts. */
  explain: (lead: StoredLead) => LeadExplanation;
  /** What happened from when to when it tells, and by whose clock it says so. */
  span: Pick<ReportSpan, "from" | "to" | "timeZone">;
  /** Where the product is reached from a mail program; null: the report has no links. */
  baseUrl: string | null;
  /** The addresses that decide a lead; only asked for where `baseUrl` is known. */
  decideLinks: (leadId: string, baseUrl: string) => DecideLinks;
}

/**
 * Gathers the qualified and approved leads and writes the report of them. `leadCount` counts all, not only those in it.
 * Leads of the sample are nobody to call, and stay out.
 */
export async function qualifiedLeadsReport(
  input: QualifiedLeadsReportInput,
): Promise<{ leadCount: number; message: ReportMessage }> {
  const { store, span, baseUrl } = input;
  const { leadsInBody, changesInBody } = LIMITS.report;
  const [best, file, counted, changes, waiting] = await Promise.all([
    store.leads.topQualified(leadsInBody),
    reportFile(store),
    countReal(store),
    store.reports.changes({ from: span.from.toISOString(), to: span.to.toISOString(), limit: leadsInBody }),
    store.leads.toReview(null),
  ]);
  // The new ones first: whoever reads a report knows the others from the last.
  const { leads: fresh } = changes.newlyQualified;
  const newIds = new Set(fresh.map(({ id }) => id));
  const leads = [...fresh, ...best.filter(({ id }) => !newIds.has(id))].slice(0, leadsInBody);
  const few = <T extends { leads: StoredLead[] }>(group: T): T => ({
    ...group,
    leads: group.leads.slice(0, changesInBody),
  });
  // Between the reads a lead may have qualified; the report never speaks of fewer than it shows.
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
    productName: PRODUCT_NAME,
  });
  return { leadCount, message };
}

function waitsForDecision({ status, statusSetBy }: StoredLead): boolean {
  return status === "qualified" && statusSetBy === "rule";
}

async function countReal({ leads }: Pick<Store, "leads">): Promise<number> {
  const totals = await leads.totals();
  const ofSample = await Promise.all(
    QUALIFIED_STATUSES.map((status) => leads.count({ status, source: SAMPLE_SOURCE.kind })),
  );
  return ofSample.reduce((rest, { count }) => rest - count, totals.qualified + totals.approved);
}
