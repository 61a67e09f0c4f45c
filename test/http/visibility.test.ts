import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { endpoints, type EndpointKey } from "#shared/contract/endpoints.ts";
import type { LeadRow } from "#shared/contract/leads/lead.ts";
import { freshWinnow, openWinnow, type Browser, type TestWinnow } from "#test/harness.ts";
import { jobsEnded } from "#test/jobs.ts";
import { ADA, BOB, CHOSEN, NO_ACCOUNTS } from "#test/http/account-examples.ts";
import { examplesOf, makeOneOfEach, startPeers, type Known, type Peers } from "#test/http/endpoint-examples.ts";
import { listenTo } from "#test/http/event-stream.ts";
import { connectAssistant } from "#test/http/mcp-client.ts";
import { ENGINES, oneEngine } from "#test/stores.ts";

const LIMITED = { body: { membersSeeOwnLeads: true } };

interface Team {
  winnow: TestWinnow;
  bob: Browser;
  ids: { ada: string; bob: string };
  /** Adds a lead of this owner, or of nobody. */
  lead: (name: string, ownerId: string | null, more?: object) => Promise<string>;
}

/** An owner, Ada, and a member, Bob, who sees only his own and unassigned leads. */
async function team(engine: "sqlite" | "postgres"): Promise<Team> {
  const winnow = await freshWinnow(engine);
  await winnow.ok("POST /api/session/first-owner", { body: ADA });
  const { id: bobId } = await winnow.ok("POST /api/users", { body: { ...BOB, role: "member" } });
  await winnow.ok("PUT /api/settings", LIMITED);
  const bob = winnow.browser();
  await bob.ok("POST /api/session", { body: BOB });
  const me = await winnow.ok("GET /api/session");
  return {
    winnow,
    bob,
    ids: { ada: me.user?.id ?? "", bob: bobId },
    lead: async (name, ownerId, more = {}) => {
      const email = `${name.toLowerCase().replaceAll(" ", ".")}@acme.example`;
      const { id } = await winnow.ok("POST /api/leads", {
        body: { name, email, ...(ownerId !== null && { ownerId }), ...more },
      });
      return id;
    },
  };
}

const names = (leads: readonly Pick<LeadRow, "name">[]): string[] => leads.map(({ name }) => name).toSorted();

describe.each(ENGINES)("a limited list on %s", (engine) => {
  test("counts are those of the lists", async () => {
    const { bob, ids, lead } = await team(engine);
    for (const owner of [ids.ada, ids.bob, null]) {
      for (const status of ["pending", "qualified", "rejected"])
        await lead(`Lead ${owner} ${status}`, owner, { status });
    }
    const queries = [
      {},
      { status: "qualified" },
      { status: "qualified", minScore: 0, maxScore: 50 },
      { minScore: 0, maxScore: 99 },
      { search: "lead" },
      { search: "acme.example" },
      { search: "le" },
      { owner: "none" },
      { owner: "me" },
      { owner: ids.ada },
      { stage: "qualified" },
      { company: "@acme.example" },
      { source: "manual", status: "pending" },
      { missing: "phone" },
      { search: "qualified", status: "qualified" },
    ];
    for (const query of queries) {
      const all = await bob.ok("GET /api/leads", { query: { ...query, limit: 100 } });
      const page = await bob.call("GET /api/leads", { query: { ...query, limit: 1 } });
      expect([query, all.every(({ ownerId }) => ownerId !== ids.ada)]).toEqual([query, true]);
      const counted = page.headers["x-total-count"];
      expect([query, String(counted)]).toEqual([query, String(all.length)]);
    }
    const stats = await bob.ok("GET /api/dashboard/stats");
    expect(stats).toMatchObject({ totalLeads: 6, qualifiedLeads: 2 });
    expect(await bob.ok("GET /api/dashboard/pipeline")).toMatchObject({ qualified: 2, rejected: 2 });
    const { counts } = await bob.ok("GET /api/dashboard/score-distribution");
    expect(counts.reduce((sum, count) => sum + count, 0)).toBe(6);
  });

  test("an export of many leads stays limited in every chunk", async () => {
    const { winnow, bob, ids } = await team(engine);
    const many = Array.from({ length: 900 }, (_, index) => ({
      name: `Lead ${index}`,
      email: `lead${index}@acme.example`,
      owner: index % 3 === 0 ? "Bob" : "Ada",
    }));
    await winnow.ok("POST /api/leads/batch", { body: { leads: many } });
    const cookie = `winnow_session=${bob.cookies()["winnow_session"]}`;
    const json = await winnow.app.inject({ url: "/api/leads", headers: { cookie } });
    expect(json.json()).toHaveLength(300);
    expect(json.body).not.toContain(`"ownerId":"${ids.ada}"`);
    const csv = await winnow.app.inject({ url: "/api/leads/export?status=all", headers: { cookie } });
    expect(csv.body.trim().split("\n")).toHaveLength(301);
    expect(csv.body).not.toMatch(/,Ada(?:,|\r)/u);
  });
});

describe.each(oneEngine("sqlite"))("members see only their own and unassigned leads, on %s", (engine) => {
  test("only owners turn it on, and it can be undone", async () => {
    const { winnow, bob, ids, lead } = await team(engine);
    await lead("Ann Lee", ids.ada);
    expect((await bob.call("PUT /api/settings", { body: { membersSeeOwnLeads: false } })).statusCode).toBe(403);
    expect(await bob.ok("GET /api/leads")).toEqual([]);
    const [act] = (await winnow.ok("GET /api/journal")).acts.filter(({ kind }) => kind === "settings");
    expect(act?.title).toBe("Members see only their own and unassigned leads turned on");
    expect((await bob.call("POST /api/journal/{id}/undo", { id: act?.id ?? "" })).statusCode).toBe(403);
    await winnow.ok("POST /api/journal/{id}/undo", { id: act?.id ?? "" });
    expect(names(await bob.ok("GET /api/leads"))).toEqual(["Ann Lee"]);
  });

  test("viewers are limited, owners are not", async () => {
    const { winnow, ids, lead } = await team(engine);
    await lead("Ann Lee", ids.ada);
    await lead("Bo Berg", ids.bob);
    await lead("Cy Cole", null);
    await winnow.ok("POST /api/users", { body: { username: "Vic", role: "viewer", password: CHOSEN } });
    const viewer = winnow.browser();
    await viewer.ok("POST /api/session", { body: { username: "Vic", password: CHOSEN } });
    expect(names(await viewer.ok("GET /api/leads"))).toEqual(["Cy Cole"]);
    expect(names(await winnow.ok("GET /api/leads"))).toEqual(["Ann Lee", "Bo Berg", "Cy Cole"]);
  });

  test("a what-if counts only leads that the account sees", async () => {
    const { winnow, bob, ids, lead } = await team(engine);
    await lead("Ann Lee", ids.ada, { notes: "zebra" });
    await lead("Bo Berg", ids.bob, { notes: "zebra" });
    await lead("Cy Cole", null);
    const rules = [{ ...(await winnow.ok("POST /api/rules", { body: { name: "Any", keywords: ["okapi"] } })) }];
    const zebra = { name: "Zebra", keywords: ["zebra"], scoreWeight: 100 };
    const asked = { body: { rules: [...rules, zebra], threshold: 50 } };
    const found = async (who: Pick<Browser, "ok">, body: object) => {
      const { total, nowQualified, leads, before } = await who.ok("POST /api/what-if", { body });
      return { total, nowQualified, names: names(leads), counted: before.reduce((sum, count) => sum + count, 0) };
    };
    const own = { total: 2, nowQualified: 1, names: ["Bo Berg"], counted: 2 };
    expect(await found(bob, asked.body)).toEqual(own);
    expect(await found(winnow, asked.body)).toEqual({
      total: 3,
      nowQualified: 2,
      names: ["Ann Lee", "Bo Berg"],
      counted: 3,
    });
    expect(await found(bob, asked.body)).toEqual(own);
    // Another threshold alone is answered from counters.
    expect(await found(bob, { threshold: 1 })).toMatchObject({ total: 2, counted: 2 });
  });

  test("a bulk action by filter or ids changes only leads that the account sees", async () => {
    const { winnow, bob, ids, lead } = await team(engine);
    const other = await lead("Ann Lee", ids.ada);
    const own = await lead("Bo Berg", ids.bob);
    const free = await lead("Cy Cole", null);
    expect(
      await bob.ok("POST /api/leads/bulk-status", { body: { selection: { filter: {} }, status: "approved" } }),
    ).toMatchObject({ changed: 2 });
    expect(
      await bob.ok("POST /api/leads/bulk-status", {
        body: { selection: { ids: [other, own, free] }, status: "rejected" },
      }),
    ).toMatchObject({ changed: 2 });
    expect(await bob.ok("POST /api/leads/bulk-delete", { body: { selection: { ids: [other, free] } } })).toMatchObject({
      changed: 1,
    });
    const left = await winnow.ok("GET /api/leads");
    expect(left.map(({ name, status }) => `${name} ${status}`).toSorted()).toEqual([
      "Ann Lee pending",
      "Bo Berg rejected",
    ]);
  });

  test("passing a lead on hides it at once, says so on the stream, and can be undone by who did it", async () => {
    const { winnow, bob, ids, lead } = await team(engine);
    const url = await winnow.app.listen({ port: 0, host: "127.0.0.1" });
    const id = await lead("Bo Berg", ids.bob);
    const cookie = `winnow_session=${bob.cookies()["winnow_session"]}`;
    const stream = await listenTo(url, "", { cookie });
    const passed = await bob.call("PATCH /api/leads/{id}", { id, body: { ownerId: ids.ada } });
    expect([passed.statusCode, passed.json().name]).toEqual([200, "Bo Berg"]);
    expect((await bob.call("GET /api/leads/{id}", { id })).statusCode).toBe(404);
    expect(await bob.ok("GET /api/leads")).toEqual([]);
    expect((await bob.ok("GET /api/journal")).acts.filter(({ leadId }) => leadId === id)).toEqual([]);
    await stream.until(({ event, data }) => event === "changed" && data.topics.includes("leads"));
    expect(JSON.stringify(stream.heard)).not.toContain("leadIds");
    const heard = stream.heard.length;
    await bob.ok("POST /api/journal/{id}/undo", { id: String(passed.headers["x-act-id"]) });
    expect(names(await bob.ok("GET /api/leads"))).toEqual(["Bo Berg"]);
    await winnow.ok("POST /api/leads/bulk-owner", { body: { selection: { ids: [id] }, ownerId: ids.ada } });
    expect(await bob.ok("GET /api/leads")).toEqual([]);
    await expect.poll(() => stream.heard.slice(heard).some(({ event }) => event === "changed")).toBe(true);
    stream.close();
  });

  test("the stream makes limited readers read everything again when the switch changes", async () => {
    const { winnow, bob } = await team(engine);
    const url = await winnow.app.listen({ port: 0, host: "127.0.0.1" });
    const stream = await listenTo(url, "", { cookie: `winnow_session=${bob.cookies()["winnow_session"]}` });
    await winnow.ok("PUT /api/settings", { body: { membersSeeOwnLeads: false } });
    const all = (event: { event: string; data: object }): boolean =>
      event.event === "changed" &&
      "topics" in event.data &&
      Array.isArray(event.data.topics) &&
      ["session", "leads", "duplicates", "imports"].every((topic) =>
        (event.data as { topics: string[] }).topics.includes(topic),
      );
    await stream.until(all);
    expect((await bob.ok("GET /api/session")).seesOnlyOwn).toBe(false);
    stream.close();
  });

  test("adding a lead of someone else's changes and names nothing", async () => {
    const { winnow, bob, ids, lead } = await team(engine);
    await lead("Ann Lee", ids.ada, { phone: "+44 20 7946 0001" });
    const own = await lead("Bo Berg", ids.bob);
    const answer = await bob.call("POST /api/leads", {
      body: { name: "Anna", email: "ann.lee@acme.example", title: "Boss" },
    });
    expect([answer.statusCode, answer.json().detail]).toEqual([
      409,
      "A lead with this email or phone is assigned to someone else. Ask an owner to assign it to you.",
    ]);
    const members = ["type", "title", "status", "detail", "instance"];
    expect(Object.keys(answer.json<object>()).toSorted()).toEqual(members.toSorted());
    const { entries } = await winnow.ok("GET /api/audit");
    expect(entries[0]).toMatchObject({ by: "Bob", outcome: "refused" });
    const { results } = await bob.ok("POST /api/leads/batch", {
      body: {
        leads: [
          { name: "Anna", phone: "+44 20 7946 0001" },
          { email: "ANN.LEE@acme.example", title: "Boss" },
          { email: "bo.berg@acme.example", title: "Buyer" },
          { name: "Dee", email: "dee@acme.example" },
        ],
      },
    });
    expect(results.map(({ outcome }) => outcome)).toEqual(["rejected", "rejected", "updated", "created"]);
    const leads = await winnow.ok("GET /api/leads");
    expect(leads.find(({ name }) => name === "Ann Lee")).toMatchObject({ title: "" });
    expect(leads.find(({ id }) => id === own)).toMatchObject({ title: "Buyer" });
    const edit = await bob.call("PATCH /api/leads/{id}", { id: own, body: { email: "ann.lee@acme.example" } });
    expect([edit.statusCode, edit.json().detail]).toEqual([409, "Another lead has this email address."]);
    expect(Object.keys(edit.json<object>()).toSorted()).toEqual(members.toSorted());
  });

  test("an imported file skips leads of others, and only its uploader sees it", async () => {
    const { winnow, bob, ids, lead } = await team(engine);
    const other = await lead("Ann Lee", ids.ada, { title: "Boss" });
    const cookie = `winnow_session=${bob.cookies()["winnow_session"]}`;
    const upload = await winnow.app.inject({
      method: "POST",
      url: "/api/imports?name=fair.csv",
      headers: { cookie, "content-type": "text/csv" },
      payload: "Name,Email,Job title\nAnna,ann.lee@acme.example,Clerk\nDee Dow,dee@acme.example,Buyer\n",
    });
    const { id } = upload.json<{ id: string }>();
    await bob.ok("PATCH /api/imports/{id}", { id, body: { policy: "overwrite" } });
    await bob.ok("POST /api/imports/{id}/start", { id });
    await jobsEnded(winnow.workspace);
    expect((await bob.ok("GET /api/imports/{id}", { id })).counts).toMatchObject({
      created: 1,
      updated: 0,
      skipped: 1,
    });
    const rejects = await winnow.app.inject({ url: `/api/imports/${id}/rejects`, headers: { cookie } });
    expect(rejects.body).toContain("is assigned to someone else");
    expect(await winnow.ok("GET /api/leads/{id}", { id: other })).toMatchObject({ name: "Ann Lee", title: "Boss" });
    await winnow.ok("POST /api/users", { body: { username: "Vic", role: "member", password: CHOSEN } });
    const vic = winnow.browser();
    await vic.ok("POST /api/session", { body: { username: "Vic", password: CHOSEN } });
    expect(await vic.ok("GET /api/imports")).toEqual([]);
    expect((await vic.call("POST /api/imports/{id}/undo", { id })).statusCode).toBe(404);
    await bob.ok("POST /api/imports/{id}/undo", { id });
  });

  test("a message of someone else's lead is answered without that lead", async () => {
    const { winnow, bob, ids, lead } = await team(engine);
    await lead("Ann Lee", ids.ada, { company: "Hidden Works" });
    const content = `From: Anna <ann.lee@acme.example>\nSubject: Offer\n\nWe need 200 licenses. What would they cost?`;
    const answer = await bob.call("POST /api/process-email", { body: { content } });
    expect([answer.statusCode, answer.body]).toEqual([200, expect.not.stringMatching(/Ann Lee|Hidden Works/u)]);
    const { emailId } = answer.json();
    expect((await bob.ok("GET /api/gmail/emails")).map(({ id }) => id)).toEqual([]);
    const corrected = await bob.call("PATCH /api/gmail/emails/{id}", { id: emailId, body: { correction: "not_lead" } });
    expect(corrected.statusCode).toBe(404);
    expect(await winnow.ok("GET /api/gmail/emails")).toHaveLength(1);
  });

  test("merging and dismissing duplicates needs both leads", async () => {
    const { winnow, bob, ids, lead } = await team(engine);
    const profile = { scrapeUrl: "https://github.com/ann" };
    const other = await lead("Ann Lee", ids.ada, profile);
    const own = await lead("Anne Lee", ids.bob, profile);
    const { possibleDuplicates } = await winnow.ok("GET /api/leads/{id}", { id: own });
    const pairId = possibleDuplicates[0]?.pairId ?? "";
    expect(pairId).not.toBe("");
    expect((await bob.ok("GET /api/leads/{id}", { id: own })).possibleDuplicates).toEqual([]);
    expect((await bob.call("POST /api/duplicates/{id}/dismiss", { id: pairId })).statusCode).toBe(404);
    for (const key of ["POST /api/leads/{id}/merge", "POST /api/leads/{id}/merge-preview"] as const) {
      const answer = await bob.call(key, { id: own, body: { otherId: other } });
      expect([answer.statusCode, answer.json().detail]).toEqual([
        409,
        "The other lead no longer exists. It was deleted or merged.",
      ]);
      expect((await bob.call(key, { id: other, body: { otherId: own } })).statusCode).toBe(404);
    }
    await winnow.ok("POST /api/duplicates/{id}/dismiss", { id: pairId });
    for (const url of [`/api/leads/${own}`, "/api/journal", "/api/dashboard/activity"]) {
      const cookie = `winnow_session=${bob.cookies()["winnow_session"]}`;
      expect((await winnow.app.inject({ url, headers: { cookie } })).body).not.toContain("Ann Lee");
    }
    await winnow.ok("PATCH /api/leads/{id}", { id: other, body: { ownerId: ids.bob } });
    await bob.ok("POST /api/leads/{id}/merge", { id: own, body: { otherId: other } });
    const gone = () => bob.call("GET /api/leads/{id}", { id: other });
    expect((await gone()).json()).toMatchObject({ status: 404, mergedInto: own });
    await winnow.ok("PATCH /api/leads/{id}", { id: own, body: { ownerId: ids.ada } });
    expect((await gone()).json()).not.toHaveProperty("mergedInto");
  });

  test("a mention of somebody without access says so, and doesn't notify them", async () => {
    const { winnow, bob, ids, lead } = await team(engine);
    const [other, own] = [await lead("Ann Lee", ids.ada), await lead("Bo Berg", ids.bob)];
    const mention = async (id: string) =>
      (await winnow.ok("POST /api/leads/{id}/comments", { id, body: { text: "Look, @Bob" } })).mentions;
    expect(await mention(other)).toMatchObject([{ username: "Bob", hasAccess: false }]);
    expect(await mention(own)).toMatchObject([{ username: "Bob", hasAccess: true }]);
    const titles = (await bob.ok("GET /api/notifications")).items.map(({ title }) => title);
    expect(titles).toEqual(["Ada mentioned you on Bo Berg"]);
  });

  test("a deletion by a limited account can be undone by it", async () => {
    const { winnow, bob, ids, lead } = await team(engine);
    const id = await lead("Bo Berg", ids.bob);
    const { headers } = await bob.call("DELETE /api/leads/{id}", { id });
    await bob.ok("POST /api/journal/{id}/undo", { id: String(headers["x-act-id"]) });
    expect(names(await bob.ok("GET /api/leads"))).toEqual(["Bo Berg"]);
    const other = await lead("Ann Lee", ids.ada);
    const deleted = await winnow.call("DELETE /api/leads/{id}", { id: other });
    const undo = await bob.call("POST /api/journal/{id}/undo", { id: String(deleted.headers["x-act-id"]) });
    expect(undo.statusCode).toBe(404);
  });

  test("tokens and assistants' tools see what their account sees", async () => {
    const { winnow, bob, ids, lead } = await team(engine);
    const url = await winnow.app.listen({ port: 0, host: "127.0.0.1" });
    const other = await lead("Ann Lee", ids.ada, { company: "Hidden Works", status: "qualified" });
    await lead("Bo Berg", ids.bob, { status: "qualified" });
    const { token } = await bob.ok("POST /api/tokens", {
      body: { name: "Mine", scopes: ["read", "intake", "work"], password: BOB.password },
    });
    const authorization = `Bearer ${token}`;
    const listed = await winnow.app.inject({ url: "/api/leads?status=all", headers: { authorization } });
    expect(names(listed.json())).toEqual(["Bo Berg"]);
    const assistant = await connectAssistant(url, token);
    for (const tool of (await assistant.client.listTools()).tools) {
      const properties = Object.keys(tool.inputSchema.properties ?? {});
      const args = Object.fromEntries(
        properties.flatMap((name) =>
          /^(?:id|leadId)$/u.test(name)
            ? [[name, other]]
            : /search|query|text|question/u.test(name)
              ? [[name, "Ann"]]
              : [],
        ),
      );
      const { text, data } = await assistant.call(tool.name as never, args);
      expect(`${text}${JSON.stringify(data)}`).not.toMatch(/Ann Lee|Hidden Works/u);
    }
    expect((await assistant.call("search_leads", {})).text).toContain("Bo Berg");

    const passed = await lead("Cy Cole", ids.bob);
    const { headers } = await bob.call("PATCH /api/leads/{id}", { id: passed, body: { title: "Boss" } });
    await winnow.ok("PATCH /api/leads/{id}", { id: passed, body: { ownerId: ids.ada, notes: "Hidden note" } });
    await winnow.ok("POST /api/leads/{id}/comments", { id: passed, body: { text: "Hidden comment" } });
    const rehearsed = await assistant.call("undo", { id: String(headers["x-act-id"]), dryRun: true });
    expect([rehearsed.data.actions.length, rehearsed.data.differences]).toEqual([1, []]);
  });
});

describe.each(oneEngine("sqlite"))("an account that is limited but owns all leads, on %s", (engine) => {
  let peers: Peers;
  let winnow: TestWinnow;
  let known: Known;
  let bob: Browser;
  beforeAll(async () => {
    peers = await startPeers();
    winnow = await openWinnow(engine, {
      google: peers.google,
      crms: peers.crms,
      providers: { microsoftUrl: peers.oauth.url },
    });
    known = { ...(await makeOneOfEach(winnow, peers)), accounts: NO_ACCOUNTS };
    await winnow.ok("POST /api/session/first-owner", { body: ADA });
    const { id: ownerId } = await winnow.ok("POST /api/users", { body: { ...BOB, role: "member" } });
    await winnow.ok("POST /api/leads/bulk-owner", { body: { selection: { filter: {} }, ownerId } });
    await jobsEnded(winnow.workspace);
    bob = winnow.browser();
    await bob.ok("POST /api/session", { body: BOB });
  }, 60_000);
  afterAll(async () => {
    await winnow.close();
    await peers.close();
  });

  /** Others' uploads, bulk actions and jobs, which a limited account doesn't see, regardless of the owner. */
  const DIFFERS: readonly EndpointKey[] = [
    "GET /api/imports",
    "GET /api/imports/{id}",
    "GET /api/journal",
    "GET /api/dashboard/activity",
    "GET /api/session",
    "GET /api/settings",
    "GET /api/dashboard/status",
    "GET /api/schedules",
  ];
  const keys = Object.keys(endpoints) as EndpointKey[];

  test("gets the same answers as before", async () => {
    const asked = keys.filter((key) => key.startsWith("GET ") && !DIFFERS.includes(key));
    const answers = async () => {
      const got: [EndpointKey, number, unknown][] = [];
      for (const key of asked) {
        const answer = await bob.call(key, examplesOf(known, peers)[key]);
        const body: unknown = answer.body.startsWith("{") || answer.body.startsWith("[") ? answer.json() : answer.body;
        got.push([key, answer.statusCode, withoutTimes(body)]);
      }
      return got;
    };
    const before = await answers();
    await winnow.ok("PUT /api/settings", LIMITED);
    expect(await answers()).toEqual(before);
  }, 60_000);

  test("calls everything else without an unexpected failure", async () => {
    await winnow.ok("PUT /api/settings", LIMITED);
    const failed: string[] = [];
    for (const key of keys.filter((one) => !one.startsWith("GET ") && !one.includes(" /api/session"))) {
      const { statusCode, body } = await bob.call(key, examplesOf(known, peers)[key]);
      if (statusCode >= 500) failed.push(`${key} ${body}`);
      if (/^(?:POST|PATCH|PUT|DELETE) \/api\/leads/u.test(key) && ![200, 201, 204, 403, 404, 409].includes(statusCode))
        failed.push(`${key} ${statusCode} ${body}`);
    }
    expect(failed).toEqual([]);
  }, 60_000);
});

/** Without what differs: ids of problems, when something was counted, and rows, which only owners have counted. */
function withoutTimes(body: unknown): unknown {
  return JSON.parse(
    JSON.stringify(body, (name, value: unknown) =>
      ["instance", "at", "nextRun", "version", "rowsRead", "rowsUnreadable"].includes(name) ? null : value,
    ),
  );
}
