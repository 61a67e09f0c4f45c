import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { freshWinnow, type TestWinnow } from "#test/harness.ts";
import { mailSettings, SMTP_USER } from "#test/http/endpoint-examples.ts";
import { startSmtpPeer, type SmtpPeer } from "#test/peers/smtp/smtp-peer.ts";
import { oneEngine } from "#test/stores.ts";

const ME = "me@acme.example";

let smtp: SmtpPeer;
beforeAll(async () => {
  smtp = await startSmtpPeer({ mode: "starttls", users: { [SMTP_USER.name]: SMTP_USER.password } });
});
afterAll(() => smtp.close());

describe.each(oneEngine("sqlite"))("before a report on %s", (engine) => {
  let winnow: TestWinnow;
  let now: Date;
  beforeEach(async () => {
    smtp.messages.length = 0;
    smtp.failures = {};
    now = new Date("2026-11-18T12:00:00Z");
    winnow = await freshWinnow(engine, { clock: () => now, publicUrl: "https://winnow.example" });
    await winnow.ok("POST /api/rules", { body: { name: "Intent", keywords: ["demo"], scoreWeight: 40 } });
    await winnow.ok("POST /api/leads", { body: { name: "Ann Lee", email: "ann@acme.example", notes: "A demo" } });
  });
  const configure = () => winnow.ok("POST /api/email-settings", { body: mailSettings({ smtp }) });
  const sendTest = (body: { to?: string }) => winnow.ok("POST /api/send-report/test", { body });
  const preview = () => winnow.ok("GET /api/send-report/preview");
  const errorOf = async (body: { to?: string }) => {
    const answer = await winnow.call("POST /api/send-report/test", { body });
    const [error] = answer.json<{ errors?: { field: string }[] }>().errors ?? [];
    return [Math.floor(answer.statusCode / 100), error?.field];
  };

  test("the preview has the same subject, leads and recipients as the report", async () => {
    await configure();
    now = new Date("2026-11-18T12:30:00Z");
    await winnow.ok("POST /api/send-report");
    const since = now.toISOString();
    now = new Date("2026-11-18T13:00:00Z");
    await winnow.ok("POST /api/leads", { body: { name: "Bo Berg", email: "bo@berg.example", notes: "A demo" } });
    now = new Date("2026-11-18T14:00:00Z");
    const shown = await preview();
    expect(shown).toEqual({
      subject: "Winnow report: 2 qualified leads on 2026-11-18",
      leadCount: 2,
      newCount: 1,
      isExact: true,
      since,
      recipients: ["sales@acme.example", "boss@acme.example"],
      version: expect.any(String) as string,
      testAddress: null,
    });
    const { leadCount } = await winnow.ok("POST /api/send-report", { query: { version: shown.version } });
    const sent = smtp.messages[1];
    expect([leadCount, sent?.mail.subject, sent?.to]).toEqual([shown.leadCount, shown.subject, shown.recipients]);
  });

  test("a report isn't sent to other recipients than the preview showed", async () => {
    const { id } = await configure();
    const { version } = await preview();
    await winnow.ok("PATCH /api/email-settings/{id}", { id, body: { recipientEmails: ["all@acme.example"] } });
    const refused = await winnow.call("POST /api/send-report", { query: { version } });
    expect(refused.json()).toMatchObject({
      status: 409,
      detail: "The recipients just changed, so nothing was sent. Check them and send the report again.",
    });
    expect(smtp.messages).toEqual([]);
    await winnow.ok("POST /api/send-report", { query: { version: (await preview()).version } });
    expect(smtp.messages).toMatchObject([{ to: ["all@acme.example"] }]);
  });

  test("a test goes to one address, says so, and has links that decide nothing", async () => {
    await configure();
    expect(await sendTest({ to: ME })).toMatchObject({ leadCount: 1, to: ME });
    const [{ to, mail } = expect.unreachable()] = smtp.messages;
    expect(smtp.messages).toHaveLength(1);
    expect(to).toEqual([ME]);
    expect(mail.subject).toBe("[Test] Winnow report: 1 qualified lead on 2026-11-18");
    expect(mail.text).toMatch(/^This is a test\. Only you got it/u);
    expect(mail.html).toContain("This is a test. Only you got it");
    expect(mail.attachments).toHaveLength(1);
    expect(mail.text).toMatch(
      /Approve: https:\/\/winnow\.example\/leads\/\d+\n\s+Reject: https:\/\/winnow\.example\/leads/u,
    );
    expect(`${mail.text}${String(mail.html)}`).not.toContain("/act/");
  });

  test("a test isn't counted as a report, and its leads are still new in the next one", async () => {
    await configure();
    await sendTest({ to: ME });
    now = new Date("2026-11-18T15:00:00Z");
    expect(await winnow.workspace.store.reports.latest()).toBeNull();
    const { email } = await winnow.ok("GET /api/dashboard/status");
    expect(email).toMatchObject({ state: "active", lastReport: null });
    const activity = await winnow.ok("GET /api/dashboard/activity");
    expect(activity.filter(({ type }) => type === "email_sent")).toEqual([]);
    await winnow.ok("POST /api/send-report");
    expect(smtp.messages[1]?.mail.text).toContain("1 newly qualified");
    expect(smtp.messages[1]?.mail.text).toContain("Score 40, new");
  });

  test("a test needs a valid address and a mail server", async () => {
    for (const call of ["GET /api/send-report/preview", "POST /api/send-report/test"] as const) {
      expect((await winnow.call(call, { body: { to: ME } })).statusCode).toBe(409);
    }
    await configure();
    expect(await errorOf({})).toEqual([4, "to"]);
    for (const to of [
      "",
      "me",
      "a@b.example, c@d.example",
      "Me <me@acme.example>",
      `me@acme.example\r\nBcc: x@y.example`,
    ])
      expect(await errorOf({ to })).toEqual([4, "to"]);
    expect(smtp.messages).toEqual([]);
  });

  test("a refused test address leaves the report's mail server healthy, a refused password doesn't", async () => {
    await configure();
    smtp.failures = { recipients: { addresses: [ME], code: 550, text: "5.1.1 No such user" } };
    const health = async () => (await winnow.ok("GET /api/dashboard/status")).email.state;
    expect((await winnow.call("POST /api/send-report/test", { body: { to: ME } })).statusCode).toBe(502);
    expect(await health()).toBe("untested");
    smtp.failures = { signIn: { code: 535, text: "5.7.8 Not accepted" } };
    expect((await winnow.call("POST /api/send-report/test", { body: { to: ME } })).statusCode).toBe(502);
    expect(await health()).toBe("failing");
  });

  test("with accounts, a test only goes to the user's own address, if the username is one", async () => {
    await configure();
    const password = "correct horse battery";
    await winnow.ok("POST /api/session/first-owner", { body: { username: "Ann@acme.example", password } });
    expect((await preview()).testAddress).toBe("Ann@acme.example");
    expect(await errorOf({ to: ME })).toEqual([4, "to"]);
    expect(await sendTest({})).toMatchObject({ to: "Ann@acme.example" });

    await winnow.ok("POST /api/users", { body: { username: "bo", role: "member", password } });
    await winnow.ok("POST /api/session", { body: { username: "bo", password } });
    expect((await preview()).testAddress).toBeNull();
    expect(await errorOf({})).toEqual([4, "to"]);
    expect(await sendTest({ to: ME })).toMatchObject({ to: ME });
    expect(smtp.messages.map(({ to }) => to)).toEqual([["Ann@acme.example"], [ME]]);
  });
});
