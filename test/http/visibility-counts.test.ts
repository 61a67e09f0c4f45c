import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { endpoints, type EndpointKey } from "#shared/contract/endpoints.ts";
import { openWinnow, type Browser, type CallInput, type TestWinnow } from "#test/harness.ts";
import { jobsEnded } from "#test/jobs.ts";
import { ADA, BOB, NO_ACCOUNTS } from "#test/http/account-examples.ts";
import { examplesOf, makeOneOfEach, startPeers, type Peers } from "#test/http/endpoint-examples.ts";
import { listenTo } from "#test/http/event-stream.ts";
import { oneEngine } from "#test/stores.ts";

const FILE = "hidden-prospects.csv";
const OWN_LEADS = 60;

/** Calls besides GET that only answer. */
const PREVIEWS: readonly EndpointKey[] = ["POST /api/what-if", "POST /api/leads/{id}/merge-preview"];
const QUESTIONS = [
  "How many leads are there?",
  "How many leads were approved?",
  "Which rule works best?",
  "What can I improve?",
  "What is running?",
  "What failed?",
];

/** Times and ids, which differ between two calls, and what the whole team shares: runs, and the report it sends. */
const CHANGES =
  /^(?:GET \/api\/schedules .*\.(?:nextRun|lastRun\.\w+)|GET \/api\/jobs .*|GET \/api\/replays\/latest body\.replay\.(?:id|createdAt|finishedAt)|GET \/api\/dashboard\/rule-contributions body\.at|GET \/api\/send-report\/preview body\.(?:subject|leadCount|newCount)|.* body\.(?:instance|lead\.processedAt|lead\.updatedAt))$/u;

describe.each(oneEngine("postgres"))("what a member who sees only some leads reads, on %s", (engine) => {
  let peers: Peers;
  let winnow: TestWinnow;
  let bob: Browser;
  let ada: string;
  let asked: [string, EndpointKey, CallInput][];

  beforeAll(async () => {
    peers = await startPeers();
    winnow = await openWinnow(engine, {
      google: peers.google,
      crms: peers.crms,
      providers: { microsoftUrl: peers.oauth.url },
    });
    const known = { ...(await makeOneOfEach(winnow, peers)), accounts: NO_ACCOUNTS };
    await winnow.ok("POST /api/session/first-owner", { body: ADA });
    const { id: bobId } = await winnow.ok("POST /api/users", { body: { ...BOB, role: "member" } });
    ada = (await winnow.ok("GET /api/session")).user?.id ?? "";
    await winnow.ok("POST /api/sync-leads", {});
    await jobsEnded(winnow.workspace);
    await winnow.ok("POST /api/leads/bulk-owner", { body: { selection: { filter: {} }, ownerId: bobId } });
    await winnow.ok("POST /api/rules", { body: { name: "Pallets", keywords: ["pallets"], scoreWeight: 40 } });
    await addLeads("Own", bobId, OWN_LEADS);
    await winnow.ok("PUT /api/settings", { body: { membersSeeOwnLeads: true } });
    bob = winnow.browser();
    await bob.ok("POST /api/session", { body: BOB });
    await jobsEnded(winnow.workspace);
    const examples = examplesOf(known, peers);
    const keys = (Object.keys(endpoints) as EndpointKey[]).filter((key) => key.startsWith("GET "));
    asked = [
      ...[...keys, ...PREVIEWS].map((key): (typeof asked)[number] => [key, key, examples[key]]),
      ...QUESTIONS.map((message): (typeof asked)[number] => [message, "POST /api/chat", { body: { message } }]),
    ];
  });
  afterAll(async () => {
    await winnow.close();
    await peers.close();
  });

  async function addLeads(name: string, ownerId: string, count: number): Promise<string[]> {
    const ids: string[] = [];
    for (let index = 0; index < count; index++) {
      const { id } = await winnow.ok("POST /api/leads", {
        body: {
          name: `${name} ${index}`,
          email: `${name.toLowerCase()}${index}@analytical.example`,
          ownerId,
          notes: index % 2 === 0 ? "boxes" : "A demo of pallets",
          status: index % 3 === 0 ? "rejected" : "approved",
          tags: ["Important"],
          fields: { budget: index, segment: "Retail" },
        },
      });
      ids.push(id);
    }
    return ids;
  }

  /** What an owner does with leads that Bob doesn't see. */
  async function workOnHiddenLeads(): Promise<void> {
    const [first = "", second = "", ...rest] = await addLeads("Hidden", ada, 20);
    await winnow.ok("PATCH /api/leads/{id}", { id: first, body: { title: "Boss" } });
    await winnow.ok("POST /api/leads/{id}/comments", { id: first, body: { text: "Nice" } });
    await winnow.ok("PUT /api/leads/{id}/next-step", { id: first, body: { text: "Call", due: "2020-01-01" } });
    await winnow.ok("POST /api/leads/bulk-status", { body: { selection: { ids: rest }, status: "qualified" } });
    await winnow.ok("DELETE /api/leads/{id}", { id: second });
    await importFile(winnow, FILE, "Ada");
    await jobsEnded(winnow.workspace);
    await winnow.ok("POST /api/replays", { body: { all: true } });
    await jobsEnded(winnow.workspace);
  }

  async function importFile(browser: Browser, name: string, owner: string): Promise<void> {
    const rows = Array.from({ length: 30 }, (_, index) => `Filed ${index},${owner}${index}@filed.example,${owner}`);
    const upload = await winnow.app.inject({
      method: "POST",
      url: `/api/imports?name=${name}`,
      headers: { cookie: cookieOf(browser), "content-type": "text/csv" },
      payload: `Name,Email,Owner\n${rows.join("\n")}\n`,
    });
    await browser.ok("POST /api/imports/{id}/start", { id: upload.json<{ id: string }>().id });
    await jobsEnded(winnow.workspace);
  }

  async function answers(): Promise<Map<string, string>> {
    const got = new Map<string, string>();
    for (const [name, key, input] of asked) {
      const { statusCode, headers, body } = await bob.call(key, input);
      expect([name, statusCode, body]).toEqual([
        name,
        expect.any(Number),
        expect.not.stringContaining("problem:internal"),
      ]);
      const value: unknown = /^[[{]/u.test(body) ? JSON.parse(body) : body;
      for (const [path, text] of values({ statusCode, total: headers["x-total-count"], body: value }))
        got.set(`${name} ${path}`, text);
    }
    return got;
  }

  test("doesn't depend on leads that it doesn't see", async () => {
    await answers();
    await jobsEnded(winnow.workspace);
    const before = await answers();
    expect(before.get("GET /api/learning body.decisions.positive")).toBe(String((OWN_LEADS * 2) / 3));
    const url = await winnow.app.listen({ port: 0, host: "127.0.0.1" });
    const stream = await listenTo(url, "", { cookie: cookieOf(bob) });
    await workOnHiddenLeads();
    expect((await winnow.ok("GET /api/replays/latest")).replay?.total).toBeGreaterThan(OWN_LEADS + 40);
    await answers();
    const after = await answers();
    const differing = [...new Set([...before.keys(), ...after.keys()])].filter(
      (path) => !CHANGES.test(path) && before.get(path) !== after.get(path),
    );
    expect(differing.map((path) => [path, before.get(path), after.get(path)])).toEqual([]);
    // The report that it may send has all leads.
    const report = await winnow.ok("GET /api/send-report/preview");
    expect((await bob.ok("GET /api/send-report/preview")).subject).toBe(report.subject);

    const { jobs } = await bob.ok("GET /api/jobs", { query: { limit: 200 } });
    const ofAda = (await winnow.ok("GET /api/jobs", { query: { limit: 200 } })).jobs;
    expect(ofAda.map(({ title }) => title)).toContain(`Import of ${FILE}`);
    expect(ofAda.some(({ kind, message }) => kind === "replay" && /\d/u.test(message))).toBe(true);
    expect(jobs.filter(({ kind }) => kind === "import")).toEqual([]);
    expect(jobs.filter(({ state, message, progress }) => progress !== null || (state === "done" && message))).toEqual(
      [],
    );
    const importJob = ofAda.find(({ kind, title }) => kind === "import" && title.includes(FILE));
    expect((await bob.call("GET /api/jobs/{id}", { id: importJob?.id ?? "" })).statusCode).toBe(404);
    expect((await bob.call("POST /api/jobs/{id}/drop", { id: importJob?.id ?? "" })).statusCode).toBe(404);

    await stream.until(({ event, data }) => event === "progress" && "work" in data && data.work === "replay");
    const heard = stream.heard.flatMap(({ event, data }) => (event === "progress" ? [data] : []));
    expect(JSON.stringify(heard)).not.toContain(FILE);
    expect(heard.filter(({ done, total }) => done !== 0 || total !== null)).toEqual([]);
    stream.close();
  });

  test("has the progress of their import", async () => {
    const url = winnow.app.listeningOrigin;
    const stream = await listenTo(url, "", { cookie: cookieOf(bob) });
    await importFile(bob, "mine.csv", "Bob");
    const heard = await stream.until(({ data }) => "work" in data && data.work === "import");
    expect(heard).toMatchObject({ event: "progress", data: { label: "mine.csv" } });
    const { jobs } = await bob.ok("GET /api/jobs", { query: { kind: "import" } });
    expect(jobs.map(({ title, state }) => [title, state])).toEqual([["Import of mine.csv", "done"]]);
    stream.close();
  });
});

function cookieOf(browser: Browser): string {
  return `winnow_session=${browser.cookies()["winnow_session"]}`;
}

/** Every value in an answer by its path. */
function values(value: unknown, path = ""): [string, string][] {
  if (typeof value !== "object" || value === null) return [[path, String(value)]];
  return Object.entries(value).flatMap(([key, one]) => values(one, path === "" ? key : `${path}.${key}`));
}
