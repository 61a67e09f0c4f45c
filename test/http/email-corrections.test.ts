import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import type { ProcessedEmail } from "#shared/contract/mailbox.ts";
import { freshWinnow, type TestWinnow } from "#test/harness.ts";
import {
  emailsBySubject,
  inquiry,
  newMailbox,
  syncMail,
  type MailboxUnderTest,
} from "#test/http/mailbox-under-test.ts";
import { startDovecot, type DovecotPeer } from "#test/peers/dovecot/dovecot-peer.ts";
import { message } from "#test/peers/dovecot/sample-messages.ts";
import { ENGINES } from "#test/stores.ts";

let dovecot: DovecotPeer;
beforeAll(async () => {
  dovecot = await startDovecot();
});
afterAll(() => dovecot.stop());

/** From a person, about a service of theirs: nothing that the model takes for an inquiry. */
function pitch(id: string, subject: string): string {
  return message({
    id,
    from: "Pat Poe <pat@poe-agency.example>",
    subject,
    text: "Hi,\r\n\r\nI help companies like yours to get more visitors from search engines. Our agency has a special offer this month. Do you have 15 minutes for a call this week?\r\n\r\nPat Poe\r\nPoe Agency",
  });
}

describe.each(ENGINES)("correcting the analysis on %s", (engine) => {
  let winnow: TestWinnow;
  let mailbox: MailboxUnderTest;
  beforeEach(async () => {
    winnow = await freshWinnow(engine);
    mailbox = await newMailbox(dovecot);
    await winnow.ok("POST /api/gmail/config", { body: mailbox.settings });
  });
  const correct = (email: Pick<ProcessedEmail, "id"> | undefined, correction: ProcessedEmail["correction"]) =>
    winnow.ok("PATCH /api/gmail/emails/{id}", { id: email?.id ?? "", body: { correction } });
  const arrived = async (raw: string, subject: string): Promise<ProcessedEmail> => {
    mailbox.mail.deliver([{ raw }]);
    await syncMail(winnow);
    const email = (await emailsBySubject(winnow)).get(subject);
    if (email === undefined) throw new Error(`There is no message ${subject}`);
    return email;
  };
  const statuses = async () => (await winnow.ok("GET /api/leads")).map(({ status }) => status);

  test("takes in a lead that was missed, and lets go of it when that is taken back", async () => {
    const email = await arrived(pitch("one@poe.example", "More visitors"), "More visitors");
    expect(email).toMatchObject({ isLead: false, leadId: null });
    const made = await correct(email, "lead");
    expect(made).toMatchObject({
      isLead: true,
      correction: "lead",
      leadName: "Pat Poe",
      reason: expect.stringContaining("A person said that this is a lead"),
    });
    expect(made.confidence).toBeGreaterThan(email.confidence);
    expect(await winnow.ok("GET /api/leads")).toMatchObject([
      { id: made.leadId, email: "pat@poe-agency.example", source: "email" },
    ]);

    expect(await correct(email, null)).toMatchObject({
      isLead: false,
      correction: null,
      leadId: null,
      confidence: email.confidence,
    });
    expect(await winnow.ok("GET /api/leads")).toEqual([]);
    expect(await correct(email, "lead")).toMatchObject({ isLead: true, leadId: made.leadId });
    expect(await winnow.ok("GET /api/leads")).toHaveLength(1);
  });

  test("keeps nobody out whose lead was taken back", async () => {
    const email = await arrived(pitch("one@poe.example", "More visitors"), "More visitors");
    await correct(email, "lead");
    await correct(email, null);
    const from = { id: "two@poe.example", name: "Pat Poe", email: "pat@poe-agency.example" };
    const asked = await arrived(inquiry({ ...from, subject: "Quote for our own team" }), "Quote for our own team");
    expect(asked).toMatchObject({ isLead: true, leadName: "Pat Poe" });
    expect(await winnow.ok("GET /api/leads")).toMatchObject([{ id: asked.leadId, email: "pat@poe-agency.example" }]);
    // The lead of the second message is no longer the first one's to bring back or to take back.
    expect(await correct(email, "lead")).toMatchObject({ leadId: asked.leadId });
    await correct(email, null);
    expect(await winnow.ok("GET /api/leads")).toHaveLength(1);
  });

  test("keeps a lead that has written since", async () => {
    const email = await arrived(pitch("one@poe.example", "More visitors"), "More visitors");
    const { leadId } = await correct(email, "lead");
    const reply = await arrived(pitch("two@poe.example", "Any news?"), "Any news?");
    expect(reply).toMatchObject({ kind: "reply", leadId });
    expect(await correct(email, null)).toMatchObject({ correction: null, leadId });
    expect(await winnow.ok("GET /api/leads")).toHaveLength(1);
  });

  test("keeps a lead that somebody has worked on since", async () => {
    const email = await arrived(pitch("one@poe.example", "More visitors"), "More visitors");
    const { leadId } = await correct(email, "lead");
    await winnow.call("PATCH /api/leads/{id}", { id: leadId ?? "", body: { status: "approved" } });
    expect(await correct(email, null)).toMatchObject({ correction: null, leadId });
    expect(await statuses()).toEqual(["approved"]);
  });

  test("rejects the lead of a message that is none, and takes that back", async () => {
    const email = await arrived(inquiry({ id: "ask@lee.example" }), "Quote for 200 licences");
    expect(email).toMatchObject({ isLead: true });
    expect(await correct(email, "not_lead")).toMatchObject({
      isLead: false,
      correction: "not_lead",
      leadId: email.leadId,
    });
    expect(await statuses()).toEqual(["rejected"]);
    expect(await correct(email, null)).toMatchObject({ isLead: true, correction: null, confidence: email.confidence });
    expect(await statuses()).toEqual(["pending"]);
    await correct(email, "not_lead");
    expect(await correct(email, "lead")).toMatchObject({ isLead: true, correction: "lead" });
    expect(await statuses()).toEqual(["pending"]);
  });

  test("teaches: similar messages are judged by it, and what was learned is shown", async () => {
    const first = await arrived(pitch("one@poe.example", "More visitors"), "More visitors");
    await correct(first, "lead");
    const learning = await winnow.ok("GET /api/gmail/learning");
    expect(learning.corrections).toMatchObject([{ emailId: first.id, correction: "lead", before: first.confidence }]);
    const [lesson] = learning.corrections;
    expect(lesson?.after).toBeGreaterThan(lesson?.before ?? 100);
    expect(learning.shifts.length).toBeGreaterThan(0);

    const second = await arrived(
      pitch("two@poe.example", "Even more visitors").replaceAll("pat@poe-agency.example", "kim@poe-agency.example"),
      "Even more visitors",
    );
    expect(second.confidence).toBeGreaterThan(first.confidence);
    await correct(first, null);
    expect(await winnow.ok("GET /api/gmail/learning")).toEqual({ corrections: [], shifts: [] });
  });

  test("is refused for what is not there or could not be read", async () => {
    const missing = await winnow.call("PATCH /api/gmail/emails/{id}", { id: "999999", body: { correction: "lead" } });
    expect(missing.statusCode).toBe(404);
    const odd = await winnow.call("PATCH /api/gmail/emails/{id}", { id: "999999", body: { correction: "maybe" } });
    expect(odd.statusCode).toBe(422);
  });
});

describe.each(ENGINES)("pasted e-mail on %s", (engine) => {
  let winnow: TestWinnow;
  beforeEach(async () => {
    winnow = await freshWinnow(engine);
  });
  const process = (content: string) => winnow.ok("POST /api/process-email", { body: { content } });

  test("becomes a lead once, however often it is pasted", async () => {
    const text = inquiry({ id: "ask@lee.example" });
    const first = await process(text);
    expect(first).toMatchObject({
      isLead: true,
      isNew: true,
      leadName: "Ann Lee",
      name: "Ann Lee",
      email: "ann@lee-engineering.example",
      company: "Lee Engineering Ltd",
      subject: "Quote for 200 licences",
    });
    expect(await process(text)).toEqual({ ...first, isNew: false });
    expect(await winnow.ok("GET /api/leads")).toMatchObject([{ id: first.leadId, source: "email" }]);
    expect(await winnow.ok("GET /api/gmail/emails")).toMatchObject([
      { id: first.emailId, mailbox: "pasted", isLead: true },
    ]);
  });

  test("that asks for nothing becomes none, until a person says so", async () => {
    const text = "From: Pat Poe <pat@poe.example>\nSubject: Thanks\n\nThank you for the nice evening, see you in May.";
    const result = await process(text);
    expect(result).toMatchObject({ isLead: false, leadName: "", leadId: null, isNew: false });
    await winnow.ok("PATCH /api/gmail/emails/{id}", { id: result.emailId, body: { correction: "lead" } });
    expect(await process(text)).toMatchObject({ isLead: true, leadName: "Pat Poe", emailId: result.emailId });
    expect(await winnow.ok("GET /api/leads")).toHaveLength(1);
  });

  test("is told from another with the same Message-ID", async () => {
    const first = await process(inquiry({ id: "ask@lee.example" }));
    const other = inquiry({ id: "ask@lee.example", name: "Bo Berg", email: "bo@berg.example" });
    const second = await process(other);
    expect(second).toMatchObject({ isNew: true, leadName: "Bo Berg" });
    expect(second.emailId).not.toBe(first.emailId);
    expect(await process(other)).toEqual({ ...second, isNew: false });
  });

  test("must say something", async () => {
    const answer = await winnow.call("POST /api/process-email", { body: { content: " \n\t " } });
    expect(answer.statusCode).toBe(422);
    expect(answer.body).toContain("Please paste email content to analyze");
  });
});
