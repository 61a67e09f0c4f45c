import type { LightMyRequestResponse } from "fastify";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { endpoints, type EndpointKey } from "#shared/contract/endpoints.ts";
import { openWinnow, type Browser, type TestWinnow } from "#test/harness.ts";
import { jobsEnded } from "#test/jobs.ts";
import { ADA, BOB, isOfAccounts, NO_ACCOUNTS } from "#test/http/account-examples.ts";
import { examplesOf, makeOneOfEach, startPeers, type Known, type Peers } from "#test/http/endpoint-examples.ts";
import { oneEngine } from "#test/stores.ts";

/** In every text of the owner's leads. */
const CANARY = "Zzyzxcanary";
const QUESTIONS = [
  "Which leads should I call today?",
  "Who are my best leads?",
  "Which companies have the most leads?",
  "What happened today?",
  "Show me the duplicates",
  "Which rule works best?",
  "Who has not been contacted?",
  `Find ${CANARY.slice(0, 5)}`,
  "Why was Lovelace scored?",
  "What can I improve?",
  "Which leads have a plan?",
  `Leads with plan ${CANARY.slice(0, 5)}`,
  "What is Lovelace's plan?",
  "What do we know about acme.example?",
  "What is the phone number of the company Acme?",
  "Latest comments",
  "What did Ada say about Lovelace?",
  "What is overdue?",
  "What is due this week?",
  "Leads with a bad address",
  "Leads tagged Important",
  "Set plan to Gold for Lovelace",
  "Set plan to Gold for all qualified leads",
];

const reads = (key: string): boolean => key.startsWith("GET ");
const keys = (Object.keys(endpoints) as EndpointKey[]).toSorted((a, b) => Number(reads(b)) - Number(reads(a)));

let peers: Peers;
beforeAll(async () => {
  peers = await startPeers();
});
afterAll(() => peers.close());

describe.each(oneEngine("sqlite"))("a member who sees only some leads, on %s", (engine) => {
  let winnow: TestWinnow;
  let known: Known;
  let bob: Browser;
  /** Names and addresses of leads that Bob doesn't see. */
  let hidden: string[];
  let hiddenIds: string[];

  beforeAll(async () => {
    winnow = await openWinnow(engine, {
      google: peers.google,
      crms: peers.crms,
      providers: { microsoftUrl: peers.oauth.url },
    });
    known = await makeOneOfEach(winnow, peers);
    await winnow.ok("POST /api/session/first-owner", { body: ADA });
    const { id: bobId } = await winnow.ok("POST /api/users", { body: { ...BOB, role: "member" } });
    await winnow.ok("POST /api/sync-leads", {});
    await jobsEnded(winnow.workspace);
    const field = await winnow.ok("POST /api/lead-fields", { body: { name: "Plan", kind: "text" } });
    const leads = await winnow.ok("GET /api/leads");
    hidden = leads.flatMap(({ name, email }) => [name, email]).filter((text) => text.length > 8);
    hiddenIds = leads.map(({ id }) => id);
    for (const [index, { id, name }] of leads.entries()) {
      await winnow.ok("PATCH /api/leads/{id}", {
        id,
        body: {
          name: `${name} ${CANARY}`,
          company: `${CANARY} ${index % 3}`,
          title: `${CANARY} buyer`,
          notes: `Wants ${CANARY} for the demo`,
          status: "qualified",
          tags: ["Important"],
          fields: { [field.key]: `${CANARY} plan` },
        },
      });
      await winnow.ok("PUT /api/leads/{id}/next-step", { id, body: { text: `Call ${CANARY}`, due: "2020-01-01" } });
      await winnow.ok("POST /api/leads/{id}/comments", { id, body: { text: `@Bob, ${CANARY} is a good one` } });
    }
    const ada = (await winnow.ok("GET /api/team")).find(({ username }) => username === "Ada");
    await winnow.ok("POST /api/leads/bulk-owner", { body: { selection: { ids: hiddenIds }, ownerId: ada?.id } });
    for (const [name, ownerId] of [
      ["Bobs Own", bobId],
      ["Nobodys Own", undefined],
    ] as const) {
      await winnow.ok("POST /api/leads", {
        body: {
          name,
          email: `${name.slice(0, 4)}@seen.example`,
          notes: "demo",
          status: "qualified",
          ...(ownerId && { ownerId }),
        },
      });
    }
    await jobsEnded(winnow.workspace);
    // Caches hold everyone's answers before members are limited.
    for (const key of keys.filter(reads))
      await winnow.call(key, examplesOf({ ...known, accounts: NO_ACCOUNTS }, peers)[key]);
    await winnow.ok("PUT /api/settings", { body: { membersSeeOwnLeads: true } });
    bob = await signedIn();
  });
  afterAll(() => winnow.close());

  async function signedIn(): Promise<Browser> {
    const browser = winnow.browser();
    await browser.ok("POST /api/session", { body: BOB });
    return browser;
  }

  function leaks(answer: Pick<LightMyRequestResponse, "body" | "headers">): string[] {
    const said = `${answer.body} ${JSON.stringify(answer.headers)}`;
    return [CANARY, ...hidden].filter((text) => said.includes(text));
  }

  const exampleOf = (key: EndpointKey) => examplesOf({ ...known, accounts: NO_ACCOUNTS }, peers)[key];

  test("owners find the texts, so that the other tests can fail", async () => {
    const telling: EndpointKey[] = [];
    for (const key of keys.filter(reads))
      if (leaks(await winnow.call(key, exampleOf(key))).length > 0) telling.push(key);
    expect(telling).toEqual(
      expect.arrayContaining([
        "GET /api/leads",
        "GET /api/companies/{key}",
        "GET /api/duplicates",
        "GET /api/dashboard/activity",
      ]),
    );
    expect(telling.length).toBeGreaterThan(10);
  });

  test("sees its own and unassigned leads", async () => {
    expect(hiddenIds.length).toBeGreaterThan(6);
    const seen = await bob.ok("GET /api/leads");
    expect(seen.map(({ name }) => name).toSorted()).toEqual(["Bobs Own", "Nobodys Own"]);
  });

  test.each([
    "/api/leads",
    "/api/leads?status=all&limit=100",
    `/api/leads?search=${CANARY}`,
    "/api/leads?search=Love&view=row",
    `/api/companies/${CANARY}%200`,
    "/api/companies/@acme.example",
    "/api/leads/export?status=all",
    "/api/journal?limit=100",
    "/api/dashboard/activity?limit=100",
    "/api/gmail/emails?limit=100",
    "/api/form-submissions?limit=100",
    "/api/jobs?limit=100",
    "/api/duplicates?limit=100",
  ])("GET %s names no other lead", async (url) => {
    const cookie = `winnow_session=${bob.cookies()["winnow_session"]}`;
    const answer = await winnow.app.inject({ url, headers: { cookie } });
    expect(answer.statusCode).toBeLessThan(500);
    expect(leaks(answer)).toEqual([]);
  });

  test("gets 404 for each lead of others", async () => {
    for (const id of hiddenIds) {
      const answer = await bob.call("GET /api/leads/{id}", { id });
      expect([answer.statusCode, answer.json().detail]).toEqual([404, "No such lead. It may have been deleted."]);
      const url = `/api/leads/export?ids=${id}`;
      const cookie = `winnow_session=${bob.cookies()["winnow_session"]}`;
      expect((await winnow.app.inject({ url, headers: { cookie } })).body.trim().split("\n")).toHaveLength(1);
    }
  });

  test.each(QUESTIONS)("the assistant answers “%s” without other leads", async (message) => {
    const answer = await bob.call("POST /api/chat", { body: { message } });
    expect(answer.statusCode).toBe(200);
    expect(leaks({ ...answer, body: answer.body.replaceAll(message, "") })).toEqual([]);
  });

  test("no call of the endpoint table names other leads or changes them", async () => {
    const before = await hiddenLeads();
    const found: [string, number, string[]][] = [];
    for (const key of keys) {
      if (isOfAccounts(key) && !reads(key)) bob = await signedIn();
      const answer = await bob.call(key, exampleOf(key));
      const texts = leaks(answer);
      if (texts.length > 0 || answer.statusCode >= 500) found.push([key, answer.statusCode, texts.slice(0, 3)]);
      if (answer.statusCode === 401) bob = await signedIn();
    }
    expect(found).toEqual([]);
    await jobsEnded(winnow.workspace);
    expect(await hiddenLeads()).toEqual(before);
  });

  async function hiddenLeads(): Promise<unknown[]> {
    const leads = await winnow.ok("GET /api/leads");
    return leads
      .filter(({ id }) => hiddenIds.includes(id))
      .map(({ id, name, email, company, notes, status, ownerId, nextStep }) => ({
        id,
        name,
        email,
        company,
        notes,
        status,
        ownerId,
        nextStep,
      }));
  }
});
