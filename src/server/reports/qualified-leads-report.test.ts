import { expect, test } from "vitest";
import { LIMITS } from "#shared/limits.ts";
import type { StoredLead } from "#shared/lead-record.ts";
import { qualifiedLeadsReport } from "#server/reports/qualified-leads-report.ts";
import type { LeadStore, StatusTotals } from "#server/store/types.ts";
import { sampleExplanation, sampleLead } from "#test/sample-lead.ts";

function reportOf(leads: StoredLead[], totals: StatusTotals) {
  const explained: string[] = [];
  const store: Pick<LeadStore, "topQualified" | "totals" | "streamColumns" | "count"> = {
    count: () => Promise.resolve({ count: 0, exact: true }),
    async *streamColumns({ status }, columns) {
      const rows = leads.filter((lead) => lead.status === status);
      yield rows.map((lead) => columns.map((column) => String(lead[column as keyof StoredLead])));
    },
    topQualified: (limit) => Promise.resolve(leads.slice(0, limit)),
    totals: () => Promise.resolve(totals),
  };
  const report = qualifiedLeadsReport({
    store: { leads: store as LeadStore },
    threshold: 45,
    generatedAt: "2026-11-20T10:00:00.000Z",
    messageId: "<a@b.example>",
    explain: (lead) => {
      explained.push(lead.id);
      return sampleExplanation();
    },
  });
  return { report, explained };
}

test("counts qualified and approved leads and says at which score leads qualify", async () => {
  const { report } = reportOf([sampleLead()], { pending: 9, qualified: 3, approved: 2, rejected: 4 });
  const { leadCount, message } = await report;
  expect(leadCount).toBe(5);
  expect(message.subject).toContain("5 qualified leads");
  expect(message.messageId).toBe("<a@b.example>");
  expect(message.text).toContain("score of 45 or more");
  expect(message.text).toContain("+20  Big customers: enterprise");
});

test("explains only the leads of the body, and attaches up to the limit", async () => {
  const leads = Array.from({ length: LIMITS.report.leadsInAttachment + 5 }, (_, index) =>
    sampleLead({ id: String(index) }),
  );
  const { report, explained } = reportOf(leads, { pending: 0, qualified: leads.length, approved: 0, rejected: 0 });
  const { leadCount, message } = await report;
  expect(leadCount).toBe(leads.length);
  expect(explained).toHaveLength(LIMITS.report.leadsInBody);
  expect(message.attachments[0]?.content.split("\r\n")).toHaveLength(LIMITS.report.leadsInAttachment + 2);
  expect(message.text).toContain("The file holds the 10,000 with the highest scores. 5 further leads can be exported.");
});

test("a lead that qualified between the two reads is counted", async () => {
  const { report } = reportOf([sampleLead()], { pending: 1, qualified: 0, approved: 0, rejected: 0 });
  expect((await report).leadCount).toBe(1);
});
