import { expect, test } from "vitest";
import { evidenceOf, isOwn, type Circumstances } from "#server/pipeline/mail/evidence.ts";
import { bareMessage, type Message } from "#server/pipeline/mail/mime/message.ts";

const OWN = ["sales@ours.example"];

function evidence(
  headers: Record<string, string>,
  more: Partial<Message> = {},
  about: Partial<Circumstances> = {},
): string[] {
  const address = more.from?.address ?? "anna@acme.de";
  const message = {
    ...bareMessage([]),
    from: { name: "", address },
    headers: new Map(Object.entries(headers)),
    ...more,
  };
  const circumstances = {
    writer: address,
    ownAddresses: OWN,
    isForwarded: false,
    isForm: false,
    textLength: 500,
    ...about,
  };
  return evidenceOf(message, circumstances).filter((name) => !name.startsWith("from:"));
}

test.each<[string, Record<string, string>, Partial<Message>, string[]]>([
  ["an ordinary message", {}, {}, []],
  ["a newsletter", { "list-unsubscribe": "<https://x>" }, {}, ["newsletter"]],
  ["a mailing list", { "list-id": "Dev <dev.lists.acme.org>" }, {}, ["list"]],
  [
    "our own group address",
    { "list-id": "<sales.ours.example>", "list-unsubscribe": "<x>", precedence: "list" },
    { to: [{ name: "", address: "sales@ours.example" }] },
    [],
  ],
  ["bulk mail", { precedence: "bulk" }, {}, ["bulk"]],
  ["out of office", { "auto-submitted": "auto-replied" }, {}, ["auto-reply"]],
  ["out of office by its subject", {}, { subject: "Automatische Antwort: Angebot" }, ["auto-reply"]],
  ...["Urlaub Re: Angebot", "I am out of office Re: Angebot", "Assenza dall'ufficio: Angebot"].map(
    (subject): [string, Record<string, string>, Partial<Message>, string[]] => [
      subject,
      {},
      { subject },
      ["auto-reply"],
    ],
  ),
  [
    "out of office by Exchange",
    { "auto-submitted": "auto-generated" },
    { subject: "Gone fishing", inReplyTo: "<1@ours.example>" },
    ["auto-reply", "notification", "reply-to-us"],
  ],
  [
    "out of office by an old program",
    { precedence: "bulk" },
    { subject: "Away", inReplyTo: "<1@ours.example>" },
    ["auto-reply", "bulk", "reply-to-us"],
  ],
  ["an inquiry about holidays", {}, { subject: "Urlaub im August: zwei Zimmer" }, []],
  ["a department that buys", {}, { from: { name: "", address: "marketing@acme.de" } }, []],
  ["not automatic", { "auto-submitted": "no" }, {}, []],
  ["a bounce", { "content-type": "multipart/report; report-type=delivery-status" }, {}, ["bounce"]],
  ["a read receipt", { "content-type": "multipart/report; report-type=disposition-notification" }, {}, ["auto-reply"]],
  ["a bounce by its sender", {}, { from: { name: "", address: "MAILER-DAEMON@acme.de" } }, ["bounce"]],
  ["a notification", { "x-github-reason": "mention" }, {}, ["notification"]],
  [
    "a mailer nobody answers",
    { "feedback-id": "1:2:3" },
    { from: { name: "", address: "no-reply@acme.de" } },
    ["notification", "no-reply"],
  ],
  ["a person writing through a mailer", { "x-mailgun-sid": "x" }, {}, []],
  ["marked as spam", { "x-spam-flag": "YES" }, {}, ["spam"]],
  ["a private address", {}, { from: { name: "", address: "anna@gmail.com" } }, ["free-mail"]],
  ["an answer", {}, { subject: "AW: Angebot", inReplyTo: "<1@ours.example>" }, ["reply-to-us"]],
  ["a colleague", {}, { from: { name: "", address: "tom@ours.example" } }, ["own"]],
])("%s", (_name, headers, more, expected) => {
  expect(evidence(headers, more)).toEqual(expected);
});

test("a relay's or forwarder's headers aren't the writer's evidence", () => {
  const headers = { "list-unsubscribe": "<x>", "auto-submitted": "auto-generated" };
  expect(evidence(headers, {}, { isForm: true })).toEqual(["form-relay"]);
  expect(evidence(headers, {}, { isForwarded: true })).toEqual(["forwarded"]);
});

test("an invitation counts only when it says nothing else", () => {
  const invitation = { partTypes: ["text/calendar"] };
  expect(evidence({}, invitation, { textLength: 20 })).toEqual(["calendar"]);
  expect(evidence({}, invitation, { textLength: 400 })).toEqual([]);
});

test("names the writer's domain", () => {
  const message = { ...bareMessage([]), from: { name: "", address: "anna@mail.acme.co.uk" } };
  const about = { writer: "anna@mail.acme.co.uk", ownAddresses: OWN, isForwarded: false, isForm: false, textLength: 9 };
  expect(evidenceOf(message, about)).toEqual(["from:acme.co.uk"]);
});

test("at a private mail service, only the exact address is ours", () => {
  expect(isOwn("Me@gmail.com", ["me@gmail.com"])).toBe(true);
  expect(isOwn("you@gmail.com", ["me@gmail.com"])).toBe(false);
  expect(isOwn("", [""])).toBe(false);
  expect(isOwn("anna@xn--mller-kva.example", ["sales@Müller.example"])).toBe(true);
  expect(isOwn("anna@müller.example", ["sales@xn--mller-kva.example"])).toBe(true);
});
