import { describe, expect, test } from "vitest";
import type { AuditEntry } from "#shared/contract/audit.ts";
import { endpoints, type EndpointKey } from "#shared/contract/endpoints.ts";
import { DAY } from "#shared/durations.ts";
import { LIMITS } from "#shared/limits.ts";
import { actionOf } from "#shared/audit/audited-actions.ts";
import { actAs, type Acting } from "#server/platform/acting.ts";
import { forgetOldAudit } from "#server/features/accounts/audit.ts";
import { jobs as planned } from "#server/jobs/queue/job-definitions.ts";
import { freshWinnow, type TestWinnow } from "#test/harness.ts";
import { ADA, BOB, CHOSEN } from "#test/http/account-examples.ts";
import { oneEngine } from "#test/stores.ts";

async function auditEntries(winnow: TestWinnow): Promise<AuditEntry[]> {
  return (await winnow.ok("GET /api/audit", { query: { limit: 200 } })).entries;
}

describe.each(oneEngine("sqlite"))("the audit log on %s", (engine) => {
  test("records who did what, from where and how it ended, but never the payload", async () => {
    const winnow = await freshWinnow(engine);
    await winnow.ok("POST /api/rules", { body: { name: "Marker-rule", keywords: ["marker"] } });
    await winnow.ok("POST /api/session/first-owner", { body: ADA });
    const bob = await winnow.ok("POST /api/users", { body: { ...BOB, role: "viewer" } });
    await winnow.call("POST /api/session", { body: { username: "Mallory", password: "a guess at it" } });
    const { token } = await winnow.ok("POST /api/tokens", {
      body: { name: "In", scopes: ["intake"], password: ADA.password },
    });
    const lead = { name: "Marker Person", email: "marker@acme.example", notes: "marker note" };
    const headers = { authorization: `Bearer ${token}` };
    const created = await winnow.ok("POST /api/leads", { body: lead, headers });
    await winnow.ok("PATCH /api/leads/{id}", { id: created.id, body: { title: "Marker title" } });
    const viewer = winnow.browser();
    await viewer.ok("POST /api/session", { body: BOB });
    const refused = await viewer.call("DELETE /api/leads/{id}", { id: created.id });
    expect(refused.statusCode).toBe(403);
    // Reads, rejected calls and calls without a session are not actions.
    await winnow.ok("GET /api/leads");
    await winnow.call("PATCH /api/leads/{id}", { id: created.id, body: { email: 7 } });
    await winnow.browser().call("DELETE /api/leads/{id}", { id: created.id });
    await winnow.browser().call("DELETE /api/session");
    await winnow.browser().call("POST /api/session/invitation", { body: { token: "guess", password: CHOSEN } });
    const cookies = { winnow_session: (await winnow.call("POST /api/session", { body: ADA })).cookies[0]?.value ?? "" };
    await winnow.app.inject({ url: "/api/leads/export?status=all&search=marker", cookies });
    await viewer.ok("DELETE /api/session");

    const entries = await auditEntries(winnow);
    const lines = entries.map(({ by, via, action, outcome }) => `${by} ${via} ${action} ${outcome}`);
    expect(lines.toReversed()).toEqual([
      "You browser rules.create done",
      "Ada browser session.first-owner done",
      "Ada browser users.create done",
      "Unknown username browser session.create refused",
      "Ada browser tokens.create done",
      "Ada token leads.create done",
      "Ada browser leads.update done",
      "Bob browser session.create done",
      "Bob browser leads.delete refused",
      "Ada browser session.create done",
      "Ada browser leads.export done",
      "Bob browser session.delete done",
    ]);
    expect(entries.map(({ who, did }) => `${who} ${did}`).toReversed()).toEqual([
      "You added a rule",
      "Ada created the first account",
      "Ada added Bob as a viewer",
      "Someone with an unknown username tried to sign in",
      "Ada created an API token",
      "Ada added a lead",
      "Ada edited a lead",
      "Bob signed in",
      "Bob tried to delete a lead",
      "Ada signed in",
      "Ada exported leads",
      "Bob signed out",
    ]);
    const update = entries.find(({ action }) => action === "leads.update");
    expect(update).toMatchObject({ subject: created.id, address: "127.0.0.1", summary: expect.any(String) });
    expect(entries.find(({ action }) => action === "users.create")).toMatchObject({ subject: bob.id });
    const deleted = entries.find(({ action }) => action === "leads.delete");
    expect(refused.json().instance).toBe(`urn:uuid:${deleted?.requestId}`);
    const text = JSON.stringify(entries);
    for (const value of ["arker", "acme.example", ADA.password, "a guess", token]) expect(text).not.toContain(value);
  });

  test("lets only owners read it, by page, person, action and time", async () => {
    let now = new Date("2026-05-04T09:00:00Z");
    const winnow = await freshWinnow(engine, { clock: () => now });
    await winnow.ok("POST /api/session/first-owner", { body: ADA });
    for (let index = 0; index < 7; index += 1) {
      now = new Date(now.getTime() + 60_000);
      await winnow.ok("PUT /api/settings", { body: { qualificationThreshold: 70 - index } });
    }
    const seen: string[] = [];
    let cursor: string | null = null;
    do {
      const query: Record<string, string | number> = { limit: 3, ...(cursor !== null && { cursor }) };
      const page: { entries: AuditEntry[]; nextCursor: string | null } = await winnow.ok("GET /api/audit", { query });
      seen.push(...page.entries.map(({ id }) => id));
      cursor = page.nextCursor;
    } while (cursor !== null);
    expect(seen).toEqual((await auditEntries(winnow)).map(({ id }) => id));
    expect(new Set(seen)).toHaveLength(8);
    const { entries: newest } = await winnow.ok("GET /api/audit", { query: { limit: 1 } });
    expect(newest).toMatchObject([{ who: "Ada", did: "set the qualification threshold from 65 to 64" }]);
    const count = async (query: Record<string, string>): Promise<number> =>
      (await winnow.ok("GET /api/audit", { query })).entries.length;
    expect(await count({ by: "Ada", action: "settings.replace" })).toBe(7);
    expect(await count({ by: "Nobody" })).toBe(0);
    expect(await count({ from: "2026-05-04T09:03:00Z", to: "2026-05-04T09:05:00Z" })).toBe(2);
    expect(await count({ cursor: "nonsense" })).toBe(0);
    expect((await winnow.call("GET /api/audit", { query: { limit: 9999 } })).statusCode).toBe(400);
  });

  test("can't be flooded by strangers or by another site's page in someone's browser", async () => {
    const winnow = await freshWinnow(engine);
    const foreign = { origin: "https://evil.example" };
    await winnow.call("PUT /api/settings", { body: {}, headers: foreign });
    await winnow.ok("POST /api/session/first-owner", { body: ADA });
    const before = (await auditEntries(winnow)).length;
    const stranger = winnow.browser();
    for (const body of ["{", "[]", { username: "Ada" }, { username: "A".repeat(5_000), password: "x" }]) {
      expect([400, 422]).toContain((await stranger.call("POST /api/session", { body })).statusCode);
    }
    expect((await stranger.call("POST /api/session", { body: ADA, headers: foreign })).statusCode).toBe(403);
    expect(
      (await stranger.call("POST /api/session", { body: ADA, headers: { host: "evil.example" } })).statusCode,
    ).toBe(403);
    expect((await winnow.call("PUT /api/settings", { body: {}, headers: foreign })).statusCode).toBe(403);
    expect(before).toBe(1);
    expect(await auditEntries(winnow)).toHaveLength(before);
  });

  test("caps failed sign-ins across all addresses and starts over after the window", async () => {
    let now = new Date("2026-05-04T09:00:00Z");
    const winnow = await freshWinnow(engine, { clock: () => now });
    await winnow.ok("POST /api/session/first-owner", { body: ADA });
    const fail = async (username: string, remoteAddress: string): Promise<void> => {
      const body = { username, password: "not it" };
      const answer = await winnow.app.inject({ method: "POST", url: "/api/session", remoteAddress, body });
      expect(answer.statusCode).toBe(401);
    };
    const failures = async (): Promise<string[]> =>
      (await auditEntries(winnow)).filter(({ outcome }) => outcome === "refused").map(({ by }) => by);
    const at = { now: now.toISOString(), before: "" };
    for (let count = 2; count < LIMITS.audit.failedSignIns; count += 1) {
      await winnow.workspace.store.signInAttempts.add("audited", at);
    }
    await fail("my password by mistake", "203.0.113.1");
    await fail("ADA", "203.0.113.2");
    await fail("Ada", "203.0.113.3");
    expect(await failures()).toEqual(["Ada", "Unknown username"]);
    now = new Date(now.getTime() + LIMITS.account.failures.minutes * 60_000);
    await fail("Ada", "203.0.113.4");
    expect(await failures()).toEqual(["Ada", "Ada", "Unknown username"]);
  });

  test("records scheduled runs, but not again the ones a person requested", async () => {
    const winnow = await freshWinnow(engine);
    const { jobs } = winnow.workspace;
    const clock: Acting = { by: "Winnow", userId: null, requestId: null };
    for (const who of [clock, { ...clock, by: "Ada", requestId: "7" }]) {
      const { job } = await actAs(who, () => jobs.add(planned.backup()));
      expect(await jobs.ended(job.id, new AbortController().signal)).toMatchObject({ state: "done", by: who.by });
    }
    const { job } = await actAs(clock, () => jobs.add(planned.retention({ atOnce: true })));
    await jobs.ended(job.id, new AbortController().signal);
    const did = expect.stringMatching(/^ran the nightly backup: Backed up 0 leads/u);
    expect(await auditEntries(winnow)).toMatchObject([
      { by: "Winnow", via: "clock", action: "backups.run", outcome: "done", did },
    ]);
  });

  test("deletes entries after the retention period", async () => {
    let now = new Date("2026-05-04T09:00:00Z");
    const winnow = await freshWinnow(engine, { clock: () => now });
    for (let index = 0; index < 3; index += 1) await winnow.ok("PUT /api/settings", { body: {} });
    now = new Date(now.getTime() + LIMITS.audit.retentionDays * DAY - 1);
    await winnow.ok("PUT /api/settings", { body: {} });
    expect(await forgetOldAudit(winnow.workspace)).toBe(0);
    now = new Date(now.getTime() + 2);
    expect(await forgetOldAudit(winnow.workspace)).toBe(3);
    expect(await auditEntries(winnow)).toHaveLength(1);
  });
});

test("every call that changes something has its own label", () => {
  const changes = (Object.keys(endpoints) as EndpointKey[]).filter((key) => !key.startsWith("GET "));
  const words = changes.map(actionOf);
  expect(words.filter((word, index) => words.indexOf(word) !== index)).toEqual([]);
  expect(words.filter((word) => !/^[a-z-]+(?:\.[a-z-]+)+$/u.test(word))).toEqual([]);
});
