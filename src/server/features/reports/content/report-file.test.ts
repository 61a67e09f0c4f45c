import { describe, expect, it } from "vitest";
import { LIMITS } from "#shared/limits.ts";
import { LEAD_CSV_HEADER } from "#server/features/leads/lead-csv.ts";
import { reportFile } from "#server/features/reports/content/report-file.ts";
import { addLeads, ENGINES, openTestStore } from "#test/stores.ts";

describe.each(ENGINES)("the file of a report on %s", (engine) => {
  const namesIn = (csv: string): string[] =>
    csv
      .slice(LEAD_CSV_HEADER.length)
      .split("\r\n")
      .slice(0, -1)
      .map((line) => line.slice(0, line.indexOf(",")));

  it("contains qualified and approved leads, best first as in the body", async () => {
    const store = await openTestStore(engine);
    expect(await reportFile(store)).toEqual({ csv: LEAD_CSV_HEADER, leadCount: 0 });
    const statuses = ["qualified", "approved", "pending", "rejected", "approved", "qualified"] as const;
    await addLeads(
      store,
      Array.from({ length: 300 }, (_, index) => ({
        name: `Lead ${index}`,
        status: statuses[index % statuses.length] ?? "pending",
        score: (index * 7) % 11,
      })),
    );
    const { csv, leadCount } = await reportFile(store);
    expect(leadCount).toBe(200);
    expect(namesIn(csv)).toEqual((await store.leads.topQualified(300)).map(({ name }) => name));
  });

  it("ends before the row that would make it too large to mail", async () => {
    const store = await openTestStore(engine);
    const notes = "é".repeat(LIMITS.lead.notesLength);
    await addLeads(
      store,
      Array.from({ length: 20 }, (_, index) => ({ name: `Lead ${index}`, score: index, notes })),
    );
    const { csv, leadCount } = await reportFile(store);
    expect(namesIn(csv)).toEqual(Array.from({ length: leadCount }, (_, index) => `Lead ${19 - index}`));
    const bytes = Buffer.byteLength(csv);
    expect(bytes).toBeLessThanOrEqual(LIMITS.report.attachmentBytes);
    expect(bytes + bytes / leadCount).toBeGreaterThan(LIMITS.report.attachmentBytes);
  });
});
