import { afterAll, beforeAll, beforeEach, describe, expect, onTestFinished, test, vi } from "vitest";
import type { EmailCorrection } from "#shared/contract/mailbox.ts";
import { LIMITS } from "#shared/limits.ts";
import { freshWinnow, type TestWinnow } from "#test/harness.ts";
import { ADA } from "#test/http/account-examples.ts";
import { tick } from "#test/jobs.ts";
import {
  APP_PASSWORD,
  emailsBySubject,
  inquiry,
  newMailbox,
  newsletter,
  REVIEW_RULES,
  syncMail,
  unclear,
  type MailboxUnderTest,
} from "#test/http/mailbox-under-test.ts";
import { startCuttingProxy } from "#test/peers/dovecot/cutting-proxy.ts";
import { startDovecot, type DovecotPeer } from "#test/peers/dovecot/dovecot-peer.ts";
import { message, messages } from "#test/peers/dovecot/sample-messages.ts";
import { oneEngine } from "#test/stores.ts";

let dovecot: DovecotPeer;
beforeAll(async () => {
  dovecot = await startDovecot();
});
afterAll(() => dovecot.stop());

describe.each(oneEngine("sqlite"))("the mailbox on %s", (engine) => {
  let winnow: TestWinnow;
  let mailbox: MailboxUnderTest;
  beforeEach(async () => {
    winnow = await freshWinnow(engine, { imapUrl: `imap://127.0.0.1:${dovecot.imapPort}` });
    mailbox = await newMailbox(dovecot);
  });
  const save = (more: object = {}) => winnow.ok("POST /api/gmail/config", { body: { ...mailbox.settings, ...more } });
  const leads = () => winnow.ok("GET /api/leads");
  const refusal = async (key: Parameters<TestWinnow["call"]>[0], body?: object) => {
    const answer = await winnow.call(key, body === undefined ? {} : { body });
    return { status: answer.statusCode, detail: answer.json<{ detail: string }>().detail };
  };

  describe("setup", () => {
    test("returns the defaults before, then the saved settings without the password", async () => {
      expect(await winnow.ok("GET /api/gmail/config")).toMatchObject({
        isConfigured: false,
        hasAppPassword: false,
        email: "",
        labels: "INBOX",
        syncInterval: 30,
        defaultServer: `imap://127.0.0.1:${dovecot.imapPort}`,
        rules: { inclusionKeywords: [], exclusionKeywords: [], minimumConfidence: 70 },
        health: { state: "inactive", watching: false, processedToday: 0, lastSync: null, nextSync: null },
      });
      expect(await save()).toMatchObject({ isConfigured: true, hasAppPassword: true, health: { state: "untested" } });
      expect(JSON.stringify(await winnow.ok("GET /api/gmail/config"))).not.toContain(APP_PASSWORD);
      const { appPassword: _left, ...others } = mailbox.settings;
      const kept = await winnow.ok("POST /api/gmail/config", { body: { ...others, autoSync: true, syncInterval: 5 } });
      expect(kept).toMatchObject({ hasAppPassword: true, autoSync: true, syncInterval: 5 });
      expect(kept.health.nextSync).not.toBeNull();
      expect(winnow.logged()).not.toContain(APP_PASSWORD);
    });

    test("never sends a stored password to another account or server", async () => {
      const { appPassword: _left, ...others } = mailbox.settings;
      expect(await refusal("POST /api/gmail/config", others)).toMatchObject({
        status: 422,
        detail: "Please fill in email and app password",
      });
      await save();
      for (const moved of [{ server: "imaps://mail.thief.example" }, { email: "boss@acme.example" }]) {
        for (const key of ["POST /api/gmail/config", "POST /api/gmail/test"] as const) {
          expect(await refusal(key, { ...others, ...moved })).toMatchObject({
            status: 422,
            detail: expect.stringContaining("Enter the app password again"),
          });
        }
      }
      expect(
        await refusal("POST /api/gmail/config", { ...mailbox.settings, server: "https://mail.example" }),
      ).toMatchObject({
        status: 422,
      });
    });

    test("is tested with a specific error, and reported as failing until it works", async () => {
      expect(await winnow.ok("POST /api/gmail/test", { body: { email: "" } })).toMatchObject({
        success: false,
        message: "Please fill in email and app password",
      });
      await save({ appPassword: "wrong" });
      const { appPassword: _left, ...stored } = mailbox.settings;
      const wrong = await winnow.ok("POST /api/gmail/test", { body: stored });
      expect(wrong).toMatchObject({ success: false, code: "mailbox_sign_in_failed" });
      const { health } = await winnow.ok("GET /api/gmail/config");
      expect(health).toMatchObject({ state: "failing", message: wrong.message });
      expect(await winnow.ok("POST /api/gmail/test", { body: mailbox.settings })).toMatchObject({
        success: true,
        code: "ok",
        folders: ["INBOX"],
      });
      await save();
      expect((await winnow.ok("GET /api/gmail/config")).health.state).toBe("untested");
      expect(await winnow.ok("POST /api/gmail/test", { body: stored })).toMatchObject({ success: true });
    });

    test("is required before a sync", async () => {
      expect(await refusal("POST /api/gmail/sync")).toMatchObject({ status: 409 });
      await save({ enabled: false });
      expect(await refusal("POST /api/gmail/sync")).toMatchObject({
        status: 409,
        detail: "The integration is off. Turn it on first.",
      });
    });
  });

  describe("a sync", () => {
    test("finds the leads among the messages, each once, and leaves the mailbox unchanged", async () => {
      mailbox.mail.deliver([{ raw: inquiry({ id: "ask-1@lee.example" }) }, { raw: newsletter() }]);
      mailbox.mail.deliver([{ raw: "" }]);
      const before = mailbox.mail.messages();
      await save();
      expect(await syncMail(winnow)).toMatchObject({ processed: 3, leadsFound: 1, canceled: false });
      expect(mailbox.mail.messages()).toEqual(before);

      const emails = await emailsBySubject(winnow);
      expect(emails.get("Quote for 200 licences")).toMatchObject({
        isLead: true,
        leadName: "Ann Lee",
        mailbox: "gmail",
        kind: "message",
        correction: null,
      });
      expect(emails.get("Pricing, demos and quotes: what buyers want")).toMatchObject({ isLead: false, leadId: null });
      expect(await leads()).toMatchObject([
        {
          name: "Ann Lee",
          email: "ann@lee-engineering.example",
          source: "email",
          phone: expect.stringContaining("7946"),
          status: "pending",
        },
      ]);
      const { health } = await winnow.ok("GET /api/gmail/config");
      expect(health).toMatchObject({ state: "active", processedToday: 3 });

      for (let again = 0; again < 2; again += 1) expect(await syncMail(winnow)).toMatchObject({ processed: 0 });
      mailbox.mail.renumber();
      expect(await syncMail(winnow)).toMatchObject({ processed: 0 });
      mailbox.mail.deliver([{ raw: inquiry({ id: "ask-2@bo.example", name: "Bo Berg", email: "bo@berg.example" }) }]);
      expect(await syncMail(winnow)).toMatchObject({ processed: 1, leadsFound: 1 });
      expect(await leads()).toHaveLength(2);

      const unreadable = (await winnow.ok("GET /api/gmail/emails")).find(({ kind }) => kind === "unreadable");
      const mark = (correction: EmailCorrection | null) =>
        winnow.ok("PATCH /api/gmail/emails/{id}", { id: unreadable?.id ?? "", body: { correction } });
      expect(await mark("lead")).toMatchObject({ verdict: "lead", leadName: "" });
      expect(await leads()).toHaveLength(3);
      expect(await mark(null)).toMatchObject({ verdict: "not_lead", leadId: null, reason: unreadable?.reason });
      expect(await leads()).toHaveLength(2);
    });

    test("mail from the company that sends reports and follow-ups, or of an account, is a colleague's", async () => {
      await save();
      await winnow.ok("POST /api/session/first-owner", { body: { ...ADA, username: "Mia@Our-Shop.de.example" } });
      await winnow.ok("POST /api/email-settings", {
        body: {
          smtpHost: "127.0.0.1",
          smtpPort: 587,
          username: "hello",
          password: "secret",
          fromEmail: "hello@our-shop.example",
          recipientEmails: ["hello@our-shop.example"],
        },
      });
      mailbox.mail.deliver([
        { raw: inquiry({ email: "tom@our-shop.example", subject: "Internal" }) },
        { raw: inquiry({ email: "eva@our-shop.de.example", subject: "From abroad" }) },
      ]);
      expect(await syncMail(winnow)).toMatchObject({ leadsFound: 0, notLeads: 2 });
      const emails = await emailsBySubject(winnow);
      for (const subject of ["Internal", "From abroad"]) {
        expect(emails.get(subject)?.reason).toBe("From this mailbox or a colleague");
      }
    });

    test("reads several folders, and a message in two of them once", async () => {
      mailbox.mail.deliver([{ raw: inquiry({ id: "both@lee.example" }) }]);
      mailbox.mail.deliver([{ raw: inquiry({ id: "both@lee.example" }) }, { raw: newsletter() }], "Anfragen/Größe 🎉");
      await save({ labels: "inbox, Anfragen/Größe 🎉" });
      expect(await syncMail(winnow)).toMatchObject({ processed: 2, leadsFound: 1, notLeads: 1 });
    });

    test("counts distinct messages with the same Message-ID separately", async () => {
      const date = new Date(Date.now() - 60_000);
      const id = "same@form.example";
      const from = "Web form <form@acme-site.example>";
      const words = (who: string) => `Name: ${who}\r\nMessage: we would like to buy 20 licences. What do they cost?`;
      const later = new Date(date.getTime() + 1_000);
      const [spoof, first, second] = [
        message({ id, from: "Eve <eve@thief.example>", subject: "Hello", text: "Hello", date }),
        message({ id, from, subject: "Inquiry", text: words("Ann Lee"), date }),
        message({ id, from, subject: "Inquiry", text: words("Bo Berg"), date: later }),
      ];
      const own = { id: "own@form.example", from, date: later };
      const direct = message({ ...own, subject: "To all", text: "See you." });
      const overList = message({ ...own, subject: "[list] To all", text: "See you.\r\n\r\nSent to the list" });
      mailbox.mail.deliver([{ raw: spoof }, { raw: first }, { raw: direct }]);
      mailbox.mail.deliver([{ raw: second }, { raw: first }, { raw: overList }], "Leads");
      await save({ labels: "INBOX, Leads" });
      expect(await syncMail(winnow)).toMatchObject({ processed: 4 });
      const emails = await winnow.ok("GET /api/gmail/emails");
      expect(emails.map((email) => email.subject).toSorted()).toEqual(["Hello", "Inquiry", "Inquiry", "To all"]);
      mailbox.mail.renumber();
      expect(await syncMail(winnow)).toMatchObject({ processed: 0 });
    });

    test("creates at most as many new leads as allowed per sync, and continues from there", async () => {
      const old = new Date(Date.now() - 40 * 86_400_000);
      const asks = (from: number, to: number) =>
        Array.from({ length: to - from }, (_, index) => {
          const name = `ask${from + index}`;
          return {
            raw: inquiry({ id: `${name}@x.example`, name: "Ann Lee", email: `ann@${name}.example`, subject: name }),
          };
        });
      mailbox.mail.deliver([{ raw: newsletter("n1@x.example") }, ...asks(0, 2), { raw: newsletter("n2@x.example") }]);
      mailbox.mail.deliver([{ raw: inquiry({ id: "old@x.example" }), arrived: old }, ...asks(2, 5)]);
      mailbox.mail.deliver([...asks(1, 2), ...asks(5, 6), { raw: newsletter("n3@x.example") }], "Leads");
      await save({ labels: "INBOX, Leads" });
      await winnow.ok("PUT /api/settings", { body: { maxLeadsPerSync: 2 } });
      expect(await syncMail(winnow)).toMatchObject({ processed: 4, leadsFound: 2, notLeads: 2 });
      expect(await syncMail(winnow)).toMatchObject({ processed: 2, leadsFound: 2 });
      expect(await syncMail(winnow)).toMatchObject({ processed: 3, leadsFound: 2, notLeads: 1 });
      expect(await syncMail(winnow)).toMatchObject({ processed: 0 });
      expect((await leads()).map(({ email }) => email).toSorted()).toEqual(
        Array.from({ length: 6 }, (_, index) => `ann@ask${index}.example`),
      );
    });

    test("reads what the limit left at the next tick, and says what is waiting", async () => {
      const asks = [1, 2, 3].map((number) => ({
        raw: inquiry({ id: `ask${number}@x.example`, name: "Ann Lee", email: `ann@ask${number}.example` }),
      }));
      mailbox.mail.deliver(asks);
      await save({ autoSync: true });
      await winnow.ok("PUT /api/settings", { body: { maxLeadsPerSync: 1 } });
      const health = async () => (await winnow.ok("GET /api/gmail/config")).health;
      await tick(winnow.workspace, "mailbox");
      expect((await health()).message).toBe(
        "Synced without errors. At least 2 messages are waiting for the next sync.",
      );
      for (const expected of [2, 3]) {
        await tick(winnow.workspace, "mailbox");
        expect(await leads()).toHaveLength(expected);
      }
      expect((await health()).message).toBe("Synced without errors.");
      const { lastAttempt } = (await winnow.workspace.store.mailbox.read()) ?? {};
      await tick(winnow.workspace, "mailbox");
      expect((await winnow.workspace.store.mailbox.read())?.lastAttempt).toBe(lastAttempt);
    });

    test("stops at its limit in the middle of much mail", async () => {
      // A batch before the first, and another after the second.
      mailbox.mail.deliver(messages(LIMITS.mailbox.batch + 5, "before"));
      mailbox.mail.deliver([{ raw: inquiry({ id: "one@x.example", email: "ann@one.example" }) }]);
      mailbox.mail.deliver(messages(5, "between"));
      mailbox.mail.deliver([{ raw: inquiry({ id: "two@x.example", email: "ann@two.example", name: "Bo Two" }) }]);
      mailbox.mail.deliver(messages(LIMITS.mailbox.batch + 5, "after"));
      await save();
      await winnow.ok("PUT /api/settings", { body: { maxLeadsPerSync: 1 } });
      expect(await syncMail(winnow)).toMatchObject({ processed: 211, leadsFound: 1, canceled: false });
      expect(await syncMail(winnow)).toMatchObject({ processed: 206, leadsFound: 1 });
    });

    test("says which folder is missing, and when it works again", async () => {
      await save({ labels: "Leeds" });
      const refused = await refusal("POST /api/gmail/sync");
      expect(refused).toEqual({ status: 502, detail: "The mailbox has no folder named “Leeds”. It has: INBOX." });
      expect((await winnow.ok("GET /api/gmail/config")).health).toMatchObject({
        state: "failing",
        message: refused.detail,
      });
      await save();
      await syncMail(winnow);
      expect((await winnow.ok("GET /api/gmail/config")).health).toMatchObject({ state: "active" });
    });

    test("adds a known lead's messages to its timeline", async () => {
      const lead = await winnow.ok("POST /api/leads", {
        body: { name: "Ann Lee", email: "Ann@Lee-Engineering.example" },
      });
      mailbox.mail.deliver([
        {
          raw: message({
            id: "re@lee.example",
            from: "Ann Lee <ann@lee-engineering.example>",
            subject: "Re: Our call",
            text: "Tuesday suits me, thanks.",
          }),
        },
      ]);
      await save();
      expect(await syncMail(winnow)).toMatchObject({ processed: 1, replies: 1, leadsFound: 0 });
      const { timeline } = await winnow.ok("GET /api/leads/{id}", { id: lead.id });
      expect(timeline).toContainEqual(
        expect.objectContaining({ title: "Ann Lee wrote", description: "Re: Our call: Tuesday suits me, thanks." }),
      );
      expect((await emailsBySubject(winnow)).get("Re: Our call")).toMatchObject({
        kind: "reply",
        leadId: lead.id,
        isLead: false,
      });
    });

    test("recognizes a lead from an earlier message of the same batch", async () => {
      mailbox.mail.deliver([
        { raw: inquiry({ id: "one@lee.example" }) },
        {
          raw: message({
            id: "two@lee.example",
            from: "Ann Lee <ann@lee-engineering.example>",
            subject: "Re: Quote",
            text: "Thank you, have a nice weekend.",
          }),
        },
      ]);
      await save();
      expect(await syncMail(winnow)).toMatchObject({ processed: 2, leadsFound: 1, replies: 1 });
      const [lead] = await leads();
      expect((await emailsBySubject(winnow)).get("Re: Quote")).toMatchObject({ kind: "reply", leadId: lead?.id });
      const { timeline } = await winnow.ok("GET /api/leads/{id}", { id: lead?.id ?? "" });
      expect(timeline.map(({ title }) => title)).toContain("Ann Lee wrote");
    });

    test("doesn't bring back a lead that a person deleted", async () => {
      mailbox.mail.deliver([{ raw: inquiry({ id: "one@lee.example" }) }]);
      await save();
      await syncMail(winnow);
      const [lead] = await leads();
      await winnow.call("DELETE /api/leads/{id}", { id: lead?.id ?? "" });
      mailbox.mail.deliver([{ raw: inquiry({ id: "two@lee.example", subject: "Quote, again" }) }]);
      expect(await syncMail(winnow)).toMatchObject({ processed: 1, notLeads: 1 });
      expect((await emailsBySubject(winnow)).get("Quote, again")).toMatchObject({
        isLead: false,
        reason: expect.stringContaining("Skipped: Deleted earlier"),
      });
      expect(await leads()).toEqual([]);
    });

    test("loses and duplicates nothing when its connections break", async () => {
      const proxy = await startCuttingProxy(dovecot.imapPort);
      onTestFinished(() => proxy.close());
      mailbox.mail.deliver(messages(LIMITS.mailbox.batch + 10, "cut"));
      mailbox.mail.deliver([{ raw: inquiry({ id: "ask@lee.example" }) }]);
      await save({ server: `imap://127.0.0.1:${proxy.port}` });
      proxy.cutAfter(15_000, 25_001, 4_000);
      expect(await syncMail(winnow)).toMatchObject({ processed: 211, leadsFound: 1 });
      expect(proxy.connections).toBe(4);
      expect(await syncMail(winnow)).toMatchObject({ processed: 0 });
    });

    test.each(["fails", "succeeds"])("says nothing about a mailbox that was entered before it %s", async (how) => {
      await save(how === "fails" ? { appPassword: "wrong" } : {});
      const { mailboxes } = winnow.workspace;
      const open = mailboxes.open.bind(mailboxes);
      const opening = Promise.withResolvers<void>();
      const entered = Promise.withResolvers<void>();
      vi.spyOn(mailboxes, "open").mockImplementationOnce(async (...given) => {
        opening.resolve();
        await entered.promise;
        return open(...given);
      });
      const syncing = winnow.call("POST /api/gmail/sync");
      await opening.promise;
      const other = how === "fails" ? mailbox : await newMailbox(dovecot);
      await winnow.ok("POST /api/gmail/config", { body: other.settings });
      entered.resolve();
      expect((await syncing).statusCode).toBe(how === "fails" ? 502 : 200);
      expect((await winnow.ok("GET /api/gmail/config")).health).toMatchObject({ state: "untested", lastSync: null });
      await syncMail(winnow);
      expect((await winnow.ok("GET /api/gmail/config")).health.state).toBe("active");
    });

    test("in progress is shared by concurrent requests, and ends when canceled", async () => {
      const count = 2 * LIMITS.mailbox.batch + 10;
      mailbox.mail.deliver(messages(count, "canceled"));
      await save();
      const progress: number[] = [];
      winnow.workspace.feed.onMessage(({ event, data }) => {
        if (event !== "progress" || data.work !== "mailbox" || data.finished) return;
        progress.push(data.done);
        if (data.done > 0) void winnow.call("POST /api/gmail/sync/cancel");
      });
      const both = await Promise.all([syncMail(winnow), syncMail(winnow)]);
      expect(both[0]).toEqual(both[1]);
      expect(both[0]).toMatchObject({ canceled: true });
      expect(both[0].processed).toBeLessThan(count);
      expect(progress.length).toBeGreaterThan(1);
      expect((await winnow.ok("GET /api/gmail/config")).health.state).toBe("untested");
      expect(await winnow.ok("POST /api/gmail/sync/cancel")).toEqual({ canceled: false });
    });
  });

  describe("rules", () => {
    test("leave unclear messages to review, also as a data source", async () => {
      await winnow.ok("PUT /api/gmail/rules", { body: REVIEW_RULES });
      mailbox.mail.deliver([{ raw: unclear({ id: "ask@lee.example" }) }, { raw: newsletter() }]);
      await save();
      expect(await syncMail(winnow)).toMatchObject({ processed: 2, leadsFound: 0, toReview: 1, notLeads: 1 });
      expect(await leads()).toEqual([]);
      const [synced] = await winnow.ok("GET /api/dashboard/activity");
      expect(synced?.description).toBe("2 messages, 0 new leads, 1 to review");
      const [, email] = await winnow.ok("GET /api/gmail/emails");
      expect(email).toMatchObject({ mailbox: "gmail", verdict: "review", leadId: null });

      const { email: address, appPassword, server } = mailbox.settings;
      const config = { email: address, appPassword, server, labels: "INBOX" };
      await winnow.ok("POST /api/data-sources", { body: { name: "Fair inbox", type: "email", config } });
      await winnow.ok("POST /api/sync-leads");
      const [source] = await winnow.ok("GET /api/data-sources");
      expect(source?.lastRun).toMatchObject({ seen: 2, created: 0, skipped: 2, toReview: 1, failed: 0 });
      expect(await leads()).toEqual([]);
      await winnow.ok("PATCH /api/gmail/emails/{id}", { id: email?.id ?? "", body: { correction: "lead" } });
      expect(await leads()).toMatchObject([{ email: "ann@lee-engineering.example", source: "email" }]);
    });

    test("exclude messages with an exclusion keyword and those that are too uncertain", async () => {
      mailbox.mail.deliver([{ raw: inquiry({ id: "ask@lee.example" }) }]);
      const rules = { inclusionKeywords: [], exclusionKeywords: ["licences"], minimumConfidence: 60 };
      expect(await winnow.ok("PUT /api/gmail/rules", { body: rules })).toMatchObject(rules);
      expect((await save()).rules).toMatchObject(rules);
      expect(await syncMail(winnow)).toMatchObject({ processed: 1, notLeads: 1 });
      const [email] = await winnow.ok("GET /api/gmail/emails");
      expect(email?.reason).toContain("licences");
    });
  });

  describe("as a data source", () => {
    test("is tested, synced with the others and deleted with its source", async () => {
      const { email, appPassword, server } = mailbox.settings;
      const config = { email, appPassword, server, labels: "INBOX" };
      const tested = await winnow.ok("POST /api/data-sources/test", { body: { type: "email", config } });
      expect(tested).toMatchObject({ valid: true, code: "ok" });
      expect(
        await winnow.ok("POST /api/data-sources/test", { body: { type: "email", config: { email } } }),
      ).toMatchObject({ valid: false, code: "mailbox_not_configured" });
      const source = await winnow.ok("POST /api/data-sources", { body: { name: "Fair inbox", type: "email", config } });
      expect(source.config).toMatchObject({ email, server, labels: "INBOX", hasAppPassword: true });
      expect(JSON.stringify(source)).not.toContain(appPassword);

      mailbox.mail.deliver([{ raw: inquiry({ id: "ask@lee.example" }) }, { raw: newsletter() }]);
      expect(await winnow.ok("POST /api/sync-leads")).toMatchObject({
        processed: 2,
        seen: 2,
        created: 1,
        skipped: 1,
        failed: 0,
        sources: [{ id: source.id, outcome: "succeeded" }],
      });
      expect(await winnow.ok("POST /api/sync-leads")).toMatchObject({ processed: 0 });
      const [email1] = await winnow.ok("GET /api/gmail/emails");
      expect(email1?.mailbox).toBe(`mailbox:${source.id}`);
      const status = await winnow.ok("GET /api/dashboard/status");
      expect(status.googleSheets.state).toBe("not_connected");
      expect(status.autoSync.state).toBe("scheduled");

      const moved = await winnow.call("PATCH /api/data-sources/{id}", {
        id: source.id,
        body: { config: { server: "imaps://thief.example" } },
      });
      expect(moved.statusCode).toBe(422);
      await winnow.call("DELETE /api/data-sources/{id}", { id: source.id });
      expect(await winnow.ok("GET /api/gmail/emails")).toEqual([]);
      expect(await leads()).toHaveLength(1);
    });
  });
});
