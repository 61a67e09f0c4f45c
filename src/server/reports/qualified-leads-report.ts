import type { LeadExplanation } from "#shared/contract/lead.ts";
import type { StoredLead } from "#shared/lead-record.ts";
import { QUALIFIED_STATUSES } from "#shared/lead-status.ts";
import { LIMITS } from "#shared/limits.ts";
import { SAMPLE_SOURCE } from "#shared/sample-source.ts";
import { reportFile } from "#server/reports/report-file.ts";
import { reportMessage, type ReportMessage } from "#server/reports/report-message.ts";
import type { Store } from "#server/store/types.ts";

const PRODUCT_NAME = "Winnow";

export interface QualifiedLeadsReportInput {
  store: Pick<Store, "leads">;
  threshold: number;
  /** ISO 8601 in UTC. */
  generatedAt: string;
  messageId: string;
  /** Why a lead has its score, with the excerpts. */
  explain: (lead: StoredLead) => LeadExplanation;
  /** Where the product is reached from a mail program; null or left out: the report has no links. */
  baseUrl?: string | null;
}

/**
 * Gathers the qualified and approved leads and writes the report of them. `leadCount` counts all, not only those in it.
 * Leads of the sample are nobody to call, and stay out.
 */
export async function qualifiedLeadsReport(
  input: QualifiedLeadsReportInput,
): Promise<{ leadCount: number; message: ReportMessage }> {
  const [leads, file, counted] = await Promise.all([
    input.store.leads.topQualified(LIMITS.report.leadsInBody),
    reportFile(input.store),
    countReal(input.store),
  ]);
  // Between the reads a lead may have qualified; the report never speaks of fewer than it shows.
  const leadCount = Math.max(counted, leads.length, file.leadCount);
  const message = reportMessage({
    leads,
    file,
    leadCount,
    threshold: input.threshold,
    explanations: new Map(leads.map((lead) => [lead.id, input.explain(lead)])),
    generatedAt: input.generatedAt,
    baseUrl: input.baseUrl ?? null,
    messageId: input.messageId,
    productName: PRODUCT_NAME,
  });
  return { leadCount, message };
}

async function countReal({ leads }: Pick<Store, "leads">): Promise<number> {
  const totals = await leads.totals();
  const ofSample = await Promise.all(
    QUALIFIED_STATUSES.map((status) => leads.count({ status, source: SAMPLE_SOURCE.kind })),
  );
  return ofSample.reduce((rest, { count }) => rest - count, totals.qualified + totals.approved);
}
