import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from "vitest";
import { recoverAfterStop } from "#server/jobs/schedules/recover-after-stop.ts";
import { sendDueReport } from "#server/features/reports/send-report.ts";
import { freshWinnow, type TestWinnow } from "#test/harness.ts";
import { mailSettings, SMTP_USER } from "#test/http/endpoint-examples.ts";
import { startSmtpPeer, type SmtpPeer } from "#test/peers/smtp/smtp-peer.ts";
import { oneEngine } from "#test/stores.ts";

const REFUSED = { code: 535, text: "5.7.8 Username and Password not accepted" };

let smtp: SmtpPeer;
beforeAll(async () => {
  smtp = await startSmtpPeer({ mode: "starttls", users: { [SMTP_USER.name]: SMTP_USER.password } });
});
afterAll(() => smtp.close());

describe.each(oneEngine("sqlite"))("the report on %s", (engine) => {
  let winnow: TestWinnow;
  let now: Date;
  beforeEach(async () => {
    smtp.messages.length = 0;
    smtp.failures = {};
    now = new Date(2026, 10, 18, 12, 0);
    winnow = await freshWinnow(engine, { clock: () => now });
    await winnow.ok("POST /api/rules", { body: { name: "Intent", keywords: ["demo"], scoreWeight: 40 } });
    await winnow.ok("POST /api/leads", { body: { name: "Ann Lee", email: "ann@acme.example", notes: "A demo" } });
    await winnow.ok("POST /api/leads", { body: { name: "Bo Berg", email: "bo@berg.example", status: "approved" } });
    await winnow.ok("POST /api/leads", { body: { name: "Cy Cole", email: "cy@cole.example", notes: "newsletter" } });
    await winnow.ok("POST /api/leads", { body: { name: "Di Dunn", email: "di@dunn.example", status: "rejected" } });
  });
  const configure = (more: object = {}) =>
    winnow.ok("POST /api/email-settings", { body: { ...mailSettings({ smtp }), ...more } });
  const status = async () => (await winnow.ok("GET /api/dashboard/status")).email;
  const latest = async () => (await winnow.ok("GET /api/dashboard/activity", { query: { limit: 1 } }))[0];

  test("reaches every recipient with the leads, the reasons for their scores, and a file", async () => {
    await configure();
    const { leadCount, messageId } = await winnow.ok("POST /api/send-report");
    expect(leadCount).toBe(2);
    expect(smtp.messages).toHaveLength(1);
    const [{ to, from, secure, user, mail } = expect.unreachable()] = smtp.messages;
    expect({ to, from, secure, user }).toEqual({
      to: ["sales@acme.example", "boss@acme.example"],
      from: "reports@winnow.example",
      secure: true,
      user: SMTP_USER.name,
    });
    expect(mail.messageId).toBe(messageId);
    expect(mail.subject).toContain("2 qualified leads");
    for (const body of [mail.text ?? "", String(mail.html)]) {
      for (const said of ["Ann Lee", "ann@acme.example", "40", "demo", "Bo Berg"]) expect(body).toContain(said);
      for (const left of ["Cy Cole", "Di Dunn"]) expect(body).not.toContain(left);
    }
    const [file] = mail.attachments;
    const lines = file?.content.toString("utf8").trimEnd().split("\r\n");
    expect(file?.contentType).toBe("text/csv");
    expect(lines?.slice(1).map((line) => line.split(",")[0])).toEqual(["Ann Lee", "Bo Berg"]);

    expect(await latest()).toMatchObject({ type: "email_sent", description: "2 qualified leads to 2 recipients" });
    expect(await status()).toMatchObject({ state: "active", since: now.toISOString() });
    expect((await winnow.ok("POST /api/send-report")).messageId).not.toBe(messageId);
  });

  test("is rejected while nothing is configured or everything is off", async () => {
    for (const state of ["not_configured", "paused"]) {
      const answer = await winnow.call("POST /api/send-report");
      expect([answer.statusCode, answer.json<{ type: string }>().type]).toEqual([
        409,
        "urn:winnow:problem:email_not_configured",
      ]);
      expect((await status()).state).toBe(state);
      await configure({ isActive: false });
    }
    expect(smtp.messages).toEqual([]);
  });

  test("says why it failed, stays failing, and recovers with the next success", async () => {
    const { id } = await configure();
    expect((await status()).state).toBe("untested");
    smtp.failures = { signIn: REFUSED };
    const since = now.toISOString();
    for (let again = 0; again < 2; again += 1) {
      const answer = await winnow.call("POST /api/send-report");
      expect(answer.statusCode).toBe(502);
      expect(answer.json<{ detail: string }>().detail).toContain("Authentication failed");
      expect(await status()).toMatchObject({ state: "failing", since });
      now = new Date(now.getTime() + 60_000);
    }
    expect((await status()).message).toContain("Authentication failed");
    expect((await latest())?.type).not.toBe("email_sent");

    smtp.failures = {};
    await winnow.ok("POST /api/send-report");
    expect(await status()).toMatchObject({ state: "active", since: now.toISOString() });
    expect((await winnow.ok("GET /api/email-settings"))[0]).toMatchObject({ id, failingSince: null, lastError: "" });
  });

  test("says nothing about a connection that was entered before it failed", async () => {
    const { id } = await configure({ password: "wrong" });
    const { mailer } = winnow.workspace;
    const send = mailer.send.bind(mailer);
    const sending = Promise.withResolvers<void>();
    const entered = Promise.withResolvers<void>();
    vi.spyOn(mailer, "send").mockImplementationOnce(async (...given) => {
      sending.resolve();
      await entered.promise;
      return send(...given);
    });
    const report = winnow.call("POST /api/send-report");
    await sending.promise;
    await winnow.ok("PATCH /api/email-settings/{id}", { id, body: { password: SMTP_USER.password } });
    entered.resolve();
    expect((await report).statusCode).toBe(502);
    expect(await status()).toMatchObject({ state: "untested" });
    await winnow.ok("POST /api/send-report");
    expect(await status()).toMatchObject({ state: "active" });
  });

  test("reaches the other recipients when some are rejected", async () => {
    await configure();
    smtp.failures = { recipients: { addresses: ["boss@acme.example"], code: 550, text: "5.1.1 No such user" } };
    const answer = await winnow.call("POST /api/send-report");
    expect(smtp.messages.map(({ to }) => to)).toEqual([["sales@acme.example"]]);
    expect(answer.statusCode).toBe(200);
    expect((await latest())?.description).toBe("2 qualified leads to 1 recipient; refused for boss@acme.example");
  });

  test("reaches international domains in ASCII form, and each recipient once", async () => {
    const recipientEmails = [
      "Sales@bücher.example",
      "sales@xn--bcher-kva.example",
      "boss@acme.example",
      "BOSS@acme.example",
    ];
    const settings = await configure({ fromEmail: "reports@grün.example", recipientEmails });
    expect(settings.recipientEmails).toEqual(["Sales@bücher.example", "boss@acme.example"]);
    smtp.failures = { recipients: { addresses: ["Sales@bücher.example"], code: 550, text: "5.1.1 No such user" } };
    const { messageId } = await winnow.ok("POST /api/send-report");
    expect(messageId).toMatch(/@xn--grn-ioa\.example>$/u);
    // The peer decodes ASCII forms; the receipt and headers show what was sent.
    expect((await latest())?.description).toContain("refused for Sales@xn--bcher-kva.example");
    const [{ to, raw, mail } = expect.unreachable()] = smtp.messages;
    expect(to).toEqual(["boss@acme.example"]);
    expect(raw).toContain("reports@xn--grn-ioa.example");
    expect(mail.messageId).toBe(messageId);
  });

  test("logs a rejection of every recipient without their addresses", async () => {
    await configure();
    const addresses = ["boss@acme.example", "sales@acme.example"];
    smtp.failures = { recipients: { addresses, code: 550, text: "5.1.1 No such user boss@acme.example" } };
    const answer = await winnow.call("POST /api/send-report");
    expect(answer.json<{ detail: string }>().detail).toContain("boss@acme.example");
    expect(winnow.logged()).toContain("mail_recipients_refused");
    expect(winnow.logged()).not.toContain("acme.example");
  });

  test.each([
    { frequency: "daily", quiet: new Date(2026, 10, 19, 7, 59), due: new Date(2026, 10, 19, 8, 0) },
    { frequency: "weekly", quiet: new Date(2026, 10, 22, 23, 0), due: new Date(2026, 10, 23, 8, 1) },
    { frequency: "monthly", quiet: new Date(2026, 10, 30, 23, 0), due: new Date(2026, 11, 2, 3, 0) },
  ])("is sent once per window, $frequency", async ({ frequency, quiet, due }) => {
    await configure({ reportFrequency: frequency });
    const { workspace } = winnow;
    for (const moment of [now, quiet]) {
      now = moment;
      await sendDueReport(workspace);
      expect(smtp.messages).toHaveLength(0);
    }
    now = due;
    await sendDueReport(workspace);
    await sendDueReport(workspace);
    await Promise.all([sendDueReport(workspace), sendDueReport(workspace)]);
    expect(smtp.messages).toHaveLength(1);
    // A manual report and a scheduled one don't replace each other.
    await winnow.ok("POST /api/send-report");
    expect(new Set(smtp.messages.map(({ mail }) => mail.messageId)).size).toBe(2);
  });

  test("isn't due for the time before its schedule was changed or enabled", async () => {
    const { id } = await configure({ reportFrequency: "monthly" });
    const { workspace } = winnow;
    const change = (body: object) => winnow.ok("PATCH /api/email-settings/{id}", { id, body });
    now = new Date(2026, 10, 27, 12, 0);
    for (const body of [{ reportFrequency: "weekly" }, { reportFrequency: "daily" }, { isActive: false }]) {
      await change(body);
      await sendDueReport(workspace);
    }
    now = new Date(2026, 10, 29, 12, 0);
    await change({ isActive: true });
    await sendDueReport(workspace);
    await winnow.ok("PUT /api/settings", { body: { reportHour: 22 } });
    now = new Date(2026, 10, 29, 20, 0);
    for (const reportHour of [18, 8]) {
      await winnow.ok("PUT /api/settings", { body: { reportHour } });
      await sendDueReport(workspace);
    }
    expect(smtp.messages).toHaveLength(0);
    await change({ isActive: true, reportFrequency: "daily", smtpPort: smtp.port });
    now = new Date(2026, 10, 30, 8, 0);
    await sendDueReport(workspace);
    expect(smtp.messages).toHaveLength(1);
  });

  test("isn't sent again when recording it fails", async () => {
    await configure();
    now = new Date(2026, 10, 19, 8, 0);
    const { workspace } = winnow;
    const broken = vi.spyOn(workspace.store.journal, "add").mockRejectedValueOnce(new Error("broken"));
    await expect(sendDueReport(workspace)).rejects.toThrow("broken");
    expect(broken).toHaveBeenCalledOnce();
    now = new Date(2026, 10, 19, 9, 0);
    await sendDueReport(workspace);
    expect(smtp.messages).toHaveLength(1);
    expect((await status()).state).toBe("active");
  });

  test("in progress when its process ended is reported once that is certain, and not sent again", async () => {
    await configure();
    const { workspace } = winnow;
    const sent = now.toISOString();
    await winnow.ok("POST /api/send-report");
    now = new Date(2026, 10, 19, 8, 0);
    // The state left by a process that ended in the middle.
    const windowKey = "daily:2026-11-19";
    const { leases, reports } = workspace.store;
    await leases.acquire(`report:${windowKey}`, "a process that ended", 10_000);
    await reports.begin({ windowKey, messageId: "<m@x>", leadCount: 2, startedAt: now.toISOString() });
    await recoverAfterStop(workspace);
    expect(await reports.latest()).toMatchObject({ state: "sending" });

    await leases.release(`report:${windowKey}`, "a process that ended");
    await Promise.all([recoverAfterStop(workspace), recoverAfterStop(workspace)]);
    await recoverAfterStop(workspace);
    const activity = await winnow.ok("GET /api/dashboard/activity");
    const entries = activity.filter(({ title }) => title.startsWith("A report"));
    expect(entries).toMatchObject([
      { type: "other", title: "A report may not have been sent", description: "The server stopped while sending this" },
    ]);
    expect(await status()).toMatchObject({ state: "active", lastReport: sent });
    expect((await status()).message).toContain("may not have been sent");
    await sendDueReport(workspace);
    expect(smtp.messages).toHaveLength(1);

    await winnow.ok("POST /api/send-report");
    expect(await status()).toMatchObject({ lastReport: now.toISOString() });
    expect((await status()).message).not.toContain("may not");
  });

  test("that can't be built is retried like any other failure", async () => {
    await configure();
    const { workspace } = winnow;
    now = new Date(2026, 10, 19, 8, 0);
    const reading = vi.spyOn(workspace.store.leads, "topQualified").mockRejectedValueOnce(new Error("broken"));
    await expect(sendDueReport(workspace)).rejects.toThrow("broken");
    expect(await workspace.store.reports.latest()).toMatchObject({ state: "failed", error: "broken" });
    now = new Date(2026, 10, 19, 8, 14);
    await sendDueReport(workspace);
    expect(reading).toHaveBeenCalledOnce();
    now = new Date(2026, 10, 19, 8, 15);
    await sendDueReport(workspace);
    expect(smtp.messages).toHaveLength(1);
    expect(await workspace.store.reports.latest()).toMatchObject({ state: "sent", leadCount: 2 });
  });

  test("that failed at its time is retried under the same name", async () => {
    await configure();
    const { workspace } = winnow;
    now = new Date(2026, 10, 19, 8, 0);
    smtp.failures = { message: { code: 451, text: "4.3.0 Try later" } };
    await expect(sendDueReport(workspace)).rejects.toThrow("isn't accepting the message right now");
    smtp.failures = {};
    await sendDueReport(workspace);
    expect(smtp.messages).toHaveLength(0);
    now = new Date(2026, 10, 19, 8, 30);
    await sendDueReport(workspace);
    await sendDueReport(workspace);
    expect(smtp.messages).toHaveLength(1);
  });
});
