import type { LightMyRequestResponse } from "fastify";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { LEAD_SORTS, LeadRow, type Lead } from "#shared/contract/leads/lead.ts";
import { exactly, openWinnow, type TestWinnow } from "#test/harness.ts";
import { connectSheet, sync } from "#test/http/sheet.ts";
import { startGooglePeer, type GooglePeer } from "#test/peers/google/google-peer.ts";
import { sampleLeads } from "#test/peers/google/sample-leads.ts";
import { oneEngine } from "#test/stores.ts";

const SHEET_LEADS = 403;
/** Names with characters that a pattern language treats specially, and what a person may type to find them. */
const ODD = [
  { name: "100% Cotton", finds: ["100%", "0% c"] },
  { name: "snake_case", finds: ["e_c"] },
  { name: "back\\slash", finds: ["\\s", "k\\"] },
  { name: "Sinéad O'Connor", finds: ["o'c", "O’Connor".replace("’", "'"), "SINEAD"] },
  { name: 'Jo "JJ" Jones', finds: ['"jj"'] },
  { name: "Zoë Größe", finds: ["zoe", "GRÖSSE", "grosse"] },
  { name: "שרה לוי", finds: ["לוי"] },
  { name: "日本商事", finds: ["本商", "日"] },
  { name: "Rocket 🚀 Lab", finds: ["🚀"] },
  { name: "a*b?c[d]", finds: ["*b?", "[d]"] },
  { name: "near AND not OR", finds: ["AND NOT", "not or"] },
  { name: "-dash: colon", finds: ["-dash", "h: c"] },
];

let google: GooglePeer;
beforeAll(async () => {
  google = await startGooglePeer();
});
afterAll(() => google.close());

describe.each(oneEngine("sqlite"))("the list of leads on %s", (engine) => {
  let winnow: TestWinnow;
  beforeAll(async () => {
    winnow = await openWinnow(engine, { google });
    await winnow.ok("POST /api/rules", { body: { name: "Intent", keywords: ["demo", "price"], scoreWeight: 25 } });
    await winnow.ok("POST /api/rules", { body: { name: "Hurry", keywords: ["urgent"], scoreWeight: 35 } });
    await winnow.ok("PUT /api/settings", { body: { maxLeadsPerSync: null } });
    await connectSheet(winnow, google, sampleLeads(SHEET_LEADS));
    await sync(winnow);
    for (const [index, { name }] of ODD.entries()) {
      await winnow.ok("POST /api/leads", { body: { name, email: `odd${index}@odd.example`, status: "rejected" } });
    }
  });
  afterAll(() => winnow.close());

  const everyLead = (): Promise<Lead[]> => winnow.ok("GET /api/leads") as Promise<Lead[]>;

  /** Follows the links from page to page; `between` runs after each. */
  async function walk(query: Record<string, string | number>, between?: () => Promise<unknown>): Promise<LeadRow[]> {
    const leads: LeadRow[] = [];
    let url: string | undefined =
      `/api/leads?${new URLSearchParams(Object.entries(query).map(([k, v]) => [k, String(v)]))}`;
    while (url !== undefined) {
      const answer: LightMyRequestResponse = await winnow.app.inject({ url });
      expect(answer.statusCode).toBe(200);
      if (leads.length > 10_000) throw new Error(`The pages do not end: ${url}`);
      leads.push(...exactly(LeadRow.array(), answer.json()));
      url = /^<([^>]+)>; rel="next"$/u.exec(String(answer.headers["link"]))?.[1];
      await between?.();
    }
    return leads;
  }

  const ids = (leads: readonly { id: string }[]): string[] => leads.map(({ id }) => id);

  test("without parameters streams everything, newest first", async () => {
    const answer = await winnow.call("GET /api/leads");
    expect(answer.headers["link"]).toBeUndefined();
    // A length would mean that everything had been buffered first.
    expect(answer.headers["content-length"]).toBeUndefined();
    const leads = await everyLead();
    expect(leads).toHaveLength(SHEET_LEADS + ODD.length);
    expect(ids(leads)).toEqual(ids(leads).toSorted((a, b) => Number(b) - Number(a)));
    expect(leads.map(({ createdAt }) => createdAt)).toEqual(
      leads
        .map(({ createdAt }) => createdAt)
        .toSorted()
        .toReversed(),
    );
  });

  test("with any parameter is a page of 50", async () => {
    const answer = await winnow.call("GET /api/leads", { query: { status: "all" } });
    expect(answer.json()).toHaveLength(50);
    expect(answer.headers["x-total-count"]).toBe(String(SHEET_LEADS + ODD.length));
    expect(answer.headers["x-total-count-exact"]).toBe("true");
    const last = await winnow.call("GET /api/leads", { query: { search: "odd.example", limit: 500 } });
    expect(last.json()).toHaveLength(ODD.length);
    expect(last.headers["link"]).toBeUndefined();
  });

  test.each(LEAD_SORTS)("sorted by %s, pages list each lead once, even while others are added", async (sort) => {
    const before = await everyLead();
    let added = 0;
    const walked = await walk({ sort, limit: 97 }, async () => {
      added += 1;
      const name = `${added % 2 === 0 ? "Aaron" : "Zoltan"} ${sort} ${added}`;
      await winnow.ok("POST /api/leads", { body: { name, company: name, email: `${sort}.${added}@new.example` } });
    });
    const known = new Set(ids(before));
    const met = ids(walked).filter((id) => known.has(id));
    expect(met).toHaveLength(known.size);
    expect(new Set(met)).toEqual(known);
    expect(new Set(ids(walked)).size).toBe(walked.length);

    const [field, direction] = sort.startsWith("-") ? [sort.slice(1), -1] : [sort, 1];
    // Leads without an email come last in either direction.
    const none = direction === 1 ? "\u{10ffff}" : "";
    const key = ({ id, score, name, company, email, source, status, keywords }: LeadRow): string | number =>
      ({
        createdAt: Number(id),
        score,
        name: fold(name),
        company: fold(company),
        email: fold(email) || none,
        source,
        status,
        keywords: keywords.length,
      })[field] ?? 0;
    for (const [index, lead] of walked.entries()) {
      const next = walked[index + 1];
      if (next === undefined) break;
      const [a, b] = [key(lead), key(next)];
      const order = a === b ? Math.sign(Number(next.id) - Number(lead.id)) : a < b ? 1 : -1;
      expect([lead.name, next.name, order]).toEqual([lead.name, next.name, direction]);
    }
  });

  test.each<[string, Record<string, string | number>, (lead: Lead) => boolean]>([
    ["a status", { status: "qualified" }, ({ status }) => status === "qualified"],
    ["another", { status: "rejected" }, ({ status }) => status === "rejected"],
    ["any status", { status: "all", minScore: 1 }, ({ score }) => score >= 1],
    ["a score", { minScore: 50 }, ({ score }) => score >= 50],
    ["a source", { source: "manual" }, ({ source }) => source === "manual"],
    ["a source that is none", { source: "g%" }, () => false],
    [
      "two at once",
      { source: "google_sheets", minScore: 30 },
      (lead) => lead.source === "google_sheets" && lead.score >= 30,
    ],
    [
      "a search within a status",
      { search: "müller", status: "qualified" },
      (lead) => lead.status === "qualified" && lead.name.includes("Müller"),
    ],
    ["a search in the email", { search: "contact11@" }, ({ email }) => email.startsWith("contact11@")],
    ["a search over the company", { search: "Tanaka BAKERY" }, ({ company }) => company.startsWith("Tanaka Bakery")],
    ["two letters", { search: "zo" }, (lead) => fold(`${lead.name} ${lead.email} ${lead.company}`).includes("zo")],
    ["spaces alone", { search: "   " }, () => true],
    ["the most score", { maxScore: 24 }, ({ score }) => score <= 24],
    ["a stretch of scores", { minScore: 35, maxScore: 60 }, ({ score }) => score >= 35 && score <= 60],
    ["no score at all", { minScore: 60, maxScore: 35 }, () => false],
    ["a keyword, in whatever case", { keyword: "PriCE" }, ({ keywords }) => keywords.includes("price")],
    ["the beginning of a keyword", { keyword: "pric" }, () => false],
    ["what is missing", { missing: "phone" }, ({ missingInfo }) => missingInfo.includes("phone")],
    [
      "a keyword, what is missing and a search",
      { keyword: "demo", missing: "need", search: "an" },
      (lead) =>
        lead.keywords.includes("demo") &&
        lead.missingInfo.includes("need") &&
        fold(`${lead.name}\n${lead.email}\n${lead.company}`).includes("an"),
    ],
    ["a day that is over", { from: "2020-01-01", to: "2020-01-02" }, () => false],
    ["any time since", { from: "2020-01-01T00:00:00+05:30" }, () => true],
  ])("filtered by %s", async (_, query, isMeant) => {
    const meant = (await everyLead()).filter(isMeant);
    for (const sort of ["-createdAt", "-score"]) {
      const found = await walk({ ...query, sort, limit: 200 });
      expect(new Set(ids(found))).toEqual(new Set(ids(meant)));
      expect(found).toHaveLength(meant.length);
    }
    const answer = await winnow.call("GET /api/leads", { query: { ...query, limit: 1 } });
    expect(answer.headers["x-total-count"]).toBe(String(meant.length));
  });

  test.each(ODD)("a search takes $name literally", async ({ name, finds }) => {
    for (const search of finds) {
      expect([search, (await walk({ search })).map((lead) => lead.name)]).toEqual([search, [name]]);
    }
  });

  test("a search spans fields and includes the notes", async () => {
    expect((await walk({ search: "only newsletter" })).length).toBeGreaterThan(0);
    expect((await walk({ search: "odd0 cotton" })).map((lead) => lead.name)).toEqual(["100% Cotton"]);
  });

  test("pages for the screen omit the raw input, pages for programs include it", async () => {
    const [row] = exactly(LeadRow.array(), (await winnow.call("GET /api/leads", { query: { view: "row" } })).json());
    expect(row).not.toHaveProperty("rawData");
    expect(row).not.toHaveProperty("sourceData");
    const [full] = exactly(LeadRow.array(), (await winnow.call("GET /api/leads", { query: { limit: 1 } })).json());
    expect(full).toHaveProperty("rawData");
  });

  test("continues with the newest leads when the reader skips those added since", async () => {
    const whole = await everyLead();
    const first = await winnow.app.inject({ url: "/api/leads?limit=20&sort=-createdAt&view=row" });
    const to = encodeURIComponent(new Date(Date.now() + 1).toISOString());
    const next = /^<([^>]+)>/u.exec(String(first.headers["link"]))?.[1] ?? "";
    const second = await winnow.app.inject({ url: `${next}&to=${to}` });
    expect(second.statusCode).toBe(200);
    const read = [...first.json<LeadRow[]>(), ...second.json<LeadRow[]>()];
    expect(ids(read)).toEqual(ids(whole.slice(0, 40)));
    const third = /^<([^>]+)>/u.exec(String(second.headers["link"]))?.[1] ?? "";
    expect((await winnow.app.inject({ url: third })).json<LeadRow[]>()[0]?.id).toBe(whole[40]?.id);
  });

  test("a cursor of one order is rejected by another", async () => {
    const answer = await winnow.call("GET /api/leads", { query: { sort: "name", limit: 5 } });
    const cursor = new URL(`http://x${/<(.*)>/u.exec(String(answer.headers["link"]))?.[1]}`).searchParams.get("cursor");
    const refused = await winnow.call("GET /api/leads", { query: { sort: "score", cursor: cursor ?? "" } });
    expect(refused.statusCode).toBe(422);
  });

  test("the full export matches the full list", async () => {
    const lines = (await winnow.app.inject({ url: "/api/leads/export?status=all" })).body.trimEnd().split("\r\n");
    expect(lines).toHaveLength((await everyLead()).length + 1);
  });
});

/** As a person compares: ignoring case and accents. */
function fold(text: string): string {
  return text.normalize("NFKD").toUpperCase().toLowerCase().replace(/\p{M}/gu, "");
}
