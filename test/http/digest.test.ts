import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { LIMITS } from "#shared/limits.ts";
import { sendDueDigests } from "#server/features/digests/send-digests.ts";
import { recoverAfterStop } from "#server/jobs/schedules/recover-after-stop.ts";
import { freshWinnow, type Browser, type TestWinnow, type WinnowOptions } from "#test/harness.ts";
import { mailSettings, SMTP_USER } from "#test/http/endpoint-examples.ts";
import { tick } from "#test/jobs.ts";
import { startSmtpPeer, type SmtpPeer } from "#test/peers/smtp/smtp-peer.ts";
import { migratedPostgres, oneEngine } from "#test/stores.ts";

const ADA = { username: "ada@acme.example", password: "a quiet lamp upon the desk" };
const BOB = { username: "bob@acme.example", password: "seven boats on a grey river" };
const PUBLIC_URL = "https://winnow.example";
const DAY = 86_400_000;

let smtp: SmtpPeer;
let now: Date;
beforeAll(async () => {
  smtp = await startSmtpPeer({ mode: "starttls", users: { [SMTP_USER.name]: SMTP_USER.password } });
});
afterAll(() => smtp.close());
beforeEach(() => {
  smtp.messages.length = 0;
  smtp.failures = {};
  now = new Date("2026-11-18T12:00:00Z");
});

interface Team {
  winnow: TestWinnow;
  bob: Browser;
  ids: { ada: string; bob: string };
}

const open = (engine: "sqlite" | "postgres", options: WinnowOptions = {}): Promise<TestWinnow> =>
  freshWinnow(engine, { clock: () => now, publicUrl: PUBLIC_URL, ...options });

/** An owner and a member with addresses and a viewer without, whose outgoing email works. */
async function team(winnow: TestWinnow): Promise<Team> {
  const { user } = await winnow.ok("POST /api/session/first-owner", { body: ADA });
  const { id } = await winnow.ok("POST /api/users", { body: { ...BOB, role: "member" } });
  await winnow.ok("POST /api/users", { body: { ...BOB, username: "Cy", role: "viewer" } });
  const bob = winnow.browser();
  await bob.ok("POST /api/session", { body: BOB });
  await winnow.ok("PUT /api/settings", { body: { reportTimeZone: "Europe/Berlin" } });
  await winnow.ok("POST /api/email-settings", { body: mailSettings({ smtp }) });
  await winnow.ok("POST /api/rules", { body: { name: "Intent", keywords: ["demo"], scoreWeight: 40 } });
  return { winnow, bob, ids: { ada: user?.id ?? "", bob: id } };
}

async function addLead(winnow: TestWinnow, name: string, ownerId: string | null, notes = ""): Promise<string> {
  const email = `${name.replaceAll(/\W/gu, "").toLowerCase()}@firm.example`;
  const { id } = await winnow.ok("POST /api/leads", { body: { name, email, company: "Firm", notes } });
  await winnow.ok("PATCH /api/leads/{id}", { id, body: { ownerId } });
  return id;
}

const at = (moment: string): void => void (now = new Date(moment));
const subjects = (): string[] => smtp.messages.map(({ to, mail }) => `${to.join()}: ${mail.subject}`).toSorted();
const linkIn = (text: string, word: string): string =>
  new RegExp(`${word}: https://winnow\\.example(/\\S+)`, "u").exec(text)?.[1] ?? "";
const ask = async (winnow: TestWinnow, method: "GET" | "POST", url: string) => {
  const { statusCode, body } = await winnow.app.inject({ method, url, headers: { host: "winnow.example" } });
  return { statusCode, title: /<h1>(.*?)<\/h1>/u.exec(body)?.[1] ?? "" };
};

describe.each(oneEngine("postgres"))("the digest on %s", (engine) => {
  test("says what is new, due, overdue and changed for each person, as the lists it opens", async () => {
    const { winnow, bob, ids } = await team(await open(engine));
    const late = await addLead(winnow, "Lea Late", ids.bob);
    const today = await addLead(winnow, "Tim Today", ids.bob);
    const changed = await addLead(winnow, "Cleo Changed", ids.bob);
    await addLead(winnow, "Ann Others", null);
    const step = (id: string, due: string) =>
      winnow.ok("PUT /api/leads/{id}/next-step", { id, body: { text: "Call www.evil.example", due } });
    await step(late, "2026-11-19");
    await step(today, "2026-11-20T23:30");
    at("2026-11-19T12:00:00Z");
    await tick(winnow.workspace, "digests");
    expect(subjects()).toEqual(["bob@acme.example: 3 new for you, 1 due today"]);
    smtp.messages.length = 0;
    await winnow.ok("PATCH /api/leads/{id}", { id: changed, body: { status: "approved" } });
    for (let index = 0; index <= LIMITS.digest.leadsPerSection; index += 1) {
      await addLead(winnow, `New ${index}`, ids.bob, index === 0 ? "a demo" : "");
    }
    await addLead(winnow, "Of Ada", ids.ada);

    // Eight o'clock in Berlin.
    at("2026-11-20T06:59:59Z");
    await tick(winnow.workspace, "digests");
    expect(smtp.messages).toEqual([]);
    at("2026-11-20T07:00:00Z");
    await tick(winnow.workspace, "digests");
    await tick(winnow.workspace, "digests");
    expect(subjects()).toEqual([
      "ada@acme.example: 1 new for you",
      "bob@acme.example: 11 new for you, 1 due today, 1 overdue, 1 changed",
    ]);

    const mail = smtp.messages.find(({ to }) => to.includes(BOB.username))?.mail;
    const text = mail?.text ?? "";
    expect(text.match(/ New \d+$/gmu)).toHaveLength(LIMITS.digest.leadsPerSection);
    expect(text).toContain("Cleo Changed approved");
    expect(text).toContain("Call www[.]evil[.]example, November 20, 2026, 23:30");
    expect(text.match(/Approve: /gu)).toHaveLength(1);
    expect(text).not.toContain("Ann Others");
    expect(Buffer.byteLength(String(mail?.html))).toBeLessThan(LIMITS.report.htmlBytes + 10_000);
    const totals: string[] = [];
    for (const [, query = ""] of text.matchAll(/All: https:\/\/winnow\.example\/leads\?(\S+)/gu)) {
      // The page translates its own words for days.
      const { nextStep, ...rest } = Object.fromEntries(new URLSearchParams(query));
      const days = { dueBefore: nextStep === "today" ? "2026-11-21" : "2026-11-20" };
      const due = nextStep === undefined ? {} : nextStep === "today" ? { dueFrom: "2026-11-20", ...days } : days;
      totals.push(String((await bob.call("GET /api/leads", { query: { ...rest, ...due } })).headers["x-total-count"]));
    }
    expect(totals).toEqual(["11", "1", "1", "1"]);

    // Nothing new on the days after; the step is overdue, though.
    smtp.messages.length = 0;
    at("2026-11-21T07:00:00Z");
    await tick(winnow.workspace, "digests");
    expect(subjects()).toEqual(["bob@acme.example: 2 overdue"]);
  });
});

describe.each(oneEngine("sqlite"))("the digest on %s", (engine) => {
  test("comes at the time a person chose, once on days when the clocks change", async () => {
    at("2026-03-20T12:00:00Z");
    const { winnow, bob, ids } = await team(await open(engine));
    await addLead(winnow, "Lea Late", ids.bob);
    const lead = ((await winnow.ok("GET /api/leads", { query: { limit: 1 } })) as { id: string }[])[0]?.id ?? "";
    await winnow.ok("PUT /api/leads/{id}/next-step", { id: lead, body: { text: "Call", due: "2026-03-20" } });
    await bob.ok("PATCH /api/session/digest", { body: { hour: 2 } });
    const sentBy = async (moment: string): Promise<number> => {
      at(moment);
      await sendDueDigests(winnow.workspace);
      return smtp.messages.length;
    };
    // A time of day that has passed applies from the next day.
    expect(await sentBy("2026-03-20T13:00:00Z")).toBe(0);
    expect(await sentBy("2026-03-28T01:00:00Z")).toBe(1);
    // 2:00 is skipped, then comes at 3:00 summer time; in autumn it comes twice.
    expect(await sentBy("2026-03-29T00:59:59Z")).toBe(1);
    expect(await sentBy("2026-03-29T01:00:00Z")).toBe(2);
    expect(await sentBy("2026-10-24T23:59:59Z")).toBe(3);
    expect(await sentBy("2026-10-25T00:00:00Z")).toBe(4);
    expect(await sentBy("2026-10-25T01:00:00Z")).toBe(4);
    // Elsewhere the day has yet to begin.
    await bob.ok("POST /api/session", { body: BOB });
    await bob.ok("PATCH /api/session/digest", { body: { timeZone: "America/New_York" } });
    expect(await sentBy("2026-10-26T05:59:59Z")).toBe(4);
    expect(await sentBy("2026-10-26T06:00:00Z")).toBe(5);
  });

  test("and mentions don't wait for the time at which a wrong clock had them chosen", async () => {
    at("2027-03-01T12:00:00Z");
    const { winnow, bob, ids } = await team(await open(engine));
    await bob.ok("PATCH /api/session/digest", { body: { hour: 9 } });
    at("2026-11-18T12:00:00Z");
    const id = await addLead(winnow, "Lea Late", ids.bob);
    await winnow.ok("POST /api/leads/{id}/comments", { id, body: { text: `@${BOB.username} look` } });
    at("2026-11-18T12:01:00Z");
    await sendDueDigests(winnow.workspace);
    expect(subjects()).toEqual([
      `${BOB.username}: 1 new for you`,
      `${BOB.username}: ada@acme[.]example mentioned you in a comment`,
    ]);
  });

  test("goes to nobody who turned it off, can't sign in or has no address, and says why", async () => {
    const { winnow, bob, ids } = await team(await open(engine));
    const answer = { isOn: true, hour: 8, timeZone: "Europe/Berlin", mentions: true, blocker: null };
    expect(await bob.ok("GET /api/session/digest")).toEqual({ ...answer, address: BOB.username });
    const cy = winnow.browser();
    await cy.ok("POST /api/session", { body: { ...BOB, username: "Cy" } });
    expect((await cy.ok("GET /api/session/digest")).blocker).toContain("isn't an email address");
    const invited = await winnow.ok("POST /api/users", { body: { username: "dee@acme.example", role: "member" } });
    const everyone = ((await winnow.ok("GET /api/team")) as { id: string }[]).map(({ id }) => id);
    expect(everyone).toContain(invited.id);
    for (const [index, id] of everyone.entries()) await addLead(winnow, `Lead ${index}`, id);
    const off = await winnow.call("PATCH /api/session/digest", { body: { isOn: false } });
    await winnow.ok("PATCH /api/users/{id}", { id: ids.bob, body: { isActive: false } });
    at("2026-11-19T07:00:00Z");
    await sendDueDigests(winnow.workspace);
    expect(smtp.messages).toEqual([]);
    await winnow.ok("POST /api/journal/{id}/undo", { id: String(off.headers["x-act-id"]) });
    await sendDueDigests(winnow.workspace);
    expect(smtp.messages.map(({ to }) => to)).toEqual([[ADA.username]]);

    const [settings] = await winnow.ok("GET /api/email-settings");
    await winnow.ok("PATCH /api/email-settings/{id}", { id: settings?.id ?? "", body: { isActive: false } });
    expect((await winnow.ok("GET /api/session/digest")).blocker).toContain("Outgoing email isn't configured");
    at("2026-11-20T07:00:00Z");
    await addLead(winnow, "Later", ids.ada);
    await sendDueDigests(winnow.workspace);
    expect(smtp.messages).toHaveLength(1);
  });

  test("is turned off by its link with one click and without signing in, not by opening it", async () => {
    const { winnow, bob, ids } = await team(await open(engine));
    await addLead(winnow, "New", ids.bob);
    at("2026-11-19T07:00:00Z");
    await sendDueDigests(winnow.workspace);
    const [{ mail, raw } = expect.unreachable()] = smtp.messages;
    const link = linkIn(mail.text ?? "", "Unsubscribe");
    const headers = raw.replaceAll(/\r\n[ \t]+/gu, " ");
    expect(headers).toContain(`List-Unsubscribe: <https://winnow.example${link}>`);
    expect(headers).toContain("List-Unsubscribe-Post: List-Unsubscribe=One-Click");
    expect(await ask(winnow, "GET", link)).toMatchObject({ statusCode: 200 });
    expect((await bob.ok("GET /api/session/digest")).isOn).toBe(true);
    for (const wrong of [`${link}a`, link.replace(/\/(\d+)\./u, "/1."), "/u/digest/1"]) {
      expect(await ask(winnow, "POST", wrong)).toMatchObject({ statusCode: 404 });
    }
    expect(await ask(winnow, "POST", link)).toEqual({ statusCode: 200, title: "You&#39;re unsubscribed" });
    expect((await bob.ok("GET /api/session/digest")).isOn).toBe(false);
    expect((await winnow.ok("GET /api/session/digest")).isOn).toBe(true);
    const { entries } = await winnow.ok("GET /api/audit", { query: { limit: 1 } });
    expect(entries).toMatchObject([{ action: "digest.unsubscribe", by: BOB.username, via: "link" }]);
  });

  test("has links that decide as its reader, once and only while they may", async () => {
    const { winnow, ids } = await team(await open(engine));
    const lead = await addLead(winnow, "Ann Lee", ids.bob, "a demo");
    at("2026-11-19T07:00:00Z");
    await sendDueDigests(winnow.workspace);
    const text = smtp.messages[0]?.mail.text ?? "";
    const [approve, reject] = [linkIn(text, "Approve"), linkIn(text, "Reject")];
    const role = (to: string) => winnow.ok("PATCH /api/users/{id}", { id: ids.bob, body: { role: to } });
    const status = async () => (await winnow.ok("GET /api/leads/{id}", { id: lead })).status;
    expect(await ask(winnow, "GET", approve)).toEqual({ statusCode: 200, title: "Approve Ann Lee?" });
    await role("viewer");
    for (const method of ["GET", "POST"] as const) {
      expect(await ask(winnow, method, approve)).toMatchObject({ statusCode: 403 });
    }
    await role("member");
    expect(await status()).toBe("qualified");
    expect(await ask(winnow, "POST", approve)).toEqual({ statusCode: 200, title: "Ann Lee was approved" });
    expect(await ask(winnow, "POST", reject)).toMatchObject({ title: "Ann Lee was approved" });
    expect(await status()).toBe("approved");
    expect((await winnow.workspace.store.journal.ofLead(lead, 1))[0]).toMatchObject({ by: BOB.username });
    expect(await ask(winnow, "POST", `${approve}/undo`)).toMatchObject({ title: "Ann Lee is qualified" });
    // Another person's id needs another signature.
    const forged = approve.replace(/\.(\d+)(?=\.[^.]*$)/u, `.${ids.ada}`);
    expect(forged).not.toBe(approve);
    expect(await ask(winnow, "GET", forged)).toMatchObject({ statusCode: 404 });
    now = new Date(now.getTime() + LIMITS.report.linkDays * DAY);
    expect(await ask(winnow, "GET", reject)).toMatchObject({ statusCode: 410 });
  });

  test("has links that say nothing of a lead that its reader no longer sees", async () => {
    const { winnow, ids } = await team(await open(engine));
    const lead = await addLead(winnow, "Ann Lee", ids.bob, "a demo");
    at("2026-11-19T07:00:00Z");
    await sendDueDigests(winnow.workspace);
    const approve = linkIn(smtp.messages[0]?.mail.text ?? "", "Approve");
    await winnow.ok("PUT /api/settings", { body: { membersSeeOwnLeads: true } });
    expect(await ask(winnow, "GET", approve)).toEqual({ statusCode: 200, title: "Approve Ann Lee?" });
    await winnow.ok("PATCH /api/leads/{id}", { id: lead, body: { ownerId: ids.ada } });
    for (const method of ["GET", "POST"] as const) {
      const answer = await ask(winnow, method, approve);
      expect(answer).toEqual({ statusCode: 403, title: "You can&#39;t decide on this lead anymore" });
    }
    expect((await winnow.ok("GET /api/leads/{id}", { id: lead })).status).toBe("qualified");
  });

  test("is retried after a failure, but not for a refused address or when it may have gone", async () => {
    const { winnow, ids } = await team(await open(engine));
    await addLead(winnow, "Of Ada", ids.ada);
    await addLead(winnow, "Of Bob", ids.bob);
    at("2026-11-19T07:00:00Z");
    smtp.failures = { recipients: { addresses: [ADA.username], code: 550, text: "5.1.1 No such user" } };
    expect(await sendDueDigests(winnow.workspace)).toMatchObject({
      sent: 1,
      failures: [expect.stringMatching("5.1.1")],
    });
    expect((await winnow.ok("GET /api/dashboard/status")).email.state).toBe("active");
    smtp.failures = {};
    at("2026-11-19T09:00:00Z");
    await sendDueDigests(winnow.workspace);
    expect(smtp.messages.map(({ to }) => to)).toEqual([[BOB.username]]);

    await addLead(winnow, "Also of Ada", ids.ada);
    at("2026-11-20T07:00:00Z");
    smtp.failures = { signIn: { code: 535, text: "5.7.8 Not accepted" } };
    await expect(tick(winnow.workspace, "digests")).rejects.toThrow("Authentication failed");
    expect((await winnow.ok("GET /api/dashboard/status")).email.state).toBe("failing");
    smtp.failures = {};
    at("2026-11-20T07:14:59Z");
    await sendDueDigests(winnow.workspace);
    expect(smtp.messages).toHaveLength(1);
    at("2026-11-20T07:15:00Z");
    await sendDueDigests(winnow.workspace);
    expect(smtp.messages).toHaveLength(2);

    // As a process that ended while it was sending leaves it.
    await addLead(winnow, "Again of Ada", ids.ada);
    at("2026-11-21T07:00:00Z");
    const windowKey = `digest:${ids.ada}:daily:2026-11-21`;
    const begun = { windowKey, messageId: "<m@x>", leadCount: 1, startedAt: now.toISOString(), accountId: ids.ada };
    await winnow.workspace.store.reports.begin(begun);
    await sendDueDigests(winnow.workspace);
    await recoverAfterStop(winnow.workspace);
    at("2026-11-21T12:00:00Z");
    await sendDueDigests(winnow.workspace);
    expect(smtp.messages).toHaveLength(2);
    const activity = await winnow.ok("GET /api/dashboard/activity", { query: { limit: 5 } });
    expect(activity.map(({ title }) => title)).toContain("A digest may not have been sent");
  });
});

describe.each(oneEngine("sqlite"))("a mention on %s", (engine) => {
  test("is emailed once, a minute later, to a person who may read it and didn't turn that off", async () => {
    const { winnow, bob, ids } = await team(await open(engine));
    const lead = await addLead(winnow, "Ann Lee", null);
    at("2026-11-18T12:00:01Z");
    const comment = (text: string) => winnow.call("POST /api/leads/{id}/comments", { id: lead, body: { text } });
    const minuteLater = async (): Promise<void> => {
      now = new Date(now.getTime() + 60_000);
      await tick(winnow.workspace, "digests");
    };
    const text = `@${BOB.username} and @${ADA.username}: see www.evil.example\n@Cy <b>too</b>`;
    const { body } = await comment(text);
    await sendDueDigests(winnow.workspace);
    expect(smtp.messages).toEqual([]);
    await minuteLater();
    await minuteLater();
    const subject = `${ADA.username.replaceAll(".", "[.]")} mentioned you in a comment`;
    expect(subjects()).toEqual([`${BOB.username}: ${subject}`]);
    const [{ mail } = expect.unreachable()] = smtp.messages;
    expect(mail.text).toContain(`Ann Lee\nhttps://winnow.example/leads/${lead}`);
    expect(mail.text).toContain("www[.]evil[.]example\n@Cy <b>too</b>");
    expect(mail.html).toContain("&lt;b&gt;too&lt;/b&gt;");

    // An edit notifies whom it newly mentions.
    const which = { id: lead, params: { commentId: (JSON.parse(body) as { id: string }).id } };
    await winnow.ok("PATCH /api/leads/{id}/comments/{commentId}", { ...which, body: { text: `${text}!` } });
    await minuteLater();
    expect(smtp.messages).toHaveLength(1);

    // A comment deleted within the minute is nobody's business.
    const { headers } = await comment(`@${BOB.username} oops`);
    await winnow.ok("POST /api/journal/{id}/undo", { id: String(headers["x-act-id"]) });
    await minuteLater();
    expect(smtp.messages).toHaveLength(1);

    const link = linkIn(mail.text ?? "", "Unsubscribe");
    expect(await ask(winnow, "GET", link)).toEqual({
      statusCode: 200,
      title: "Unsubscribe from emails about mentions?",
    });
    // A link of one kind doesn't turn off the other.
    expect(await ask(winnow, "POST", link.replace("mentions", "digest"))).toMatchObject({ statusCode: 404 });
    expect(await ask(winnow, "POST", link)).toMatchObject({ statusCode: 200 });
    expect(await bob.ok("GET /api/session/digest")).toMatchObject({ isOn: true, mentions: false });
    await comment(`@${BOB.username} again`);
    await minuteLater();
    expect(smtp.messages).toHaveLength(1);

    // Those of the time when it was off aren't made up for.
    await bob.ok("PATCH /api/session/digest", { body: { mentions: true } });
    await minuteLater();
    await comment(`@${BOB.username} once more`);
    await winnow.ok("PATCH /api/users/{id}", { id: ids.bob, body: { isActive: false } });
    await minuteLater();
    expect(smtp.messages).toHaveLength(1);
    await winnow.ok("PATCH /api/users/{id}", { id: ids.bob, body: { isActive: true } });
    await minuteLater();
    expect(smtp.messages).toHaveLength(2);
  });
});

test("two processes and one that starts later send one digest a day", async () => {
  const databaseUrl = await migratedPostgres();
  const { winnow, ids } = await team(await open("postgres", { databaseUrl }));
  const other = await open("postgres", { databaseUrl });
  for (const ownerId of [ids.ada, ids.bob]) await addLead(winnow, `Of ${ownerId}`, ownerId);
  at("2026-11-19T07:00:00Z");
  const both = [winnow, other, winnow, other].map(({ workspace }) => sendDueDigests(workspace));
  await Promise.all(both);
  // A process that met the other's lease leaves the rest to it.
  await Promise.all([winnow, other].map(({ workspace }) => sendDueDigests(workspace)));
  const later = await open("postgres", { databaseUrl });
  await sendDueDigests(later.workspace);
  expect(subjects()).toEqual(["ada@acme.example: 1 new for you", "bob@acme.example: 1 new for you"]);
  expect(new Set(smtp.messages.map(({ mail }) => mail.messageId)).size).toBe(2);
});
