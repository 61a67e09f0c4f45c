import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { countsAsQualified } from "#shared/lead-status.ts";
import type { Lead } from "#shared/contract/leads/lead.ts";
import { openWinnow, type TestWinnow } from "#test/harness.ts";
import { rescored } from "#test/jobs.ts";
import { addLeads, ENGINES } from "#test/stores.ts";

const NOW = new Date("2026-03-10T20:00:00.000Z");

/** Three rules: the second has two keywords, the third matches nothing. */
const RULES = [
  { name: "Budget", keywords: ["budget"], scoreWeight: 20 },
  { name: "Intent", keywords: ["demo", "price"], scoreWeight: 15 },
  { name: "Silence", keywords: ["xylophone"], scoreWeight: 90 },
];

/** Notes and the points they score. */
const NOTES = [
  ["A budget and a demo", 35],
  ["A budget, a demo and a price", 50],
  ["A demo and a price", 30],
  ["A budget", 20],
  ["Hello", 0],
  ["Hello again", 0],
] as const;

describe.each(ENGINES)("the dashboard's figures on %s", (engine) => {
  let winnow: TestWinnow;
  let ids: string[];
  const allLeads = (): Promise<Lead[]> => winnow.ok("GET /api/leads") as Promise<Lead[]>;
  const contributions = async (): Promise<Record<string, unknown>> => {
    const { rules } = await winnow.ok("GET /api/dashboard/rule-contributions");
    return Object.fromEntries(
      rules.map(({ name, leads, points, qualified, decisive }) => [name, { leads, points, qualified, decisive }]),
    );
  };

  beforeAll(async () => {
    winnow = await openWinnow(engine, { clock: () => NOW });
    for (const body of RULES) await winnow.ok("POST /api/rules", { body });
    ids = [];
    for (const [index, [notes]] of NOTES.entries()) {
      const body = { name: `Lead ${index}`, email: `lead${index}@acme.example`, notes };
      ids.push((await winnow.ok("POST /api/leads", { body })).id);
    }
  });
  afterAll(() => winnow.close());

  it("count every lead by score", async () => {
    const { threshold, counts } = await winnow.ok("GET /api/dashboard/score-distribution");
    expect(threshold).toBe(30);
    expect(counts).toHaveLength(101);
    const scores = NOTES.map(([, score]) => score);
    expect(counts.flatMap((count, score) => Array.from({ length: count }, () => score))).toEqual(
      scores.toSorted((a, b) => a - b),
    );
  });

  it("report the points of each rule as the leads' own points add up", async () => {
    expect(await contributions()).toEqual({
      Budget: { leads: 3, points: 60, qualified: 2, decisive: 1 },
      Intent: { leads: 3, points: 75, qualified: 3, decisive: 3 },
      Silence: { leads: 0, points: 0, qualified: 0, decisive: 0 },
    });
  });

  it("follow people's decisions, and each stage includes the later ones", async () => {
    expect(await winnow.ok("GET /api/dashboard/funnel")).toEqual({
      received: 6,
      matched: 4,
      qualified: 3,
      approved: 0,
    });
    await winnow.ok("PATCH /api/leads/{id}", { id: ids[0] ?? "", body: { status: "approved" } });
    await winnow.ok("PATCH /api/leads/{id}", { id: ids[4] ?? "", body: { status: "approved" } });
    await winnow.ok("PATCH /api/leads/{id}", { id: ids[2] ?? "", body: { status: "rejected" } });
    expect(await winnow.ok("GET /api/dashboard/funnel")).toEqual({
      received: 6,
      matched: 5,
      qualified: 3,
      approved: 2,
    });
    await expect.poll(contributions).toMatchObject({
      Budget: { leads: 3, qualified: 2, decisive: 1 },
      Intent: { leads: 3, qualified: 2, decisive: 2 },
    });
  });

  it("follow the threshold and rules, and notify open pages after a recount", async () => {
    const heard: string[] = [];
    const forget = winnow.workspace.feed.onMessage((message) => {
      if (message.event === "changed") heard.push(...message.data.topics);
    });
    await winnow.ok("PUT /api/settings", { body: { qualificationThreshold: 50 } });
    expect(await winnow.ok("GET /api/dashboard/score-distribution")).toMatchObject({ threshold: 50 });
    await expect.poll(contributions).toMatchObject({
      Budget: { leads: 3, qualified: 2, decisive: 1 },
      Intent: { leads: 3, qualified: 2, decisive: 1 },
    });
    // Asked again right after a count, the cached figures are returned and a refresh is announced.
    let isQualified = true;
    const changeAndAsk = async (): Promise<string[]> => {
      isQualified = !isQualified;
      const body = { status: isQualified ? "qualified" : "rejected" };
      await winnow.ok("PATCH /api/leads/{id}", { id: ids[1] ?? "", body });
      await contributions();
      return heard;
    };
    await expect.poll(changeAndAsk).toContain("rule-contributions");
    forget();

    const rules = await winnow.ok("GET /api/rules");
    const budget = rules.find(({ name }) => name === "Budget")?.id ?? "";
    await winnow.ok("PATCH /api/rules/{id}", { id: budget, body: { isActive: false, name: "Money" } });
    await rescored(winnow.workspace);
    await expect.poll(async () => Object.keys(await contributions())).toEqual(["Intent", "Silence"]);
    const qualified = (await allLeads()).filter(({ status }) => countsAsQualified(status)).length;
    expect((await winnow.ok("GET /api/dashboard/funnel")).qualified).toBe(qualified);
  });

  it("count days in the reader's time zone", async () => {
    await addLeads(winnow.workspace.store, [
      { source: "website", createdAt: "2026-03-08T18:29:59.999Z" },
      { source: "website", createdAt: "2026-03-08T18:30:00.000Z" },
      { source: "form", createdAt: "2026-03-09T18:29:59.999Z" },
    ]);
    winnow.workspace.feed.changed(["leads"]);
    const days = async (query: Record<string, string | number>) => {
      const answer = await winnow.ok("GET /api/dashboard/leads-over-time", { query });
      expect(answer.days).toHaveLength(Number(query["days"] ?? 30));
      return answer.days.slice(-4);
    };
    expect(await days({ timeZone: "Asia/Kolkata", days: 7 })).toEqual([
      { day: "2026-03-08", bySource: { website: 1 } },
      { day: "2026-03-09", bySource: { website: 1, form: 1 } },
      { day: "2026-03-10", bySource: {} },
      { day: "2026-03-11", bySource: { manual: 6 } },
    ]);
    expect(await days({})).toEqual([
      { day: "2026-03-07", bySource: {} },
      { day: "2026-03-08", bySource: { website: 2 } },
      { day: "2026-03-09", bySource: { form: 1 } },
      { day: "2026-03-10", bySource: { manual: 6 } },
    ]);
  });

  it.each([
    [{ timeZone: "Mars/Olympus" }, 422, "timeZone"],
    [{ timeZone: "+02:00" }, 422, "timeZone"],
    [{ days: 6 }, 400, "days"],
    [{ days: 367 }, 400, "days"],
  ])("reject %j with %d", async (query, status, field) => {
    const answer = await winnow.call("GET /api/dashboard/leads-over-time", { query });
    expect(answer.statusCode).toBe(status);
    expect(answer.json()).toMatchObject({ errors: [{ field }] });
  });
});

describe("rule figures", () => {
  it("aren't counted anymore once Winnow stops", async () => {
    const winnow = await openWinnow("sqlite");
    await addLeads(
      winnow.workspace.store,
      Array.from({ length: 1_200 }, () => ({})),
    );
    const asked = winnow.call("GET /api/dashboard/rule-contributions");
    const closed = winnow.close();
    expect([200, 503]).toContain((await asked).statusCode);
    await closed;
  });
});
