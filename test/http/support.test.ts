import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { LIMITS } from "#shared/limits.ts";
import { freshWinnow, type TestWinnow } from "#test/harness.ts";
import { mailSettings, SMTP_USER } from "#test/http/endpoint-examples.ts";
import { startSmtpPeer, type SmtpPeer } from "#test/peers/smtp/smtp-peer.ts";
import { oneEngine } from "#test/stores.ts";

const HELP_DESK = "help@acme.example";
const REQUEST = {
  name: "Zoë Müller",
  email: "zoe@analytical.example",
  message: "My second sheet is not read.\nIt has the same headers.",
};

let smtp: SmtpPeer;
beforeAll(async () => {
  smtp = await startSmtpPeer({ mode: "starttls", users: { [SMTP_USER.name]: SMTP_USER.password } });
});
afterAll(() => smtp.close());

describe.each(oneEngine("sqlite"))("a request for support on %s", (engine) => {
  let winnow: TestWinnow;
  beforeEach(async () => {
    smtp.messages.length = 0;
    smtp.failures = {};
    winnow = await freshWinnow(engine, { supportEmail: HELP_DESK });
  });
  const ask = (body: object = REQUEST) => winnow.ok("POST /api/support-requests", { body });
  const kept = () => winnow.workspace.store.supportRequests.list();
  const mailStatus = async () => (await winnow.ok("GET /api/dashboard/status")).email;

  test("reaches the support address, with the sender as Reply-To", async () => {
    await winnow.ok("POST /api/email-settings", { body: mailSettings({ smtp }) });
    const answer = await ask();
    expect(answer).toMatchObject({
      mailed: true,
      message: "We'll get back to you within 24 hours at zoe@analytical.example",
    });
    expect(smtp.messages).toHaveLength(1);
    const [{ to, from, secure, mail } = expect.unreachable()] = smtp.messages;
    expect({ to, from, secure }).toEqual({ to: [HELP_DESK], from: "reports@winnow.example", secure: true });
    expect(mail.replyTo?.value).toEqual([{ name: REQUEST.name, address: REQUEST.email }]);
    expect(mail.subject).toBe("Support request: My second sheet is not read.");
    expect(mail.text).toContain(REQUEST.message);
    expect(mail.html).toBe(false);
    // Support may be away, so the person gets a confirmation.
    expect(mail.headers.has("auto-submitted")).toBe(false);
    expect(await kept()).toEqual([{ ...REQUEST, ...answerOf(answer) }]);
    expect((await mailStatus()).state).toBe("active");
  });

  test("is stored with the reason it wasn't sent while no email is configured", async () => {
    const answer = await ask();
    expect(answer.mailed).toBe(false);
    expect(answer.message).toBe(
      "Your request was saved but couldn't be sent. Outgoing email isn't configured. Set up SMTP in Email Settings, or turn on Active there.",
    );
    expect(await kept()).toEqual([{ ...REQUEST, ...answerOf(answer) }]);
  });

  test("is stored while no support address is set", async () => {
    const nowhere = await freshWinnow(engine);
    await nowhere.ok("POST /api/email-settings", { body: mailSettings({ smtp }) });
    expect(await nowhere.ok("GET /api/support")).toEqual({ email: null });
    const answer = await nowhere.ok("POST /api/support-requests", { body: REQUEST });
    expect(answer).toMatchObject({ mailed: false, message: expect.stringContaining("WINNOW_SUPPORT_EMAIL") });
    expect(await nowhere.workspace.store.supportRequests.list()).toMatchObject([REQUEST]);
    expect(smtp.messages).toEqual([]);
  });

  test("is stored with the error of the mail server that rejected it", async () => {
    await winnow.ok("POST /api/email-settings", { body: mailSettings({ smtp }) });
    smtp.failures = { signIn: { code: 535, text: "5.7.8 Username and Password not accepted" } };
    const answer = await ask();
    expect(answer).toMatchObject({ mailed: false, message: expect.stringContaining("Authentication failed") });
    expect(await kept()).toMatchObject([{ mailed: false, outcome: answer.message }]);
    expect((await mailStatus()).state).toBe("failing");
  });

  test("rejected only for the support address doesn't affect reports", async () => {
    await winnow.ok("POST /api/email-settings", { body: mailSettings({ smtp }) });
    smtp.failures = { recipients: { addresses: [HELP_DESK], code: 550, text: "5.1.1 No such user" } };
    expect(await ask()).toMatchObject({ mailed: false, message: expect.stringContaining("No such user") });
    expect((await mailStatus()).state).toBe("untested");
  });

  test("puts nothing typed into the form into the mail's headers", async () => {
    await winnow.ok("POST /api/email-settings", { body: mailSettings({ smtp }) });
    await ask({ ...REQUEST, name: 'A" <evil@x.example>, B', message: "\r\nBcc: evil@x.example\r\n\r\nHello" });
    const [{ to, mail } = expect.unreachable()] = smtp.messages;
    expect(to).toEqual([HELP_DESK]);
    expect(mail.headers.has("bcc")).toBe(false);
    expect(mail.replyTo?.value.map(({ address }) => address)).toEqual([REQUEST.email]);
  });

  test("shows its text without links, and only harmless headers", async () => {
    await winnow.ok("POST /api/email-settings", { body: mailSettings({ smtp }) });
    const scam = "Sign in at https://evil.example";
    await ask({ ...REQUEST, name: "Bank evil.example", message: `${scam}\nNow\u202e` });
    const [{ mail } = expect.unreachable()] = smtp.messages;
    expect(mail.subject).toBe("Support request");
    expect(mail.from?.value).toEqual([{ name: "Winnow", address: "reports@winnow.example" }]);
    expect(mail.replyTo?.value).toEqual([{ name: "", address: REQUEST.email }]);
    expect(mail.text).toBe(`Sign in at https[:]//evil[.]example\nNow\n\n-- \nBank evil[.]example\n${REQUEST.email}\n`);
  });

  test.each([
    ["name", { name: " " }],
    ["email", { email: "" }],
    ["email", { email: "zoe" }],
    ["email", { email: "zoe@x.example, eve@x.example" }],
    ["email", { email: "zoe@x.example\r\nBcc: eve@x.example" }],
    ["message", { message: "\n " }],
    ["message", { message: "x".repeat(LIMITS.support.messageLength + 1) }],
  ])("is rejected for its %s: %j", async (field, wrong) => {
    const answer = await winnow.call("POST /api/support-requests", { body: { ...REQUEST, ...wrong } });
    expect(answer.statusCode).toBe(422);
    expect(answer.json<{ errors: object[] }>().errors).toMatchObject([{ field }]);
    expect(await kept()).toEqual([]);
  });

  test("is limited per hour, not counting incomplete ones", async () => {
    for (let unfinished = 0; unfinished < 3; unfinished += 1) {
      expect((await winnow.call("POST /api/support-requests", { body: { name: "Zoë" } })).statusCode).toBe(422);
    }
    for (let request = 0; request < LIMITS.support.perHour; request += 1) await ask();
    const answer = await winnow.call("POST /api/support-requests", { body: REQUEST });
    expect([answer.statusCode, answer.json<{ type: string }>().type]).toEqual([429, "urn:winnow:problem:too_fast"]);
    expect(Number(answer.headers["retry-after"])).toBeGreaterThan(3_000);
    expect(await kept()).toHaveLength(LIMITS.support.perHour);
    expect(await winnow.ok("GET /api/support")).toEqual({ email: HELP_DESK });
  });
});

function answerOf({
  id,
  mailed,
  message,
  createdAt,
}: {
  id: string;
  mailed: boolean;
  message: string;
  createdAt: string;
}) {
  return { id, mailed, outcome: message, createdAt };
}
