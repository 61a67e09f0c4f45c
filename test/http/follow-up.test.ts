import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, onTestFinished, test } from "vitest";
import type { FollowUpQuestion } from "#shared/contract/follow-up-question.ts";
import { DAY } from "#shared/durations.ts";
import { checkAddresses } from "#server/features/address-check/check-addresses.ts";
import { sendDueFollowUps } from "#server/features/follow-ups/send-due-follow-ups.ts";
import { approveQuestions, recoverFollowUps, sendFollowUp } from "#server/features/follow-ups/send-follow-up.ts";
import { startSettlingFollowUps } from "#server/features/follow-ups/start-settling.ts";
import { freshWinnow, type TestWinnow } from "#test/harness.ts";
import { tick as tickOf } from "#test/jobs.ts";
import { deliver, processed } from "#test/http/form-deliveries.ts";
import { mailSettings, SMTP_USER } from "#test/http/endpoint-examples.ts";
import { newMailbox, syncMail, type MailboxUnderTest } from "#test/http/mailbox-under-test.ts";
import { startDovecot, type DovecotPeer } from "#test/peers/dovecot/dovecot-peer.ts";
import { message } from "#test/peers/dovecot/sample-messages.ts";
import { startSmtpPeer, type ReceivedMessage, type SmtpPeer } from "#test/peers/smtp/smtp-peer.ts";
import { oneEngine } from "#test/stores.ts";

const ASKED = [
  "Guten Tag,",
  "",
  "wir suchen eine Software für unseren Vertrieb und möchten 200 Lizenzen kaufen.",
  "Können Sie uns bitte ein Angebot mit Ihren Preisen schicken?",
  "",
  "Viele Grüße",
  "Anna Schmidt",
].join("\r\n");

let dovecot: DovecotPeer;
beforeAll(async () => {
  dovecot = await startDovecot();
});
afterAll(() => dovecot.stop());

describe.each(oneEngine("sqlite"))("follow-up on %s", (engine) => {
  let winnow: TestWinnow;
  let smtp: SmtpPeer;
  let mailbox: MailboxUnderTest;
  let now: number;
  beforeEach(async () => {
    now = Date.now();
    smtp = await startSmtpPeer({ mode: "starttls", users: { [SMTP_USER.name]: SMTP_USER.password } });
    mailbox = await newMailbox(dovecot);
    winnow = await freshWinnow(engine, {
      clock: () => new Date(now),
      publicUrl: "https://winnow.example",
      imapUrl: `imap://127.0.0.1:${dovecot.imapPort}`,
    });
    await winnow.ok("POST /api/email-settings", {
      body: { ...mailSettings({ smtp }), fromEmail: mailbox.settings.email },
    });
    await winnow.ok("POST /api/gmail/config", { body: mailbox.settings });
  });
  afterEach(() => smtp.close());

  const tick = () => sendDueFollowUps(winnow.workspace);
  const questions = (id: string) => winnow.ok("GET /api/leads/{id}/follow-ups", { id });
  const questionOf = async (id: string, type: string): Promise<FollowUpQuestion | undefined> =>
    (await questions(id)).find(({ questionType }) => questionType === type);
  const send = (id: string, type: string, query: Record<string, string> = {}) =>
    winnow.call("POST /api/leads/{id}/follow-ups/{questionId}/send", {
      id,
      params: { questionId: `${id}-${type}` },
      query,
    });
  const sendNow = async (id: string, type = "phone", query = {}): Promise<ReceivedMessage> => {
    const answer = await send(id, type, query);
    expect([answer.statusCode, answer.body]).toEqual([200, expect.any(String)]);
    return smtp.messages.at(-1) ?? expect.fail("nothing was sent");
  };
  const lead = (id: string) => winnow.ok("GET /api/leads/{id}", { id });
  const refusal = async (id: string, type = "phone") => {
    const answer = await send(id, type);
    return { status: answer.statusCode, detail: answer.json<{ detail: string }>().detail };
  };
  /** Someone known only by name and address. */
  const addLead = async (more: object = {}): Promise<string> => {
    const body = { name: "Bo Berg", email: "bo@freemail.example", notes: "Met at the fair", company: "Berg", ...more };
    return (await winnow.ok("POST /api/leads", { body })).id;
  };
  /** Someone who wrote in German from a private address, without a phone number or company. */
  const mailedLead = async (): Promise<string> => {
    mailbox.mail.deliver([
      {
        raw: message({
          id: "ask-1@gmx.example",
          from: "Anna Schmidt <anna.schmidt@gmx.de>",
          subject: "Angebot für 200 Lizenzen",
          text: ASKED,
        }),
      },
    ]);
    await syncMail(winnow);
    const [found] = await winnow.ok("GET /api/leads");
    return found?.id ?? expect.fail("the message is no lead");
  };
  const reply = (
    sent: ReceivedMessage | null,
    text: string,
    more: { id?: string; from?: string; subject?: string; headers?: string[] } = {},
  ): void => {
    const inReplyTo = sent === null ? [] : [`In-Reply-To: ${sent.mail.messageId}`];
    const { headers = inReplyTo, ...rest } = more;
    const subject = `Re: ${sent?.mail.subject ?? "A question for you"}`;
    mailbox.mail.deliver([
      { raw: message({ from: "Anna Schmidt <anna.schmidt@gmx.de>", subject, text, ...rest, headers }) },
    ]);
  };

  test("isn't due for deleted leads, which would keep it from others, until the deletion is undone", async () => {
    const id = await addLead();
    await approveQuestions(winnow.workspace, id, ["phone"]);
    const { followUps } = winnow.workspace.store;
    const due = async () => {
      const at = new Date(now).toISOString();
      const settings = { followUpAttempts: 2, followUpAutomatic: false };
      return [await followUps.countDue(at, settings), await followUps.due(at, settings, 9)];
    };
    expect(await due()).toEqual([1, [id]]);
    const deleted = await winnow.call("DELETE /api/leads/{id}", { id });
    expect(await due()).toEqual([0, []]);
    expect(await tick()).toBe(0);
    await winnow.ok("POST /api/journal/{id}/undo", { id: String(deleted.headers["x-act-id"]) });
    expect(await tick()).toBe(1);
  });

  test("drafts a question for each missing field in the lead's language", async () => {
    const id = await mailedLead();
    const drafted = await questions(id);
    expect(drafted.map(({ questionType, state, question }) => [questionType, state, question])).toEqual([
      ["phone", "drafted", "Unter welcher Nummer können wir Sie zu „Angebot für 200 Lizenzen“ anrufen?"],
      ["company", "drafted", "Für welches Unternehmen schreiben Sie uns zu „Angebot für 200 Lizenzen“?"],
    ]);
    expect(drafted[0]).toMatchObject({
      method: "email",
      subject: "Re: Angebot für 200 Lizenzen",
      reason: "Phone number is missing. Asked in German.",
      isAnswered: false,
      attempt: 0,
      obstacle: "",
    });
    expect(await lead(id)).toMatchObject({ qualificationStatus: "incomplete", missingInfo: ["phone", "company"] });
  });

  test("asks in the lead's conversation, fills in the answer with its origin, and stops asking", async () => {
    const id = await mailedLead();
    await winnow.ok("POST /api/rules", { body: { name: "Trade", keywords: ["logistik"], scoreWeight: 40 } });
    const sent = await sendNow(id, "phone", { questions: "all" });

    const { mail } = sent;
    expect(sent.to).toEqual(["anna.schmidt@gmx.de"]);
    expect(mail.subject).toBe("Re: Angebot für 200 Lizenzen");
    expect(mail.headers.get("in-reply-to")).toBe("<ask-1@gmx.example>");
    expect(mail.headers.has("auto-submitted")).toBe(false);
    expect(sent.raw).toContain("List-Unsubscribe-Post: List-Unsubscribe=One-Click");
    expect(mail.text).toContain("Guten Tag Anna Schmidt,");
    expect(mail.text).toContain("- Unter welcher Nummer");
    expect(mail.text).toContain("- Für welches Unternehmen");
    const page = await winnow.app.inject({ url: /\/u\/[\w-]+/u.exec(mail.text ?? "")?.[0] ?? "" });
    expect(page.body).toMatch(/<html lang="de">[^]*<button type="submit">Abmelden<\/button>/u);
    expect(await lead(id)).toMatchObject({
      qualificationStatus: "in_progress",
      followUpAttempts: 1,
      lastFollowUp: new Date(now).toISOString(),
    });
    expect(await winnow.ok("GET /api/dashboard/pipeline")).toMatchObject({ incoming: 0, processing: 1 });
    expect(await questionOf(id, "phone")).toMatchObject({ state: "sent", attempt: 1, obstacle: expect.any(String) });

    const quoted = `> ${(mail.text ?? "").replaceAll("\n", "\r\n> ")}`;
    reply(
      sent,
      `Telefon: 0341 1234567\r\nFirma: Muster Logistik GmbH\r\n\r\nAm 3. Mai 2026 schrieb Sales <sales@acme.example>:\r\n${quoted}`,
      { id: "answer-1@gmx.example" },
    );
    expect(await syncMail(winnow)).toMatchObject({ processed: 1, replies: 1, leadsFound: 0 });

    const answered = await lead(id);
    expect(answered).toMatchObject({
      phone: expect.stringContaining("0341"),
      company: "Muster Logistik GmbH",
      score: 40,
      status: "qualified",
      missingInfo: [],
      qualificationStatus: "complete",
    });
    expect(answered.provenance["company"]).toMatchObject({
      source: "email",
      sourceName: mailbox.settings.email,
      method: "answer",
      locator: expect.stringContaining("Angebot für 200 Lizenzen"),
    });
    expect(answered.timeline.map(({ title }) => title)).toEqual(
      expect.arrayContaining(["Anna Schmidt answered", "Follow-up sent"]),
    );
    const phone = await questionOf(id, "phone");
    expect(phone).toMatchObject({
      state: "answered",
      isAnswered: true,
      response: expect.stringContaining("0341 1234567"),
      respondedAt: expect.any(String),
    });
    const emails = await winnow.ok("GET /api/gmail/emails", { query: { limit: 10 } });
    expect(emails.find(({ id: emailId }) => emailId === phone?.responseEmailId)).toMatchObject({ leadId: id });

    await winnow.ok("PUT /api/settings", { body: { followUpAutomatic: true } });
    now += 30 * DAY;
    await tick();
    await tick();
    expect(smtp.messages).toHaveLength(1);
  });

  test.each([
    ["a lead", "bo@freemail.example"],
    ["a colleague who tries it out", "bo@acme.example"],
  ])("recognizes a reply without headers from %s by sender and subject", async (_who, email) => {
    const id = await addLead({ email });
    await sendNow(id);
    reply(null, "+44 20 7946 0123", { from: `Bo Berg <${email}>` });
    await syncMail(winnow);
    expect(await lead(id)).toMatchObject({ phone: "+44 20 7946 0123", missingInfo: [] });
  });

  test("ignores mail about something else, and handles later mail as usual", async () => {
    const id = await addLead({ title: "Buyer" });
    await winnow.ok("PATCH /api/leads/{id}", { id, body: { title: "" } });
    const sent = await sendNow(id);
    const from = "Bo Berg <bo@freemail.example>";
    reply(null, "+44 20 7946 0999", { id: "lunch@freemail.example", from, subject: "Re: Lunch" });
    await syncMail(winnow);
    expect(await lead(id)).toMatchObject({ phone: "", qualificationStatus: "in_progress" });

    reply(sent, "+44 20 7946 0123\r\n\r\nBest regards\r\nBo Berg\r\nHead of Purchasing", {
      id: "a@freemail.example",
      from,
    });
    await syncMail(winnow);
    // A field that a person emptied without asking for it stays empty.
    expect(await lead(id)).toMatchObject({ phone: "+44 20 7946 0123", title: "" });

    reply(sent, ASKED, { id: "b@freemail.example", from });
    await syncMail(winnow);
    expect((await lead(id)).facts).toContainEqual(expect.objectContaining({ name: "Message" }));
  });

  test("an answer, a bounce or an opt-out while a message is being sent ends the follow-up for good", async () => {
    const ids = [];
    for (const name of ["one", "two", "three"]) ids.push(await addLead({ email: `${name}@freemail.example` }));
    const taken = Promise.withResolvers<void>();
    const { mailer } = winnow.workspace;
    const slow: typeof mailer.send = async (...of) => {
      const receipt = await mailer.send(...of);
      await taken.promise;
      return receipt;
    };
    const sending = ids.map(async (id) => {
      await approveQuestions(winnow.workspace, id, ["phone"]);
      return sendFollowUp({ ...winnow.workspace, mailer: { ...mailer, send: slow } }, id);
    });
    await expect.poll(() => smtp.messages).toHaveLength(3);
    const sentTo = (name: string) => smtp.messages.find(({ to }) => to.includes(`${name}@freemail.example`)) ?? null;
    const bounced = { to: ["two@freemail.example"], raw: sentTo("two")?.raw ?? "" };
    reply(sentTo("one"), "+44 20 7946 0123", { from: "Bo Berg <one@freemail.example>" });
    mailbox.mail.deliver([{ raw: deliveryReport(bounced, "5.1.1") }]);
    await syncMail(winnow);
    const [, , third = ""] = ids;
    const stopped = await winnow.call("POST /api/leads/{id}/follow-ups/stop", { id: third });
    taken.resolve();
    expect(await Promise.all(sending)).toEqual(["sent", "sent", "sent"]);

    const states = await Promise.all(ids.map((id) => questionOf(id, "phone")));
    expect(states.map((one) => [one?.state, one?.attempt])).toEqual([
      ["answered", 1],
      ["stopped", 1],
      ["stopped", 1],
    ]);
    expect(await lead(ids[0] ?? "")).toMatchObject({ phone: "+44 20 7946 0123", followUpAttempts: 1 });
    const undone = await winnow.call("POST /api/journal/{id}/undo", { id: String(stopped.headers["x-act-id"]) });
    expect(undone.statusCode).toBe(409);
    await winnow.ok("PUT /api/settings", { body: { followUpAutomatic: true } });
    now += 30 * DAY;
    await tick();
    expect(smtp.messages).toHaveLength(3);
  });

  test("a delivery report for someone's own message only affects the lead that it went to", async () => {
    const id = await addLead();
    const colleague = await addLead({ email: "cy@other.example" });
    const sent = await sendNow(id);
    const other = `From: sales@acme.example\r\nMessage-ID: <aside@acme.example>\r\nReferences: ${sent.mail.messageId}\r\n\r\nFYI`;
    mailbox.mail.deliver([{ raw: deliveryReport({ to: ["cy@other.example"], raw: other }, "5.1.1") }]);
    await syncMail(winnow);
    expect(await questionOf(id, "phone")).toMatchObject({ state: "sent" });
    expect(await refusal(colleague)).toMatchObject({ status: 409, detail: expect.stringContaining("bounces") });
  });

  test("doesn't retry a permanent rejection, but retries a temporary one", async () => {
    await winnow.ok("PUT /api/settings", { body: { followUpAutomatic: true } });
    await tick();
    const [refused, deferred] = [
      await addLead({ email: "no@freemail.example" }),
      await addLead({ email: "later@freemail.example" }),
    ];
    const odd = await addLead({ email: '"odd one"@freemail.example' });
    smtp.failures = { recipients: { addresses: ["no@freemail.example"], code: 550, text: "5.7.1 Not from you" } };
    now += DAY;
    await tick();
    expect(smtp.messages.map(({ to }) => to)).toEqual([["later@freemail.example"]]);
    expect(await questionOf(refused, "phone")).toMatchObject({ state: "failed", dueAt: null });
    expect(await questionOf(odd, "phone")).toMatchObject({ obstacle: "Email can't be sent to this address." });
    smtp.failures = { recipients: { addresses: ["later@freemail.example"], code: 450, text: "4.2.0 Greylisted" } };
    now += 4 * DAY;
    await syncMail(winnow);
    await tick();
    expect(await questionOf(deferred, "phone")).toMatchObject({ state: "failed", dueAt: expect.any(String) });
    smtp.failures = {};
    now += 3_600_001;
    await tick();
    await tick();
    expect(smtp.messages.map(({ to }) => to)).toEqual([["later@freemail.example"], ["later@freemail.example"]]);
  });

  test("a reply without the answer ends the follow-up, an out-of-office reply doesn't", async () => {
    const id = await addLead();
    const sent = await sendNow(id);
    reply(sent, "I am away until Monday. My phone is +44 20 7946 0999.", {
      from: "Bo Berg <bo@freemail.example>",
      headers: [`In-Reply-To: ${sent.mail.messageId}`, "Auto-Submitted: auto-replied"],
    });
    await syncMail(winnow);
    expect(await questionOf(id, "phone")).toMatchObject({ state: "sent", response: "" });
    expect(await lead(id)).toMatchObject({ phone: "", qualificationStatus: "in_progress" });

    reply(sent, "Which product is this about?", { id: "back-1@x.example", from: "Bo Berg <bo@freemail.example>" });
    await syncMail(winnow);
    expect(await questionOf(id, "phone")).toMatchObject({
      state: "stopped",
      isAnswered: false,
      response: "Which product is this about?",
      reason: "They replied without answering this.",
    });
    expect(await lead(id)).toMatchObject({ phone: "", qualificationStatus: "incomplete" });
  });

  test.each([
    ["5.1.1", "failed", "stopped", "unreachable"],
    ["4.4.7", "delayed", "sent", undefined],
    ["4.4.7", "failed", "stopped", "unreachable"],
  ])("a report of status %s, %s, leaves the question %s", async (status, action, state, kind) => {
    const id = await addLead();
    const sent = await sendNow(id);
    mailbox.mail.deliver([{ raw: deliveryReport(sent, status, action) }]);
    await syncMail(winnow);
    expect(await questionOf(id, "phone")).toMatchObject({ state });
    expect((await winnow.ok("GET /api/leads/{id}/suppression", { id })).suppression?.kind).toBe(kind);
    await checkAddresses(winnow.workspace);
    expect((await lead(id)).addressQuality).toBe(kind === undefined ? "unknown" : "bad");
    now += 30 * DAY;
    expect((await refusal(id)).status).toBe(kind === undefined ? 200 : 409);
  });

  test("doesn't retry an address that the mail server doesn't know", async () => {
    const id = await addLead();
    smtp.failures = { recipients: { addresses: ["bo@freemail.example"], code: 550, text: "5.1.1 No such user" } };
    expect((await send(id, "phone")).statusCode).toBe(502);
    expect(await questionOf(id, "phone")).toMatchObject({ state: "stopped" });
    smtp.failures = {};
    expect(await refusal(id)).toMatchObject({ status: 409, detail: expect.stringContaining("bounces") });
    expect(await lead(id)).toMatchObject({ followUpAttempts: 0, qualificationStatus: "incomplete" });
  });

  test("opening the unsubscribe link changes nothing; its button unsubscribes the address on every lead", async () => {
    const id = await addLead();
    const sent = await sendNow(id);
    const url = /<(https:\/\/winnow\.example\/u\/[\w-]+)>/u.exec(sent.raw.replaceAll(/\r\n\s/gu, " "))?.[1] ?? "";
    const { pathname } = new URL(url);
    const headers = { host: "winnow.example" };
    const page = await winnow.app.inject({ method: "GET", url: pathname, headers });
    expect(page.statusCode).toBe(200);
    expect(page.body).not.toContain("bo@");
    expect(page.headers["content-security-policy"]).toMatch(/^default-src 'none';style-src 'sha256-/u);
    expect(page.body).toMatch(/<html lang="en">[^]*<button type="submit">Unsubscribe<\/button>/u);
    expect((await winnow.ok("GET /api/leads/{id}/suppression", { id })).suppression).toBeNull();

    const pressed = await winnow.app.inject({
      method: "POST",
      url: pathname,
      headers: { ...headers, "content-type": "application/x-www-form-urlencoded", origin: "https://mail.example" },
      payload: "List-Unsubscribe=One-Click",
    });
    expect(pressed.statusCode).toBe(200);
    const twice = await winnow.app.inject({ method: "POST", url: pathname, headers });
    expect(twice.body).toMatch(/<h1>You&#39;re unsubscribed<\/h1>(?![^]*<button)/u);
    const entries = (await lead(id)).timeline.filter(({ title }) => title === "Unsubscribed from follow-ups");
    expect(entries).toHaveLength(1);
    expect(await questionOf(id, "phone")).toMatchObject({ state: "stopped", reason: "Unsubscribed by link." });
    expect(await lead(id)).toMatchObject({ qualificationStatus: "incomplete" });
    await winnow.ok("DELETE /api/leads/{id}", { id });
    const again = await addLead();
    expect(await refusal(again)).toMatchObject({ status: 409, detail: expect.stringContaining("They unsubscribed") });

    expect(
      (await winnow.call("POST /api/leads/{id}/suppression/lift", { id: again, body: { reason: " " } })).statusCode,
    ).toBe(422);
    const body = { reason: "Asked for an offer on the phone" };
    expect(await winnow.ok("POST /api/leads/{id}/suppression/lift", { id: again, body })).toEqual({
      suppression: null,
    });
    expect((await lead(again)).timeline).toContainEqual(expect.objectContaining({ description: body.reason }));
    expect((await send(again, "phone")).statusCode).toBe(200);
    expect((await winnow.app.inject({ method: "POST", url: "/u/nobody", headers })).statusCode).toBe(404);
  });

  test.each([
    ["in words", "Please stop writing to me.\r\nBo", undefined],
    ["in a message about something else", "Please remove me from your list.", "Re: Price list"],
    ["in the subject alone", "", "Unsubscribe"],
    ["by its mail program", "", "unsubscribe TOKEN"],
  ])("someone unsubscribes %s", async (_how, text, subject) => {
    const id = await addLead();
    const sent = await sendNow(id);
    const token = /\/u\/([\w-]+)/u.exec(sent.mail.text ?? "")?.[1] ?? "";
    const from = "Bo Berg <bo@freemail.example>";
    if (subject === undefined) reply(sent, text, { from });
    else reply(sent, text, { from, subject: subject.replace("TOKEN", token), headers: [] });
    await syncMail(winnow);
    expect(await winnow.ok("GET /api/leads/{id}/suppression", { id })).toMatchObject({
      suppression: { kind: "unsubscribed" },
    });
    expect(await questionOf(id, "phone")).toMatchObject({ state: "stopped" });
  });

  test.each([
    ["rejected", { status: "rejected" }],
    ["approved", { status: "approved" }],
    ["filled in", { phone: "+44 20 7946 0001" }],
    ["without an address", { email: "" }],
  ])("an approved message isn't sent to a lead that is %s before it goes out", async (_what, change) => {
    const id = await addLead();
    await approveQuestions(winnow.workspace, id, ["phone"]);
    expect(await lead(id)).toMatchObject({ qualificationStatus: "in_progress" });
    await winnow.ok("PATCH /api/leads/{id}", { id, body: change });
    await tick();
    expect(smtp.messages).toEqual([]);
    expect(await questionOf(id, "phone")).toMatchObject({ state: "stopped", reason: expect.stringMatching(/./u) });
    expect((await lead(id)).qualificationStatus).not.toBe("in_progress");
  });

  test("a decision about the lead closes its open question", async () => {
    const id = await addLead();
    await sendNow(id);
    const settling = startSettlingFollowUps(winnow.workspace);
    onTestFinished(() => settling.stop());
    await winnow.ok("PATCH /api/leads/{id}", { id, body: { status: "approved" } });
    await expect.poll(async () => (await lead(id)).qualificationStatus).toBe("incomplete");
    expect(await questionOf(id, "phone")).toMatchObject({ state: "stopped", reason: "The lead was approved." });
  });

  test("approved messages go out at the next tick, even when automatic sending is off", async () => {
    const id = await addLead();
    await approveQuestions(winnow.workspace, id, ["phone"]);
    await Promise.all([tick(), tick()]);
    await tick();
    expect(smtp.messages).toHaveLength(1);
    expect(smtp.messages[0]?.mail.headers.has("auto-submitted")).toBe(false);
  });

  test("a message in progress when the process ended counts as sent and isn't sent again", async () => {
    const id = await addLead();
    const { mailer } = winnow.workspace;
    const begun = Promise.withResolvers<void>();
    // The process ends between sending the message and recording that.
    const handOver = (): Promise<never> => {
      begun.resolve();
      return new Promise(() => {});
    };
    const dying = { ...winnow.workspace, mailer: { ...mailer, send: handOver } };
    await approveQuestions(winnow.workspace, id, ["phone"]);
    void sendDueFollowUps(dying);
    await begun.promise;
    expect(await questionOf(id, "phone")).toMatchObject({ state: "sending" });
    await winnow.workspace.store.leases.release(`follow-up:${id}`, winnow.workspace.processId);
    await winnow.workspace.store.leases.release("follow-ups", winnow.workspace.processId);

    await winnow.ok("PUT /api/settings", { body: { followUpAutomatic: true } });
    await tick();
    await recoverFollowUps(winnow.workspace);
    now += 30 * DAY;
    await tick();
    expect(smtp.messages).toEqual([]);
    expect(await questionOf(id, "phone")).toMatchObject({
      state: "failed",
      attempt: 1,
      reason: expect.stringContaining("may have gone out"),
    });
    expect(await lead(id)).toMatchObject({ followUpAttempts: 1, qualificationStatus: "incomplete" });
    await sendNow(id);
    expect(smtp.messages).toHaveLength(1);
  });

  test("asks new leads automatically when enabled, and repeats at the set interval up to the set number", async () => {
    const old = await addLead({ email: "old@freemail.example" });
    await winnow.ok("PUT /api/settings", { body: { followUpAutomatic: true, followUpAttempts: 2, followUpDays: 4 } });
    await tick();
    const id = await addLead();
    now += DAY;
    await tick();
    expect(smtp.messages.map(({ to }) => to)).toEqual([["bo@freemail.example"]]);
    const [first] = smtp.messages;
    expect(first?.mail.headers.get("auto-submitted")).toBe("auto-generated");
    now += 4 * DAY - 1;
    await tick();
    expect(smtp.messages).toHaveLength(1);
    now += 1;
    await tick();
    // Replies aren't read yet.
    expect(smtp.messages).toHaveLength(1);
    await syncMail(winnow);
    now += 3_600_000;
    await tick();
    expect(smtp.messages).toHaveLength(2);
    expect(smtp.messages[1]?.mail.headers.get("in-reply-to")).toBe(first?.mail.messageId);
    expect(await questionOf(id, "phone")).toMatchObject({ state: "sent", attempt: 2 });
    now += 40 * DAY;
    await tick();
    await tick();
    expect(smtp.messages).toHaveLength(2);
    expect(await questionOf(id, "phone")).toMatchObject({
      state: "stopped",
      reason: expect.stringContaining("No answer"),
    });
    expect(await lead(id)).toMatchObject({ followUpAttempts: 2, qualificationStatus: "incomplete" });
    expect(await questionOf(old, "phone")).toMatchObject({ state: "drafted" });
  });

  test("asks new leads although the process ended before it approved their questions", async () => {
    await winnow.ok("PUT /api/settings", { body: { followUpAutomatic: true } });
    await tick();
    await addLead();
    now += 120_000;
    const { store } = winnow.workspace;
    const change = () => Promise.reject(new Error("killed"));
    const dying = { ...winnow.workspace, store: { ...store, followUps: { ...store.followUps, change } } };
    await expect(sendDueFollowUps(dying)).rejects.toThrow("killed");
    await tick();
    expect(smtp.messages.map(({ to }) => to)).toEqual([["bo@freemail.example"]]);
  });

  test("doesn't ask leads that arrived while automatic sending was off", async () => {
    const setAutomatic = async (followUpAutomatic: boolean): Promise<void> => {
      await winnow.ok("PUT /api/settings", { body: { followUpAutomatic } });
      now += 120_000;
      await tickOf(winnow.workspace, "follow-ups");
    };
    await setAutomatic(true);
    await setAutomatic(false);
    await addLead();
    await setAutomatic(true);
    await addLead({ email: "cy@freemail.example" });
    await setAutomatic(true);
    expect(smtp.messages.map(({ to }) => to)).toEqual([["cy@freemail.example"]]);
  });

  test("has nothing due for questions that wait for a person or until sending is automatic again", async () => {
    const failed = await addLead({ email: "later@freemail.example" });
    smtp.failures = { recipients: { addresses: ["later@freemail.example"], code: 450, text: "4.2.0 Greylisted" } };
    expect((await send(failed, "phone")).statusCode).toBe(502);
    await winnow.ok("PUT /api/settings", { body: { followUpAutomatic: true, followUpAttempts: 2 } });
    await tick();
    const asked = await addLead();
    now += DAY;
    await tick();
    const dueLeads = async (followUpAttempts: number, followUpAutomatic: boolean) => {
      const settings = { followUpAttempts, followUpAutomatic };
      return winnow.workspace.store.followUps.due(new Date(now).toISOString(), settings, 10);
    };
    now += 30 * DAY;
    expect(await dueLeads(2, true)).toEqual([asked]);
    expect(await dueLeads(2, false)).toEqual([]);
    expect(await dueLeads(1, false)).toEqual([asked]);
  });

  test("sends nothing from a form to the address typed into it except a person's name", async () => {
    await winnow.ok("PUT /api/settings", { body: { followUpAutomatic: true } });
    await tick();
    const scam =
      "your account is locked. Pay the fee at https://evil.example/pay or call 0800 123 4567 before it is closed for good. ".repeat(
        4,
      );
    await deliver(winnow, { name: `Ann, ${scam}`, email: "victim@freemail.example", subject: "Pay at evil.example" });
    await deliver(winnow, { name: "Cy Cole", email: "cy@freemail.example", subject: "Your account is locked" });
    await processed(winnow);
    now += 120_000;
    await tick();
    expect(smtp.messages.map(({ to }) => to)).toEqual([["victim@freemail.example"], ["cy@freemail.example"]]);
    for (const { mail } of smtp.messages) {
      expect([mail.subject, mail.text, mail.html].join("\n")).not.toMatch(/evil|account|fee|0800/u);
    }
    const [first, second] = smtp.messages.map(({ mail }) => mail.text ?? "");
    expect(first).toMatch(/^Hello,\n/u);
    expect(second).toMatch(/^Hello Cy Cole,\n/u);
  });

  test("redrafts text from strangers before sending, and keeps what a person wrote", async () => {
    const id = await mailedLead();
    const types = ["phone", "company"] as const;
    await winnow.ok("PATCH /api/leads/{id}/follow-ups/{questionId}", {
      id,
      params: { questionId: `${id}-company` },
      body: { question: "Für wen fragen Sie an? Siehe https://winnow.example/preise" },
    });
    await winnow.ok("PUT /api/settings", { body: { followUpAutomatic: true } });
    await approveQuestions(winnow.workspace, id, types, { isAutomatic: true });
    // As an earlier version drafted it.
    await winnow.workspace.store.followUps.change(id, ({ questions: known }) => ({
      questions: known
        .filter(({ questionType }) => questionType === "phone")
        .map((one) => ({ ...one, question: one.question.replace("Angebot", "evil.example") })),
    }));
    await sendFollowUp(winnow.workspace, id);
    const { text = "" } = smtp.messages[0]?.mail ?? {};
    expect(text).toContain("- Unter welcher Nummer können wir Sie zu „Angebot für 200 Lizenzen“ anrufen?");
    expect(text).toContain("https://winnow.example/preise");
    expect(text).not.toContain("evil");
  });

  test("respects the hourly limit", async () => {
    await winnow.ok("PUT /api/settings", { body: { followUpAutomatic: true } });
    await tick();
    for (let one = 0; one < 32; one += 1) await addLead({ email: `bo${one}@freemail.example` });
    now += 120_000;
    await tick();
    await tick();
    expect(smtp.messages).toHaveLength(30);
    now += 3_600_001;
    await tick();
    expect(smtp.messages).toHaveLength(32);
  });

  test("says why a question can't be sent, and sends nothing", async () => {
    const mute = await addLead();
    expect(await refusal(mute, "company")).toMatchObject({ status: 404 });
    await winnow.ok("PATCH /api/leads/{id}", { id: mute, body: { email: "" } });
    expect(await refusal(mute)).toMatchObject({
      status: 409,
      detail: "This lead has no email address.",
    });
    expect((await questions(mute)).map(({ questionType, method }) => [questionType, method])).toEqual([
      ["email", "phone"],
      ["phone", "phone"],
    ]);
    const id = await addLead({ email: "cy@freemail.example" });
    await winnow.ok("PATCH /api/leads/{id}", { id, body: { status: "rejected" } });
    expect(await refusal(id)).toMatchObject({ status: 409, detail: "This lead was rejected." });
    await winnow.ok("PATCH /api/leads/{id}", { id, body: { status: "pending" } });
    await sendNow(id);
    expect(await refusal(id)).toMatchObject({
      status: 409,
      detail: expect.stringContaining("The next message can be sent on"),
    });
    expect(smtp.messages).toHaveLength(1);
  });

  test("a draft can be edited, dismissed and restored", async () => {
    const id = await addLead();
    const question = { id, params: { questionId: `${id}-phone` } };
    const reworded = await winnow.call("PATCH /api/leads/{id}/follow-ups/{questionId}", {
      ...question,
      body: { question: "May we call you?" },
    });
    expect(reworded.json()).toMatchObject({ question: "May we call you?", state: "drafted" });
    const put = await winnow.call("POST /api/leads/{id}/follow-ups/{questionId}/dismiss", question);
    expect(put.json()).toMatchObject({ state: "stopped", reason: "Dismissed." });
    await winnow.ok("POST /api/journal/{id}/undo", { id: String(put.headers["x-act-id"]) });
    expect(await questionOf(id, "phone")).toMatchObject({ state: "drafted", question: "May we call you?" });
    await winnow.ok("POST /api/journal/{id}/undo", { id: String(reworded.headers["x-act-id"]) });
    expect((await questionOf(id, "phone"))?.question).not.toBe("May we call you?");

    const stopped = await winnow.call("POST /api/leads/{id}/follow-ups/stop", { id });
    expect(stopped.json()).toMatchObject([{ state: "stopped" }]);
    await approveQuestions(winnow.workspace, id, ["phone"]);
    const approved = await winnow.call("POST /api/leads/{id}/follow-ups/stop", { id });
    await winnow.ok("POST /api/journal/{id}/undo", { id: String(approved.headers["x-act-id"]) });
    expect(await lead(id)).toMatchObject({ qualificationStatus: "in_progress" });
    await winnow.ok("POST /api/leads/{id}/follow-ups/stop", { id });
    const sent = await sendNow(id);
    expect(sent.mail.text).toContain("What's the best number to reach you?");
    const late = await winnow.call("POST /api/journal/{id}/undo", { id: String(stopped.headers["x-act-id"]) });
    expect(late.statusCode).toBe(409);
  });
});

/** A mail server's report about a message that it couldn't deliver (RFC 3464). */
function deliveryReport(sent: Pick<ReceivedMessage, "to" | "raw">, status: string, action = "failed"): string {
  return [
    "From: Mail Delivery System <MAILER-DAEMON@mx.example>",
    "To: sales@acme.example",
    "Subject: Undelivered Mail Returned to Sender",
    `Message-ID: <report-${status}@mx.example>`,
    "MIME-Version: 1.0",
    'Content-Type: multipart/report; report-type=delivery-status; boundary="B"',
    "",
    "--B",
    "Content-Type: text/plain",
    "",
    "Your message could not be delivered.",
    "",
    "--B",
    "Content-Type: message/delivery-status",
    "",
    "Reporting-MTA: dns; mx.example",
    "",
    `Final-Recipient: rfc822; ${sent.to[0]}`,
    `Action: ${action}`,
    `Status: ${status}`,
    "Diagnostic-Code: smtp; 550 User unknown",
    "",
    "--B",
    "Content-Type: message/rfc822",
    "",
    sent.raw,
    "--B--",
    "",
  ].join("\r\n");
}
