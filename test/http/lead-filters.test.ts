import type { LightMyRequestResponse } from "fastify";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { Lead, LeadFilter, LeadRow } from "#shared/contract/leads/lead.ts";
import { openWinnow, type TestWinnow } from "#test/harness.ts";
import { readCsv } from "#test/http/read-csv.ts";
import { connectSheet, sync } from "#test/http/sheet.ts";
import { startGooglePeer, type GooglePeer } from "#test/peers/google/google-peer.ts";
import { sampleLeads } from "#test/peers/google/sample-leads.ts";
import { ENGINES } from "#test/stores.ts";

const ROWS = 260;
const LATER = new Date("2026-11-20T09:30:00.000Z");

let google: GooglePeer;
beforeAll(async () => {
  google = await startGooglePeer();
});
afterAll(() => google.close());

const FILTERS: [string, LeadFilter, (lead: Lead) => boolean][] = [
  // First, because the bulk actions of the others change leads, too.
  ["what changed since", { changedFrom: LATER.toISOString() }, ({ name }) => name === "Late Larsson"],
  ["nothing", {}, () => true],
  ["a status", { status: "qualified" }, ({ status }) => status === "qualified"],
  ["a stage", { stage: "qualified" }, ({ status }) => status === "qualified" || status === "approved"],
  ["words in any order and field", { search: "larsson.example LATE" }, ({ name }) => name === "Late Larsson"],
  ["a stretch of scores", { minScore: 25, maxScore: 50 }, ({ score }) => score >= 25 && score <= 50],
  ["a keyword", { keyword: "BUDGET" }, ({ keywords }) => keywords.includes("Budget")],
  ["what is missing", { missing: "email" }, ({ email }) => email === ""],
  ["a day", { from: "2026-11-20", to: "2026-11-21" }, ({ name }) => name === "Late Larsson"],
  [
    "all that came before, with a search",
    { to: LATER.toISOString(), search: "berg", maxScore: 24 },
    ({ createdAt, name, company, score }) =>
      createdAt < LATER.toISOString() && `${name} ${company}`.includes("Berg") && score <= 24,
  ],
  [
    "a keyword of a status from a source",
    { keyword: "price", status: "qualified", source: "google_sheets", missing: "need" },
    () => false,
  ],
];

describe.each(ENGINES)("a filter on %s", (engine) => {
  let winnow: TestWinnow;
  beforeAll(async () => {
    let now = new Date("2026-11-19T12:00:00.000Z");
    winnow = await openWinnow(engine, { google, clock: () => now });
    await winnow.ok("PUT /api/settings", { body: { maxLeadsPerSync: null } });
    await winnow.ok("POST /api/rules", { body: { name: "Intent", keywords: ["demo", "price"], scoreWeight: 25 } });
    await winnow.ok("POST /api/rules", { body: { name: "Hurry", keywords: ["urgent", "Budget"], scoreWeight: 10 } });
    // Some have no email and are identified by their phone.
    const rows = sampleLeads(ROWS).map((row, at) => (at % 20 === 3 ? row.with(1, "") : row));
    await connectSheet(winnow, google, rows);
    await sync(winnow);
    now = LATER;
    await winnow.ok("POST /api/leads", { body: { name: "Late Larsson", email: "late@larsson.example" } });
  });
  afterAll(() => winnow.close());

  test("means the same leads to the list, its count, the totals, the export and a bulk action", async () => {
    const everyLead = (await winnow.ok("GET /api/leads")) as Lead[];
    for (const [name, filter, isMeant] of FILTERS) {
      const meant = everyLead.filter((lead) => isMeant(lead)).map(({ id }) => id);
      const query = { status: "all", ...filter } as Record<string, string | number>;
      const listed = await winnow.call("GET /api/leads", { query: { ...query, limit: 500 } });
      expect([name, listed.json<LeadRow[]>().map(({ id }) => id)]).toEqual([name, meant]);
      const counted = await winnow.call("GET /api/leads", { query: { ...query, limit: 1 } });
      expect([name, counted.headers["x-total-count"]]).toEqual([name, String(meant.length)]);

      const totals = await winnow.ok("GET /api/leads/totals", { query });
      for (const [status, total] of Object.entries(totals)) {
        const found = everyLead.filter((lead) => lead.status === status && isMeant(lead));
        const scoreSum = found.reduce((sum, { score }) => sum + score, 0);
        expect([name, status, total]).toEqual([name, status, { count: found.length, scoreSum }]);
      }

      const search = new URLSearchParams(Object.entries(query).map(([key, value]) => [key, String(value)]));
      const { body } = await winnow.app.inject({ url: `/api/leads/export?${search}` });
      const [headings = [], ...exported] = readCsv(body);
      const id = headings.indexOf("Id");
      expect([name, exported.map((row) => row[id])]).toEqual([name, meant]);

      const act = await winnow.ok("POST /api/leads/bulk-status", {
        body: { selection: { filter }, status: "approved" },
      });
      expect([name, act.changed + act.unchanged]).toEqual([name, meant.length]);
      if (act.actId !== null) await winnow.ok("POST /api/journal/{id}/undo", { id: act.actId });
    }
  });

  test("finds a keyword that rules spell in more than one way", async () => {
    const withBudget = () => winnow.ok("GET /api/leads", { query: { keyword: "budget", limit: 500 } });
    const before = await withBudget();
    const [hurry] = (await winnow.ok("GET /api/rules")).filter(({ name }) => name === "Hurry");
    const change = (keywords: string[]) =>
      winnow.ok("PATCH /api/rules/{id}", { id: hurry?.id ?? "", body: { keywords } });
    await change(["urgent", "BUDGET"]);
    // On a slow machine, rescoring ends after the response.
    await expect.poll(async () => (await withBudget()).every(({ keywords }) => keywords.includes("BUDGET"))).toBe(true);
    expect((await withBudget()).map(({ id }) => id)).toEqual(before.map(({ id }) => id));
    await change(["urgent"]);
    await expect.poll(withBudget).toEqual([]);
  });

  test.each(["email", "-email"])("sorted by %s, leads without an email come last", async (sort) => {
    const leads: LeadRow[] = [];
    for (let url: string | undefined = `/api/leads?sort=${sort}&limit=41`; url !== undefined;) {
      const answer: LightMyRequestResponse = await winnow.app.inject({ url });
      leads.push(...answer.json<LeadRow[]>());
      url = /^<([^>]+)>/u.exec(String(answer.headers["link"] ?? ""))?.[1];
    }
    expect(leads).toHaveLength(ROWS + 1);
    const emails = leads.map(({ email }) => email);
    const given = emails.filter((email) => email !== "").toSorted();
    const none = emails.filter((email) => email === "");
    expect(none.length).toBeGreaterThan(5);
    expect(emails).toEqual([...(sort === "email" ? given : given.toReversed()), ...none]);
  });
});
