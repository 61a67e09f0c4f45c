import { beforeEach, describe, expect, test } from "vitest";
import type { EmailAnalysis, EmailCorrection, EmailVerdict, ProcessedEmail } from "#shared/contract/mailbox.ts";
import { freshWinnow, type TestWinnow } from "#test/harness.ts";
import { inquiry, REVIEW_RULES, unclear } from "#test/http/mailbox-under-test.ts";
import { message } from "#test/peers/dovecot/sample-messages.ts";
import { oneEngine } from "#test/stores.ts";

/** From someone who is selling something: not an inquiry. */
function pitch(subject = "More visitors", from = "Pat Poe <pat@poe-agency.example>"): string {
  return message({
    id: `${subject.replaceAll(" ", "-")}@poe.example`,
    from,
    subject,
    text: "Hi,\r\n\r\nI help companies like yours to get more visitors from search engines. Our agency has a special offer this month. Do you have 15 minutes for a call this week?\r\n\r\nPat Poe\r\nPoe Agency",
  });
}

/** An inquiry without a name or any way to answer. */
const NAMELESS =
  "We are looking for a CRM for our sales team and would like to buy 200 licenses this quarter. Could you please send us a quote with your prices, and tell us when a demo would be possible?";

describe.each(oneEngine("sqlite"))("pasted email on %s", (engine) => {
  let winnow: TestWinnow;
  beforeEach(async () => {
    winnow = await freshWinnow(engine);
  });
  const paste = (content: string): Promise<EmailAnalysis> =>
    winnow.ok("POST /api/process-email", { body: { content } });
  const correct = (emailId: string, correction: EmailCorrection | null): Promise<ProcessedEmail> =>
    winnow.ok("PATCH /api/gmail/emails/{id}", { id: emailId, body: { correction } });
  const leads = () => winnow.ok("GET /api/leads");
  const email = async (emailId: string) => (await winnow.ok("GET /api/gmail/emails")).find(({ id }) => id === emailId);
  const listed = async (verdict?: EmailVerdict) => {
    const answer = await winnow.call("GET /api/gmail/emails", { query: { ...(verdict && { verdict }), limit: 2 } });
    const subjects = answer.json<ProcessedEmail[]>().map(({ subject }) => subject);
    return { subjects, total: answer.headers["x-total-count"], link: answer.headers["link"] };
  };
  /** From now on every inquiry needs review before it becomes a lead. */
  const reviewAll = () => winnow.ok("PUT /api/gmail/rules", { body: REVIEW_RULES });

  test("becomes one lead, however often it is pasted", async () => {
    const text = inquiry({ id: "ask@lee.example" });
    const first = await paste(text);
    expect(first).toMatchObject({
      verdict: "lead",
      isLead: true,
      isNew: true,
      leadName: "Ann Lee",
      name: "Ann Lee",
      email: "ann@lee-engineering.example",
      company: "Lee Engineering Ltd",
      subject: "Quote for 200 licences",
    });
    expect(await paste(text)).toEqual({ ...first, isNew: false });
    expect(await leads()).toMatchObject([{ id: first.leadId, source: "email" }]);
    expect(await email(first.emailId)).toMatchObject({ mailbox: "pasted", verdict: "lead", isLead: true });
  });

  test("is distinguished from another with the same Message-ID", async () => {
    const first = await paste(inquiry({ id: "ask@lee.example" }));
    const other = inquiry({ id: "ask@lee.example", name: "Bo Berg", email: "bo@berg.example" });
    const second = await paste(other);
    expect(second).toMatchObject({ isNew: true, leadName: "Bo Berg" });
    expect(second.emailId).not.toBe(first.emailId);
    expect(await paste(other)).toEqual({ ...second, isNew: false });
  });

  test("must not be empty", async () => {
    const answer = await winnow.call("POST /api/process-email", { body: { content: " \n\t " } });
    expect(answer.statusCode).toBe(422);
    expect(answer.body).toContain("Please paste email content to analyze");
  });

  test("becomes one lead without email, phone or name, and can get an email later", async () => {
    const first = await paste(NAMELESS);
    expect(first).toMatchObject({ verdict: "lead", isNew: true, leadName: "", name: "", email: "", phone: "" });
    const [lead] = await leads();
    expect(lead).toMatchObject({ id: first.leadId, name: "", email: "", phone: "", source: "email" });
    expect(lead?.missingInfo).toEqual(expect.arrayContaining(["email", "phone"]));
    expect(await paste(NAMELESS)).toEqual({ ...first, isNew: false });

    const body = { email: "ann@lee.example", phone: "+44 20 7946 0123" };
    const saved = await winnow.ok("PATCH /api/leads/{id}", { id: first.leadId ?? "", body });
    expect(saved).toMatchObject({ ...body, missingInfo: ["company"] });
    expect(await paste(NAMELESS)).toMatchObject({ isNew: false, leadId: first.leadId });
    expect(await leads()).toMatchObject([body]);
  });

  test("gives at most three reasons", async () => {
    const { emailId, reasons } = await paste(inquiry());
    expect(reasons.length).toBeGreaterThan(0);
    expect(reasons.length).toBeLessThanOrEqual(3);
    expect((await email(emailId))?.reasons).toEqual(reasons);
  });

  describe("in review", () => {
    test("becomes a lead only when a person confirms it, and undo withdraws the lead", async () => {
      await reviewAll();
      const text = unclear({ id: "ask@lee.example" });
      const waiting = await paste(text);
      expect(waiting).toMatchObject({ verdict: "review", isLead: false, leadId: null, leadName: "", isNew: false });
      expect(await paste(text)).toEqual(waiting);
      expect(await leads()).toEqual([]);

      const confirmed = await correct(waiting.emailId, "lead");
      expect(confirmed).toMatchObject({ verdict: "lead", isLead: true, correction: "lead", leadName: "Ann Lee" });
      expect(await leads()).toMatchObject([{ id: confirmed.leadId }]);
      expect(await correct(waiting.emailId, null)).toMatchObject({ verdict: "review", correction: null, leadId: null });
      expect(await leads()).toEqual([]);
    });

    test("becomes no lead once a person rejects it, even under looser rules, until undone", async () => {
      await reviewAll();
      const text = unclear({ id: "ask@lee.example" });
      const { emailId } = await paste(text);
      expect(await correct(emailId, "not_lead")).toMatchObject({ verdict: "not_lead", leadId: null });
      await winnow.ok("PUT /api/gmail/rules", {
        body: { ...REVIEW_RULES, minimumConfidence: 0 },
      });
      expect(await paste(text)).toMatchObject({ verdict: "not_lead", leadId: null });
      expect(await leads()).toEqual([]);
      // Looser rules alone don't override a pending review.
      expect(await correct(emailId, null)).toMatchObject({ verdict: "review", correction: null });
      expect(await leads()).toEqual([]);
    });

    test("is listed and counted by verdict, page by page", async () => {
      await paste(pitch());
      await paste(inquiry({ id: "0@lee.example", subject: "Clear" }));
      await reviewAll();
      const ids: string[] = [];
      for (const name of ["Ann", "Bo", "Cy"]) {
        const { emailId } = await paste(unclear({ name, email: `${name}@lee.example`, id: name, subject: name }));
        ids.push(emailId);
      }
      expect(await listed()).toMatchObject({ subjects: ["Cy", "Bo"], total: "5" });
      expect(await listed("lead")).toEqual({ subjects: ["Clear"], total: "1", link: undefined });
      expect(await listed("not_lead")).toMatchObject({ subjects: ["More visitors"], total: "1" });
      const { link, ...first } = await listed("review");
      expect(first).toEqual({ subjects: ["Cy", "Bo"], total: "3" });
      const next = await winnow.app.inject({ url: /<([^>]+)>/u.exec(String(link))?.[1] ?? "" });
      expect(next.json<ProcessedEmail[]>().map(({ subject }) => subject)).toEqual(["Ann"]);
      const odd = await winnow.call("GET /api/gmail/emails", { query: { verdict: "maybe" } });
      expect(odd.statusCode).toBe(400);

      const notified = async () => (await winnow.ok("GET /api/notifications")).items.map(({ title }) => title);
      expect(await notified()).toEqual(["3 emails need review"]);
      await correct(ids[0] ?? "", "lead");
      await correct(ids[1] ?? "", "not_lead");
      expect(await listed("review")).toMatchObject({ subjects: ["Cy"], total: "1" });
      expect((await winnow.ok("GET /api/notifications")).items).toMatchObject([
        { title: "1 email needs review", description: "It may be a lead." },
      ]);
    });

    test("doesn't include replies of known leads", async () => {
      await paste(inquiry({ id: "ask@lee.example" }));
      await reviewAll();
      const reply = await paste(unclear({ id: "again@lee.example" }));
      expect(await email(reply.emailId)).toMatchObject({ kind: "reply", verdict: "not_lead" });
      expect(await listed("review")).toMatchObject({ total: "0" });
    });
  });

  describe("corrected", () => {
    test("becomes the missed lead, and undo withdraws it", async () => {
      const { emailId, confidence } = await paste(pitch());
      const made = await correct(emailId, "lead");
      expect(made).toMatchObject({
        verdict: "lead",
        correction: "lead",
        leadName: "Pat Poe",
        reason: expect.stringContaining("Marked as a lead"),
      });
      expect(made.confidence).toBeGreaterThan(confidence);
      expect(await leads()).toMatchObject([{ id: made.leadId, email: "pat@poe-agency.example", source: "email" }]);
      expect(await paste(pitch())).toMatchObject({ isLead: true, emailId });

      expect(await correct(emailId, null)).toMatchObject({
        verdict: "not_lead",
        correction: null,
        leadId: null,
        confidence,
      });
      expect(await leads()).toEqual([]);
      expect(await correct(emailId, "lead")).toMatchObject({ isLead: true, leadId: made.leadId });
      expect(await leads()).toHaveLength(1);
    });

    test.each([
      ["names nobody", "Thanks."],
      ["is from a person whose lead was deleted", pitch()],
    ])("becomes a lead even when it %s", async (_case, text) => {
      const lead = await winnow.ok("POST /api/leads", { body: { name: "Pat", email: "pat@poe-agency.example" } });
      await winnow.call("DELETE /api/leads/{id}", { id: lead.id });
      const { emailId } = await paste(text);
      const { leadId } = await correct(emailId, "lead");
      expect(leadId).not.toBeNull();
      expect(await leads()).toMatchObject([{ id: leadId }]);
    });

    test("doesn't bring back the withdrawn lead when a later correction to not a lead is undone", async () => {
      const { emailId } = await paste(pitch());
      const { leadId } = await correct(emailId, "lead");
      for (const correction of [null, "not_lead", null] as const) {
        expect(await correct(emailId, correction)).toMatchObject({ verdict: "not_lead", leadId: null });
        expect(await leads()).toEqual([]);
      }
      await correct(emailId, "not_lead");
      expect(await correct(emailId, "lead")).toMatchObject({ leadId });
      expect(await correct(emailId, "not_lead")).toMatchObject({ leadId: null });
      expect(await leads()).toEqual([]);
    });

    test("accepts a person again whose lead was withdrawn", async () => {
      const { emailId } = await paste(pitch());
      await correct(emailId, "lead");
      await correct(emailId, null);
      const from = { id: "two@poe.example", name: "Pat Poe", email: "pat@poe-agency.example" };
      const asked = await paste(inquiry({ ...from, subject: "Quote for our own team" }));
      expect(asked).toMatchObject({ isLead: true, leadName: "Pat Poe" });
      expect(await leads()).toMatchObject([{ id: asked.leadId, email: "pat@poe-agency.example" }]);
      // The lead of the second message no longer belongs to the first one.
      expect(await correct(emailId, "lead")).toMatchObject({ leadId: asked.leadId });
      await correct(emailId, null);
      expect(await leads()).toHaveLength(1);
    });

    test("leaves a lead alone that has written since", async () => {
      const { emailId } = await paste(pitch());
      const { leadId } = await correct(emailId, "lead");
      const reply = await paste(pitch("Any news?"));
      expect(await email(reply.emailId)).toMatchObject({ kind: "reply", leadId });
      expect(await correct(emailId, null)).toMatchObject({ correction: null, leadId });
      expect(await leads()).toHaveLength(1);
    });

    test("leaves a lead alone that was edited since", async () => {
      const { emailId } = await paste(pitch());
      const { leadId } = await correct(emailId, "lead");
      await winnow.call("PATCH /api/leads/{id}", { id: leadId ?? "", body: { status: "approved" } });
      expect(await correct(emailId, null)).toMatchObject({ correction: null, leadId });
      expect(await leads()).toMatchObject([{ status: "approved" }]);
    });

    test("rejects the lead of a message that isn't one, and undoes that", async () => {
      const { emailId, leadId, confidence } = await paste(inquiry());
      expect(await correct(emailId, "not_lead")).toMatchObject({ verdict: "not_lead", isLead: false, leadId });
      expect(await leads()).toMatchObject([{ status: "rejected" }]);
      expect(await correct(emailId, null)).toMatchObject({ verdict: "lead", correction: null, confidence });
      expect(await leads()).toMatchObject([{ status: "pending" }]);
      await correct(emailId, "not_lead");
      expect(await correct(emailId, "lead")).toMatchObject({ verdict: "lead", correction: "lead" });
      expect(await leads()).toMatchObject([{ status: "pending" }]);
    });

    test("teaches the classifier: similar messages follow it, and what was learned is shown", async () => {
      const first = await paste(pitch());
      await correct(first.emailId, "lead");
      const learning = await winnow.ok("GET /api/gmail/learning");
      expect(learning.corrections).toMatchObject([
        {
          emailId: first.emailId,
          excerpt: expect.stringMatching(/^Hi, I help companies/u),
          correction: "lead",
          before: first.confidence,
        },
      ]);
      const [lesson] = learning.corrections;
      expect(lesson?.after).toBeGreaterThan(lesson?.before ?? 100);
      expect(learning.shifts.length).toBeGreaterThan(0);

      const second = await paste(pitch("Even more visitors", "Kim Poe <kim@poe-agency.example>"));
      expect(second.confidence).toBeGreaterThan(first.confidence);
      await correct(first.emailId, null);
      expect(await winnow.ok("GET /api/gmail/learning")).toEqual({ corrections: [], shifts: [] });
    });

    test("is rejected for an unknown message or verdict", async () => {
      const id = "999999";
      const missing = await winnow.call("PATCH /api/gmail/emails/{id}", { id, body: { correction: "lead" } });
      expect(missing.statusCode).toBe(404);
      const odd = await winnow.call("PATCH /api/gmail/emails/{id}", { id, body: { correction: "review" } });
      expect(odd.statusCode).toBe(422);
    });
  });
});
