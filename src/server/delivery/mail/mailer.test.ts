import { createServer, type AddressInfo, type Server } from "node:net";
import { createSecureContext } from "node:tls";
import { afterEach, describe, expect, test } from "vitest";
import { createMailer, type MailMessage, type MailerOptions } from "#server/delivery/mail/mailer.ts";
import type { SmtpSettings } from "#server/delivery/mail/smtp-settings.ts";
import { AppError } from "#server/platform/errors.ts";
import { ANYWHERE } from "#test/anywhere.ts";
import { readTestCertificate, startSmtpPeer, type SmtpPeer, type SmtpPeerOptions } from "#test/peers/smtp/smtp-peer.ts";

const PASSWORD = "s3cret-Pa55word";
const USERS = { "reports@example.com": PASSWORD };
const authority = createSecureContext({ ca: readTestCertificate("authority.pem") });
const stranger = createSecureContext({ ca: readTestCertificate("wrong-name.pem") });

const cleanUp: (() => unknown)[] = [];
afterEach(async () => {
  for (const step of cleanUp.splice(0)) await step();
});

async function peerWith(options: Partial<SmtpPeerOptions> = {}): Promise<SmtpPeer> {
  const peer = await startSmtpPeer({ mode: "starttls", users: USERS, ...options });
  cleanUp.push(() => peer.close());
  return peer;
}

/** A server that sends `words` on each connection, then nothing. */
async function rawServer(words: string): Promise<{ host: string; port: number }> {
  const server: Server = createServer((socket) => {
    socket.on("error", () => {});
    cleanUp.push(() => socket.destroy());
    socket.write(words);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  cleanUp.push(() => server.close());
  return { host: "127.0.0.1", port: (server.address() as AddressInfo).port };
}

function settingsFor(peer: { host: string; port: number }, more: Partial<SmtpSettings> = {}): SmtpSettings {
  return {
    smtpHost: peer.host,
    smtpPort: peer.port,
    username: "reports@example.com",
    password: PASSWORD,
    fromEmail: "reports@example.com",
    recipientEmails: ["sales@example.com"],
    ...more,
  };
}

const mailerWith = (options: MailerOptions = {}) =>
  createMailer({ reach: ANYWHERE, trust: () => authority, ...options });
const tlsFromStart = { isTlsFromStart: () => true };
// Longer than the 100 ms for which the peer delays its greeting.
const impatient = { timeouts: { connect: 5_000, greeting: 300, silence: 600 } };

const message: MailMessage = {
  messageId: "<report-1@example.com>",
  fromName: "Winnow",
  subject: "Two leads",
  text: "Plain",
  html: "<p>Rich</p>",
  attachments: [{ filename: "leads.csv", contentType: "text/csv; charset=utf-8", content: "Name\r\nÅsa\r\n" }],
};

async function failureOf(sending: Promise<unknown>): Promise<AppError> {
  const error = await sending.then(
    () => undefined,
    (thrown: unknown) => thrown,
  );
  if (!(error instanceof AppError)) throw new Error(`Expected an AppError, got ${String(error)}`);
  return error;
}

describe("a healthy server", () => {
  test.each([
    ["starttls", {}, true],
    ["implicit-tls", tlsFromStart, true],
    ["plain", {}, false],
  ] as const)("accepts the message over %s", async (mode, options, secure) => {
    const peer = await peerWith({ mode });
    const settings = settingsFor(peer, { recipientEmails: ["sales@example.com", "boss@example.com"] });

    const check = await mailerWith(options).check(settings);
    const receipt = await mailerWith(options).send(settings, message);

    expect(check).toMatchObject({ valid: true, code: "ok" });
    expect(check.message).toContain(secure ? "over TLS and signed in" : "without encryption and signed in");
    expect(receipt).toEqual({ messageId: message.messageId, accepted: [...settings.recipientEmails], rejected: [] });
    expect(peer.signIns.map((signIn) => signIn.secure)).toEqual([secure, secure]);
    expect(peer.messages).toHaveLength(1);
    const [received] = peer.messages;
    expect(received).toMatchObject({
      from: "reports@example.com",
      to: settings.recipientEmails,
      user: "reports@example.com",
      secure,
    });
    expect(received?.mail).toMatchObject({
      subject: "Two leads",
      messageId: message.messageId,
      text: "Plain",
      html: "<p>Rich</p>",
    });
    expect(received?.mail.from?.text).toBe('"Winnow" <reports@example.com>');
    expect(received?.mail.headers.get("auto-submitted")).toBe("auto-generated");
    expect(received?.mail.headers.get("x-auto-response-suppress")).toBe("OOF, AutoReply");
    expect(received?.mail.attachments[0]?.content.toString()).toBe("Name\r\nÅsa\r\n");
  });

  test("without sign-in is fine, and the check says that the password wasn't tried", async () => {
    const peer = await peerWith({ users: {} });
    const check = await mailerWith().check(settingsFor(peer));
    await mailerWith().send(settingsFor(peer), message);
    expect(check).toMatchObject({ valid: true });
    expect(check.message).toContain("wasn't tested");
    expect(peer.messages).toHaveLength(1);
  });

  test("gets the same Message-ID and the clock's date on a retry", async () => {
    const peer = await peerWith();
    const mailer = mailerWith({ clock: () => new Date("2026-03-01T10:00:00Z") });
    await mailer.send(settingsFor(peer), message);
    await mailer.send(settingsFor(peer), message);
    expect(peer.messages.map((received) => received.mail.messageId)).toEqual([message.messageId, message.messageId]);
    expect(peer.messages[0]?.mail.date?.toISOString()).toBe("2026-03-01T10:00:00.000Z");
  });

  test("that rejects one of two recipients has sent to the other", async () => {
    const peer = await peerWith({
      failures: { recipients: { addresses: ["gone@example.com"], code: 550, text: "5.1.1 No such user" } },
    });
    const receipt = await mailerWith().send(
      settingsFor(peer, { recipientEmails: ["gone@example.com", "sales@example.com"] }),
      message,
    );
    expect(receipt.accepted).toEqual(["sales@example.com"]);
    expect(receipt.rejected).toEqual([{ address: "gone@example.com", reason: "550 5.1.1 No such user" }]);
    expect(peer.messages[0]?.to).toEqual(["sales@example.com"]);
  });
});

describe("failures name the cause", () => {
  const signInCases: [string, Partial<SmtpPeerOptions>, Partial<SmtpSettings>, string, string][] = [
    ["a wrong password", {}, { password: "wrong-password" }, "mail_sign_in_failed", "app password"],
    [
      "a sign-in refused for now",
      { failures: { signIn: { code: 454, text: "4.7.0 Too many logins" } } },
      {},
      "mail_sign_in_deferred",
      "Too many logins",
    ],
    [
      "a server that hangs up with 421",
      { failures: { connection: { code: 421, text: "Too busy" } } },
      {},
      "mail_server_refused",
      "Too busy",
    ],
    [
      "a server that refuses with 554",
      { failures: { connection: { code: 554, text: "No service for you" } } },
      {},
      "mail_server_refused",
      "No service",
    ],
    ["an expired certificate", { certificate: "expired" }, {}, "mail_certificate_expired", "has expired"],
    [
      "a certificate for another name",
      { certificate: "wrong-name" },
      {},
      "mail_certificate_wrong_name",
      "DNS:mail.example",
    ],
  ];
  test.each(signInCases)("%s, in check and send alike", async (_name, peerOptions, settings, code, words) => {
    const peer = await peerWith(peerOptions);
    const check = await mailerWith().check(settingsFor(peer, settings));
    const failure = await failureOf(mailerWith().send(settingsFor(peer, settings), message));
    expect(check).toMatchObject({ valid: false, code });
    expect(check.message).toContain(words);
    expect(failure).toMatchObject({ id: code, status: 502, message: check.message });
    expect(peer.messages).toEqual([]);
  });

  test.each([
    ["starttls", {}],
    ["implicit-tls", tlsFromStart],
  ] as const)("a certificate of an unknown authority (%s)", async (mode, options) => {
    const peer = await peerWith({ mode });
    const check = await mailerWith({ trust: () => stranger, ...options }).check(settingsFor(peer));
    expect(check).toMatchObject({ valid: false, code: "mail_certificate_untrusted" });
    expect(check.message).toContain("NODE_EXTRA_CA_CERTS");
    expect(peer.signIns).toEqual([]);
  });

  test("no TLS where the password would cross a network", async () => {
    const peer = await peerWith({ mode: "plain" });
    // 0.0.0.0 reaches the peer on this machine, but that isn't guaranteed.
    const check = await mailerWith().check(settingsFor(peer, { smtpHost: "0.0.0.0" }));
    expect(check).toMatchObject({ valid: false, code: "mail_no_tls" });
    expect(peer.signIns).toEqual([]);
  });

  test("TLS from the start on an unencrypted port", async () => {
    const peer = await peerWith();
    expect(await mailerWith(tlsFromStart).check(settingsFor(peer))).toMatchObject({
      valid: false,
      code: "mail_wrong_port",
    });
  });

  test("plain text on a port that expects TLS", async () => {
    const peer = await peerWith({ mode: "implicit-tls" });
    const check = await mailerWith(impatient).check(settingsFor(peer));
    expect(check).toMatchObject({ valid: false, code: "mail_no_greeting" });
    expect(check.message).toContain("465");
  });

  test("a server that never greets", async () => {
    const peer = await peerWith({ mode: "implicit-tls", failures: { silentAt: "greeting" } });
    const check = await mailerWith({ ...tlsFromStart, ...impatient }).check(settingsFor(peer));
    expect(check).toMatchObject({ valid: false, code: "mail_no_greeting" });
  });

  test("a server that never confirms the message", async () => {
    const peer = await peerWith({ failures: { silentAt: "message" } });
    const failure = await failureOf(mailerWith(impatient).send(settingsFor(peer), message));
    expect(failure.id).toBe("mail_may_have_gone");
  });

  test("a server that accepts the message and closes without a reply", async () => {
    const peer = await peerWith({ failures: { hangUpAt: "message" } });
    const failure = await failureOf(mailerWith().send(settingsFor(peer), message));
    expect(failure).toMatchObject({ id: "mail_may_have_gone", status: 502 });
    expect(peer.messages).toHaveLength(1);
  });

  test("a server that closes while most of a message is still to come", async () => {
    const peer = await peerWith({ failures: { dropDuringData: true } });
    const text = "a line of a very long message\n".repeat(500_000);
    const failure = await failureOf(mailerWith().send(settingsFor(peer), { ...message, text }));
    expect(failure).toMatchObject({ id: "mail_connection_dropped", status: 502 });
  });

  test("something that is not SMTP", async () => {
    const check = await mailerWith().check(settingsFor(await rawServer("SSH-2.0-OpenSSH_9.2\r\n")));
    expect(check).toMatchObject({ valid: false, code: "mail_not_smtp" });
    expect(check.message).toContain("SSH-2.0-OpenSSH_9.2");
  });

  test("nothing listening", async () => {
    const peer = await peerWith();
    await peer.close();
    const check = await mailerWith().check(settingsFor(peer));
    expect(check).toMatchObject({ valid: false, code: "mail_connection_refused" });
    expect(check.message).toContain(`127.0.0.1:${peer.port}`);
  });

  test.each([
    [
      "the sender",
      { sender: { code: 553, text: "5.7.1 Not your address" } },
      "mail_sender_refused",
      "Not your address",
    ],
    [
      "a sender who must sign in",
      { sender: { code: 530, text: "5.7.0 Authentication required" } },
      "mail_sign_in_required",
      "587 or 465",
    ],
    [
      "every recipient",
      { recipients: { addresses: ["sales@example.com"], code: 550, text: "5.1.1 No such user" } },
      "mail_recipients_refused",
      "sales@example.com",
    ],
    [
      "a recipient for now",
      { recipients: { addresses: ["sales@example.com"], code: 450, text: "4.2.0 Greylisted" } },
      "mail_recipients_deferred",
      "Try again later",
    ],
    [
      "the content for now",
      { message: { code: 451, text: "4.7.1 Greylisted" } },
      "mail_message_deferred",
      "Try again later",
    ],
    [
      "the content",
      { message: { code: 554, text: "5.7.1 Looks like spam" } },
      "mail_message_refused",
      "Looks like spam",
    ],
  ] as const)("the server rejects %s", async (_name, failures, code, words) => {
    const peer = await peerWith({ failures: structuredClone(failures) as SmtpPeerOptions["failures"] & object });
    const failure = await failureOf(mailerWith().send(settingsFor(peer), message));
    expect(failure).toMatchObject({ id: code, status: 502 });
    expect(failure.message).toContain(words);
    expect(peer.messages).toEqual([]);
  });

  test("a message over the server's limit", async () => {
    const peer = await peerWith({ maxMessageBytes: 2_000 });
    const failure = await failureOf(mailerWith().send(settingsFor(peer), { ...message, text: "x".repeat(5_000) }));
    expect(failure).toMatchObject({ id: "mail_too_large", status: 502 });
  });
});

test("the password is in no result or error, even when the server repeats it", async () => {
  const plain = Buffer.from(`\u0000reports@example.com\u0000${PASSWORD}`).toString("base64");
  const login = Buffer.from(PASSWORD).toString("base64");
  const peer = await peerWith({
    failures: { signIn: { code: 535, text: `No: ${PASSWORD}, ${plain}, ${login}, ${login.slice(0, 12)}` } },
  });

  const check = await mailerWith().check(settingsFor(peer));
  const failure = await failureOf(mailerWith().send(settingsFor(peer), message));

  const everything =
    JSON.stringify(check) + failure.stack + String(failure.cause) + ((failure.cause as Error).stack ?? "");
  expect(check.code).toBe("mail_sign_in_failed");
  expect(check.message).toContain("No: [hidden], [hidden], [hidden], [hidden]");
  for (const form of [PASSWORD, plain, login, login.slice(0, 12)]) expect(everything).not.toContain(form);
});

describe("user input never becomes a header or command", () => {
  const injections = [
    "a@example.com\r\nBcc: evil@example.com",
    "a@example.com\nX: y",
    "a@example.com, b@example.com",
    "<a@example.com>",
    "a b@example.com",
    "a@example.com\u0000",
    "A <a@example.com>",
    "",
  ];

  test.each(injections)("as the From address: %j", async (fromEmail) => {
    const peer = await peerWith();
    const failure = await failureOf(mailerWith().send(settingsFor(peer, { fromEmail }), message));
    expect(failure).toMatchObject({ status: 422, fields: [{ field: "fromEmail" }] });
    expect(await mailerWith().check(settingsFor(peer, { fromEmail }))).toMatchObject({
      valid: false,
      code: "mail_address_invalid",
    });
    expect(peer.signIns).toEqual([]);
  });

  test.each(injections)("as a recipient: %j", async (recipient) => {
    const peer = await peerWith();
    const failure = await failureOf(
      mailerWith().send(settingsFor(peer, { recipientEmails: ["sales@example.com", recipient] }), message),
    );
    expect(failure).toMatchObject({ status: 422, fields: [{ field: "recipientEmails" }] });
    expect(peer.messages).toEqual([]);
  });

  test("as subject, sender's name, file name or text", async () => {
    const hostile = "Hi\r\nBcc: evil@example.com\r\n\r\n.\r\nMAIL FROM:<evil@example.com>\u0000\ud800\u2028\u202e";
    const peer = await peerWith();
    await mailerWith().send(settingsFor(peer), {
      ...message,
      subject: hostile,
      fromName: hostile,
      text: hostile,
      html: hostile,
      attachments: [{ filename: hostile, contentType: "text/csv; charset=utf-8", content: hostile }],
    });

    const [received, ...others] = peer.messages;
    expect(others).toEqual([]);
    expect(received?.to).toEqual(["sales@example.com"]);
    expect([...(received?.mail.headers.keys() ?? [])].toSorted()).toEqual([
      "auto-submitted",
      "content-type",
      "date",
      "from",
      "message-id",
      "mime-version",
      "subject",
      "to",
      "x-auto-response-suppress",
    ]);
    expect(received?.mail.subject).toBe("Hi Bcc: evil@example.com . MAIL FROM:<evil@example.com> \ufffd");
    expect(received?.mail.from?.value).toMatchObject([{ address: "reports@example.com" }]);
    expect(received?.mail.text).toContain("MAIL FROM:<evil@example.com>");
    expect(received?.mail.attachments).toHaveLength(1);
  });

  test.each(["report-1@example.com", "<a@b>\r\nBcc: <evil@example.com>", "<a b@c>", ""])(
    "as the Message-ID: %j",
    async (messageId) => {
      const peer = await peerWith();
      await expect(mailerWith().send(settingsFor(peer), { ...message, messageId })).rejects.toThrow("Message-ID");
      expect(peer.messages).toEqual([]);
    },
  );
});

describe("a message in a conversation", () => {
  const followUp: MailMessage = {
    ...message,
    sentBy: "person",
    inReplyTo: "<ask-1@lee.example>",
    references: ["<ask-0@lee.example>", "<ask-1@lee.example>"],
    unsubscribe: { mailto: "sales@example.com", subject: "unsubscribe T", url: "https://winnow.example/u/T" },
  };

  test("names the message it answers, and the unsubscribe link", async () => {
    const peer = await peerWith();
    await mailerWith().send(settingsFor(peer), followUp);
    const headers = peer.messages[0]?.mail.headers;
    expect(headers?.get("in-reply-to")).toBe("<ask-1@lee.example>");
    expect(headers?.get("references")).toEqual(["<ask-0@lee.example>", "<ask-1@lee.example>"]);
    expect(headers?.has("auto-submitted")).toBe(false);
    expect(headers?.has("x-auto-response-suppress")).toBe(false);
    const raw = (peer.messages[0]?.raw ?? "").replaceAll(/\r\n\s/gu, " ");
    expect(raw).toContain(
      "List-Unsubscribe: <https://winnow.example/u/T>, <mailto:sales@example.com?subject=unsubscribe%20T>",
    );
    expect(raw).toContain("List-Unsubscribe-Post: List-Unsubscribe=One-Click");
  });

  test("offers one-click unsubscribe only over encrypted connections, and omits overlong IDs", async () => {
    const peer = await peerWith();
    const long = `<${"x".repeat(980)}@lee.example>`;
    await mailerWith().send(settingsFor(peer), {
      ...followUp,
      inReplyTo: long,
      references: [long, "<a@b>\r\nBcc: all@lee.example"],
      unsubscribe: { mailto: "a?b&c@example.com", subject: "unsubscribe T", url: "http://winnow.example/u/T" },
    });
    const raw = (peer.messages[0]?.raw ?? "").replaceAll(/\r\n\s/gu, " ");
    expect(raw).toContain("<http://winnow.example/u/T>, <mailto:a%3Fb%26c@example.com?subject=unsubscribe%20T>");
    expect(raw).not.toMatch(/^(?:List-Unsubscribe-Post|In-Reply-To|References|Bcc):/imu);
    expect(raw.split("\r\n").every((line) => line.length < 998)).toBe(true);
  });

  test("is marked as automatic, and offers no missing page", async () => {
    const peer = await peerWith();
    const unsubscribe = { mailto: "sales@example.com", subject: "unsubscribe T", url: null };
    await mailerWith().send(settingsFor(peer), { ...followUp, sentBy: "program", unsubscribe });
    expect(peer.messages[0]?.mail.headers.get("auto-submitted")).toBe("auto-generated");
    expect(peer.messages[0]?.raw).not.toMatch(/^List-Unsubscribe-Post/mu);
  });

  test("omits an invalid Message-ID", async () => {
    const peer = await peerWith();
    const broken = "<a b@c>\r\nBcc: <evil@example.com>";
    await mailerWith().send(settingsFor(peer), { ...followUp, inReplyTo: broken, references: [broken, "<a@b>"] });
    const headers = peer.messages[0]?.mail.headers;
    expect(headers?.has("in-reply-to")).toBe(false);
    expect(headers?.get("references")).toBe("<a@b>");
    expect(headers?.has("bcc")).toBe(false);
  });
});
