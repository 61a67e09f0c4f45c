import { describe, expect, test } from "vitest";
import { addressOf } from "#server/platform/mail-server-failure.ts";
import { isGmail, readMailboxServer } from "#server/pipeline/sources/mailbox/mailbox-server.ts";

describe("reading the address of a mailbox server", () => {
  test.each([
    ["imaps://imap.gmail.com:993", "imap.gmail.com", 993, true],
    ["imaps://imap.gmail.com", "imap.gmail.com", 993, true],
    ["imap://mail.example", "mail.example", 143, false],
    ["IMAP://Mail.Example:1143/", "mail.example", 1143, false],
    ["imaps://mail.example:443", "mail.example", 443, true],
    ["imaps://[::1]:9930", "::1", 9930, true],
    ["mail.example", "mail.example", 993, true],
    ["mail.example:143", "mail.example", 143, false],
    ["mail.example:9993", "mail.example", 9993, true],
    [" imaps://bücher.example ", "xn--bcher-kva.example", 993, true],
  ])("%j", (text, host, port, tlsFromStart) => {
    expect(readMailboxServer(text)).toEqual({ host, port, tlsFromStart });
  });

  test.each([
    "",
    "imaps://",
    "https://mail.example",
    "imaps://user:secret@mail.example",
    "imaps://mail.example/INBOX",
    "imaps://mail.example?x=1",
    "imaps://mail.example:0",
    "imaps://mail.example:99999",
    "not a host",
  ])("%j isn't one", (text) => {
    expect(readMailboxServer(text)).toBeNull();
  });

  test("an IPv6 address is written with brackets", () => {
    expect(addressOf({ host: "::1", port: 993 })).toBe("[::1]:993");
    expect(addressOf({ host: "mail.example", port: 993 })).toBe("mail.example:993");
  });

  test("Google's servers are recognized only by their domain", () => {
    expect(["imap.gmail.com", "gmail.com", "imap.googlemail.com"].map((host) => isGmail({ host }))).toEqual([
      true,
      true,
      true,
    ]);
    expect(["gmail.com.example", "notgmail.com"].map((host) => isGmail({ host }))).toEqual([false, false]);
  });
});
