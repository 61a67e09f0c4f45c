import { expect, test } from "vitest";
import { LIMITS } from "#shared/limits.ts";
import type { StoredLead } from "#shared/lead-record.ts";
import { qualifiedLeadsReport } from "#server/features/reports/content/qualified-leads-report.ts";
import type { ReportStore } from "#server/db/reports/reports.ts";
import type { ChangedLeads } from "#server/db/reports/report-decisions.ts";
import type { StatusTotals } from "#server/db/leads/lead-totals.ts";
import type { LeadStore } from "#server/db/lead-changes/leads.ts";
import { sampleExplanation, sampleLead } from "#test/sample-lead.ts";

function reportOf(leads: StoredLead[], totals: StatusTotals, fresh: ChangedLeads = { count: 0, leads: [] }) {
  const explained: string[] = [];
  const store: Pick<LeadStore, "topQualified" | "totals" | "streamColumns" | "count" | "toReview"> = {
    toReview: () => Promise.resolve({ next: null, waiting: 4, exact: true }),
    count: () => Promise.resolve({ count: 0, exact: true }),
    async *streamColumns({ status }, columns) {
      const rows = leads.filter((lead) => lead.status === status);
      yield rows.map((lead) => columns.map((column) => String(lead[column as keyof StoredLead])));
    },
    topQualified: (limit) => Promise.resolve(leads.slice(0, limit)),
    totals: () => Promise.resolve(totals),
  };
  const changes = { count: 0, leads: [] };
  const reports: Pick<ReportStore, "changes"> = {
    changes: () =>
      Promise.resolve({ newlyQualified: fresh, decided: changes, noLongerQualified: changes, isExact: true }),
  };
  const report = qualifiedLeadsReport({
    store: { leads: store as LeadStore, reports: reports as ReportStore },
    span: { from: new Date("2026-11-19T10:00:00Z"), to: new Date("2026-11-20T10:00:00Z"), timeZone: "UTC" },
    baseUrl: "https://w.example",
    decideLinks: (id, baseUrl) => ({ approve: `${baseUrl}/approve/${id}`, reject: `${baseUrl}/reject/${id}` }),
    threshold: 45,
    generatedAt: "2026-11-20T10:00:00.000Z",
    isTest: false,
    messageId: "<a@b.example>",
    explain: (lead) => {
      explained.push(lead.id);
      return sampleExplanation();
    },
  });
  return { report, explained };
}

test("counts qualified and approved leads and states the threshold", async () => {
  const { report } = reportOf([sampleLead()], { pending: 9, qualified: 3, approved: 2, rejected: 4 });
  const { leadCount, message } = await report;
  expect(leadCount).toBe(5);
  expect(message.subject).toContain("5 qualified leads");
  expect(message.messageId).toBe("<a@b.example>");
  expect(message.text).toContain("score of 45 or more");
  expect(message.text).toContain("+20 enterprise");
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
  expect(message.text).toContain(
    "The attached CSV has the 10,000 with the highest scores. Export the list to get every lead.",
  );
});

test("counts a lead that qualified between the two reads", async () => {
  const { report } = reportOf([sampleLead()], { pending: 1, qualified: 0, approved: 0, rejected: 0 });
  expect((await report).leadCount).toBe(1);
});

test("shows new leads first, each once, with links only for those that wait for a decision", async () => {
  const fresh = sampleLead({ id: "9", name: "New One", score: 31 });
  const leads = [
    sampleLead({ id: "7", name: "Best", score: 90 }),
    sampleLead({ id: "8", name: "Approved", score: 80, status: "approved", statusSetBy: "person" }),
    sampleLead({ id: "6", name: "By hand", score: 70, statusSetBy: "person" }),
    fresh,
  ];
  const totals = { pending: 0, qualified: 3, approved: 1, rejected: 0 };
  const { text } = (await reportOf(leads, totals, { count: 1, leads: [fresh] }).report).message;
  expect(text.match(/^\d\. .*$/gmu)).toEqual(["1. New One", "2. Best", "3. Approved", "4. By hand"]);
  expect(text.match(/\/approve\/\d/gu)).toEqual(["/approve/9", "/approve/7"]);
  expect(text).toContain("1 newly qualified");
  expect(text).toContain("4 leads are waiting for a decision.");
});
