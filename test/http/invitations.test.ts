import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { LIMITS } from "#shared/limits.ts";
import { freshWinnow, type TestWinnow } from "#test/harness.ts";
import { ADA, BOB, CHOSEN } from "#test/http/account-examples.ts";
import { mailSettings, SMTP_USER } from "#test/http/endpoint-examples.ts";
import { startSmtpPeer, type SmtpPeer } from "#test/peers/smtp/smtp-peer.ts";

const VERA = { username: "vera@acme.example", role: "viewer", email: "vera@acme.example" } as const;
const PUBLIC_URL = "https://winnow.acme.example";

let smtp: SmtpPeer;
beforeAll(async () => {
  smtp = await startSmtpPeer({ mode: "starttls", users: { [SMTP_USER.name]: SMTP_USER.password } });
});
afterAll(() => smtp.close());
beforeEach(() => {
  smtp.messages.length = 0;
  smtp.failures = {};
});

/** An installation with an owner and outgoing email. */
async function mailingWinnow(owner = ADA): Promise<TestWinnow> {
  const winnow = await freshWinnow("sqlite", { publicUrl: PUBLIC_URL });
  await winnow.ok("POST /api/session/first-owner", { body: owner });
  await winnow.ok("POST /api/email-settings", { body: mailSettings({ smtp }) });
  return winnow;
}

function linkIn(text: string): string {
  const [, token = ""] = /winnow\.acme\.example\/invitation#([\w-]{43})\b/u.exec(text) ?? [];
  return token;
}

describe("an invitation", () => {
  test("is emailed with who invites, what Winnow is, the link and its end, and isn't shown to the owner", async () => {
    const winnow = await mailingWinnow();
    const added = await winnow.ok("POST /api/users", { body: VERA });
    expect(added).toMatchObject({ invitation: null, mail: { to: VERA.email, sent: true, message: "" } });
    const [{ to, mail } = expect.unreachable()] = smtp.messages;
    expect([to, mail.subject]).toEqual([[VERA.email], "You're invited to Winnow"]);
    const html = String(mail.html);
    for (const part of [mail.text ?? "", html]) {
      for (const words of ["Ada", "collects sales leads", "vera@acme.example", "(UTC)"]) expect(part).toContain(words);
      expect(linkIn(part)).not.toBe("");
    }
    const vera = winnow.browser();
    const accepted = await vera.ok("POST /api/session/invitation", {
      body: { token: linkIn(mail.text ?? ""), password: CHOSEN },
    });
    expect(accepted.user?.username).toBe(VERA.username);
  });

  test("shows names as text, whatever they contain", async () => {
    const winnow = await mailingWinnow({ ...ADA, username: "<b>Ada</b> https://evil.example" });
    await winnow.ok("POST /api/users", { body: { ...VERA, username: `Vera "><img src=x>` } });
    const [{ mail } = expect.unreachable()] = smtp.messages;
    const html = String(mail.html);
    expect(html).not.toMatch(/<img|<b>Ada/u);
    expect(html).toContain("&lt;b&gt;Ada");
    for (const part of [mail.text ?? "", html]) expect(part).not.toContain("https://evil.example");
  });

  test.each([
    ["the mail server refuses the sign-in", { signIn: { code: 535, text: "5.7.8 No" } }, /username and password/iu],
    [
      "the address is unknown",
      { recipients: { addresses: [VERA.email], code: 550, text: "5.1.1 No such user" } },
      /./u,
    ],
    ["the server hangs up", { hangUpAt: "message" as const }, /./u],
  ])("returns its link with the reason if %s", async (_case, failures, reason) => {
    const winnow = await mailingWinnow();
    smtp.failures = failures;
    const added = await winnow.ok("POST /api/users", { body: VERA });
    expect(added.mail).toMatchObject({ sent: false, message: expect.stringMatching(reason) });
    expect(added.invitation).toMatch(/^\/invitation#/u);
  });

  test("returns its link with the reason without outgoing email, and without a word about it if none was asked for", async () => {
    const winnow = await freshWinnow("sqlite");
    await winnow.ok("POST /api/session/first-owner", { body: ADA });
    const added = await winnow.ok("POST /api/users", { body: VERA });
    expect(added.mail?.message).toContain("Outgoing email isn't configured");
    expect(added.invitation).toMatch(/^\/invitation#/u);
    const { mail, invitation } = await winnow.ok("POST /api/users/{id}/invitation", { id: added.id });
    expect([mail, invitation]).toEqual([null, expect.stringMatching(/^\/invitation#/u)]);
  });

  test("can be sent again, which replaces the first, and revoked", async () => {
    const winnow = await mailingWinnow();
    const { id } = await winnow.ok("POST /api/users", { body: VERA });
    await winnow.ok("POST /api/users/{id}/invitation", { id, body: { email: VERA.email } });
    const [first, second] = smtp.messages.map(({ mail }) => linkIn(mail.text ?? ""));
    const accept = async (token = ""): Promise<number> =>
      (await winnow.browser().call("POST /api/session/invitation", { body: { token, password: CHOSEN } })).statusCode;
    expect(await accept(first)).toBe(410);
    expect(await winnow.ok("DELETE /api/users/{id}/invitation", { id })).toMatchObject({ invitedUntil: null });
    expect(await accept(second)).toBe(410);
    const again = await winnow.call("DELETE /api/users/{id}/invitation", { id });
    expect([again.statusCode, again.json()]).toMatchObject([409, { type: "urn:winnow:problem:no_invitation" }]);
  });

  test("is only sent to a single valid address", async () => {
    const winnow = await mailingWinnow();
    for (const email of [
      "vera",
      "a@acme.example, b@acme.example",
      "vera@acme.example\r\nBcc: x@acme.example",
      "a".repeat(999),
    ]) {
      const refused = await winnow.call("POST /api/users", { body: { ...VERA, email } });
      expect([refused.statusCode, refused.json()]).toMatchObject([422, { errors: [{ field: "email" }] }]);
    }
    expect(await winnow.ok("GET /api/users")).toHaveLength(1);
    expect(smtp.messages).toEqual([]);
  });

  test("is refused to members, and beyond the hourly limit, before an account is added", async () => {
    const winnow = await mailingWinnow();
    await winnow.ok("POST /api/users", { body: { ...BOB, role: "member" } });
    const bob = winnow.browser();
    await bob.ok("POST /api/session", { body: BOB });
    expect((await bob.call("POST /api/users", { body: VERA })).statusCode).toBe(403);
    smtp.failures = { connection: { code: 421, text: "4.3.2 Later" } };
    const { id } = await winnow.ok("POST /api/users", { body: VERA });
    for (let sent = 1; sent < LIMITS.account.invitationMailsPerHour; sent += 1) {
      await winnow.ok("POST /api/users/{id}/invitation", { id, body: { email: VERA.email } });
    }
    const late = { ...VERA, username: "late@acme.example" };
    const refused = await winnow.call("POST /api/users", { body: late });
    expect(refused.statusCode).toBe(429);
    expect(Number(refused.headers["retry-after"])).toBeGreaterThan(0);
    const { email: _none, ...byLink } = late;
    expect((await winnow.ok("POST /api/users", { body: byLink })).invitation).not.toBeNull();
  });
});
