import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { endpoints, type EndpointKey } from "#shared/contract/endpoints.ts";
import { roleMay } from "#shared/roles.ts";
import { openWinnow, type Browser, type TestWinnow } from "#test/harness.ts";
import { jobsEnded } from "#test/jobs.ts";
import { ADA, BOB, NO_ACCOUNTS } from "#test/http/account-examples.ts";
import { examplesOf, makeOneOfEach, startPeers, type Known, type Peers } from "#test/http/endpoint-examples.ts";
import { connectAssistant } from "#test/http/mcp-client.ts";
import { differences, storeContent } from "#test/http/store-content.ts";
import { oneEngine, migratedDatabase } from "#test/stores.ts";

/** Calls of members that change a lead, or what belongs to one, by its id or by the id of a part of it. */
const OF_LEADS: ReadonlySet<EndpointKey> = new Set<EndpointKey>([
  "PATCH /api/leads/{id}",
  "DELETE /api/leads/{id}",
  "PUT /api/leads/{id}/next-step",
  "DELETE /api/leads/{id}/next-step",
  "POST /api/leads/{id}/next-step/done",
  "POST /api/leads/{id}/comments",
  "PATCH /api/leads/{id}/comments/{commentId}",
  "DELETE /api/leads/{id}/comments/{commentId}",
  "POST /api/leads/bulk-status",
  "POST /api/leads/bulk-owner",
  "POST /api/leads/bulk-tags",
  "POST /api/leads/bulk-fields",
  "POST /api/leads/bulk-delete",
  "POST /api/leads/{id}/provenance",
  "POST /api/leads/{id}/merge",
  "POST /api/leads/{id}/merge-preview",
  "POST /api/leads/{id}/crm/{connectionId}",
  "POST /api/companies/{key}/read",
  "POST /api/duplicates/{id}/dismiss",
  "PATCH /api/leads/{id}/follow-ups/{questionId}",
  "POST /api/leads/{id}/follow-ups/{questionId}/send",
  "POST /api/leads/{id}/follow-ups/{questionId}/dismiss",
  "POST /api/leads/{id}/follow-ups/stop",
  "POST /api/leads/{id}/suppression/lift",
  "PATCH /api/gmail/emails/{id}",
  "PATCH /api/imports/{id}",
  "DELETE /api/imports/{id}",
  "POST /api/imports/{id}/start",
  "POST /api/imports/{id}/cancel",
  "POST /api/imports/{id}/undo",
  "POST /api/journal/{id}/undo",
]);

/** Calls of members that name no lead: accounts' own data, and what the whole team shares, as rules, sources and tags. */
const OF_NO_LEAD: ReadonlySet<EndpointKey> = new Set<EndpointKey>([
  "POST /api/leads",
  "POST /api/leads/batch",
  "POST /api/leads/bulk-cancel",
  "POST /api/tags",
  "PATCH /api/tags/{id}",
  "POST /api/tags/{id}/merge",
  "DELETE /api/tags/{id}",
  "POST /api/session",
  "DELETE /api/session",
  "POST /api/session/first-owner",
  "POST /api/session/invitation",
  "POST /api/session/password",
  "POST /api/session/second-factor",
  "POST /api/session/second-factor/confirm",
  "POST /api/session/second-factor/remove",
  "PATCH /api/session/digest",
  "DELETE /api/sessions/{id}",
  "POST /api/tokens",
  "PATCH /api/tokens/{id}",
  "DELETE /api/tokens/{id}",
  "POST /api/jobs/{id}/cancel",
  "POST /api/jobs/{id}/retry",
  "POST /api/jobs/{id}/drop",
  "POST /api/schedules/{id}/run",
  "POST /api/sync-leads",
  "POST /api/sync-leads/cancel",
  "POST /api/scrape-targets",
  "PATCH /api/scrape-targets/{id}",
  "DELETE /api/scrape-targets/{id}",
  "POST /api/scrape-targets/{id}/scrape",
  "POST /api/scrape-targets/{id}/cancel",
  "POST /api/process-email",
  "PUT /api/gmail/rules",
  "POST /api/gmail/sync",
  "POST /api/gmail/sync/cancel",
  "POST /api/replays",
  "POST /api/replays/{id}/apply",
  "POST /api/replays/{id}/cancel",
  "POST /api/send-report",
  "POST /api/send-report/test",
  "POST /api/rules",
  "PATCH /api/rules/{id}",
  "DELETE /api/rules/{id}",
  "PUT /api/rules",
  "POST /api/rules/import",
  "POST /api/what-if",
  "POST /api/learning/dismissals",
  "POST /api/lead-views",
  "PATCH /api/lead-views/{id}",
  "DELETE /api/lead-views/{id}",
  "POST /api/notifications/read",
  "POST /api/chat",
  "POST /api/support-requests",
]);

const REQUEST =
  "From: Ann <ann@request.example>\nSubject: Offer\n\nWe need 200 licenses. What would they cost? Please call me.";
const NOWHERE = "987654321";
const writes = (Object.keys(endpoints) as EndpointKey[]).filter((key) => !key.startsWith("GET "));
const ofMembers = writes.filter((key) => roleMay("member", endpoints[key].permission));

test("every call that a member may use to write is decided above", () => {
  expect(ofMembers.toSorted()).toEqual([...OF_LEADS, ...OF_NO_LEAD].toSorted());
});

describe.each(oneEngine("sqlite"))("a member who sees only some leads, on %s", (engine) => {
  let peers: Peers;
  let winnow: TestWinnow;
  let databaseUrl: string | undefined;
  let known: Known;
  let unknown: Known;
  let ownId: string;
  let bob: Browser;

  beforeAll(async () => {
    peers = await startPeers();
    databaseUrl = engine === "postgres" ? await migratedDatabase(engine, "") : undefined;
    winnow = await openWinnow(engine, {
      google: peers.google,
      crms: peers.crms,
      providers: { microsoftUrl: peers.oauth.url },
      ...(databaseUrl !== undefined && { databaseUrl }),
    });
    const made = await makeOneOfEach(winnow, peers);
    const { emailId } = await winnow.ok("POST /api/process-email", { body: { content: REQUEST } });
    // A bulk action adds a missing tag, before it looks for leads.
    await winnow.ok("POST /api/tags", { body: { name: "VIP" } });
    known = { ...made, processedEmailId: emailId, accounts: NO_ACCOUNTS };
    await winnow.ok("POST /api/session/first-owner", { body: ADA });
    const { id: bobId } = await winnow.ok("POST /api/users", { body: { ...BOB, role: "member" } });
    const ada = (await winnow.ok("GET /api/session")).user?.id;
    await winnow.ok("POST /api/leads/bulk-owner", { body: { selection: { filter: {} }, ownerId: ada } });
    const own = { name: "Bobs Own", email: "own@bob.example", ownerId: bobId };
    ownId = (await winnow.ok("POST /api/leads", { body: own })).id;
    await winnow.ok("PUT /api/settings", { body: { membersSeeOwnLeads: true } });
    await jobsEnded(winnow.workspace);
    bob = winnow.browser();
    await bob.ok("POST /api/session", { body: BOB });
    unknown = {
      ...known,
      leadId: NOWHERE,
      twinId: NOWHERE,
      pairId: `${NOWHERE}-${NOWHERE}`,
      commentId: NOWHERE,
      importId: NOWHERE,
      finishedImportId: NOWHERE,
      processedEmailId: NOWHERE,
      actId: NOWHERE,
    };
  });
  afterAll(async () => {
    await winnow.close();
    await peers.close();
  });

  async function content(): Promise<Record<string, string[]>> {
    await jobsEnded(winnow.workspace);
    const all = await storeContent({ dataDir: winnow.dataDir, databaseUrl });
    // Signing in, and being seen, isn't a change of a lead.
    const { sessions: _, sign_in_attempts: __, rate_limits: ___, processes: ____, ...rest } = all;
    return rest;
  }

  async function answerTo(key: EndpointKey, ids: Known) {
    const input = examplesOf(ids, peers)[key];
    const params =
      key.startsWith("POST /api/companies/") && ids === unknown ? { key: "@nowhere.example" } : input.params;
    const answer = await bob.call(key, { ...input, ...(params && { params }) });
    const { instance: _, ...body } = answer.body === "" ? {} : answer.json<Record<string, unknown>>();
    return { status: answer.statusCode, body };
  }

  test("gets the answer to an unknown id for each lead of a colleague, and changes nothing", async () => {
    const before = await content();
    for (const key of OF_LEADS) {
      const answer = await answerTo(key, known);
      expect([key, answer]).toEqual([key, await answerTo(key, unknown)]);
      const isBulk = key.startsWith("POST /api/leads/bulk-");
      expect([key, answer.status, answer.body["changed"]]).toEqual(isBulk ? [key, 200, 0] : [key, 404, undefined]);
    }
    for (const key of ["POST /api/leads/{id}/merge", "POST /api/leads/{id}/merge-preview"] as const) {
      const answers = [known.leadId, NOWHERE].map(async (otherId) => {
        const answer = await bob.call(key, { id: ownId, body: { otherId } });
        return [key, answer.statusCode, answer.json<{ detail: string }>().detail];
      });
      expect(await answers[0]).toEqual(await answers[1]);
    }
    expect(differences(before, await content())).toEqual({});
  });

  test("may not call what is left to owners", async () => {
    for (const key of writes.filter((one) => !ofMembers.includes(one)))
      expect([key, (await bob.call(key, examplesOf(known, peers)[key])).statusCode]).toEqual([key, 403]);
  }, 60_000);

  test("can't change a colleague's lead with an assistant's tools", async () => {
    const url = await winnow.app.listen({ port: 0, host: "127.0.0.1" });
    const { token } = await bob.ok("POST /api/tokens", {
      body: { name: "Mine", scopes: ["read", "intake", "work"], password: BOB.password },
    });
    const assistant = await connectAssistant(url, token);
    const before = await content();
    const ids: Record<string, unknown> = { id: known.leadId, leadId: known.leadId, otherId: known.twinId };
    const called: string[] = [];
    for (const tool of (await assistant.client.listTools()).tools) {
      const names = Object.keys(tool.inputSchema.properties ?? {});
      if (tool.annotations?.readOnlyHint === true || !names.some((name) => name in ids || name === "leadIds")) continue;
      called.push(tool.name);
      const args = Object.fromEntries(names.flatMap((name) => (name in ids ? [[name, ids[name]]] : [])));
      await assistant.call(tool.name as never, {
        ...args,
        ...(names.includes("leadIds") && { leadIds: [known.leadId] }),
        ...(names.includes("status") && { status: "rejected" }),
        ...(names.includes("text") && { text: "Hello" }),
        ...(names.includes("title") && { title: "Boss" }),
      });
    }
    expect(called.length).toBeGreaterThan(2);
    const { api_tokens: _, ...changed } = differences(before, await content());
    expect(changed).toEqual({});
  }, 60_000);

  test("can't undo what only owners do, even if it sees all leads", async () => {
    await winnow.ok("PUT /api/settings", { body: { membersSeeOwnLeads: false } });
    const tried: [EndpointKey, number][] = [];
    for (const key of writes.filter((one) => endpoints[one].permission === "manage")) {
      const answer = await winnow.call(key, examplesOf(known, peers)[key]);
      const id = answer.headers["x-act-id"] ?? (answer.body.startsWith("{") && answer.json<{ actId?: string }>().actId);
      if (typeof id !== "string") continue;
      tried.push([key, (await bob.call("POST /api/journal/{id}/undo", { id })).statusCode]);
    }
    expect(tried.length).toBeGreaterThan(10);
    expect(tried.filter(([, status]) => status !== 403)).toEqual([]);
  }, 60_000);
});
