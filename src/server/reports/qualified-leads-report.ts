import type { LeadExplanation } from "#shared/contract/lead.ts";
import type { StoredLead } from "#shared/lead-record.ts";
import { LIMITS } from "#shared/limits.ts";
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

/** Gathers the qualified and approved leads and writes the report of them. `leadCount` counts all, not only those in it. */
export async function qualifiedLeadsReport(
  input: QualifiedLeadsReportInput,
): Promise<{ leadCount: number; message: ReportMessage }> {
  const [leads, file, totals] = await Promise.all([
    input.store.leads.topQualified(LIMITS.report.leadsInBody),
    reportFile(input.store),
    input.store.leads.totals(),
  ]);
  // Between the reads a lead may have qualified; the report never speaks of fewer than it shows.
  const leadCount = Math.max(totals.qualified + totals.approved, leads.length, file.leadCount);
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
