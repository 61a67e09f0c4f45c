import { expect, test } from "vitest";
import { emailLead } from "#server/email-analysis/email-lead.ts";

const KEPT = {
  name: "Anna Schmidt",
  company: "Acme GmbH",
  title: "",
  phone: "",
  email: "anna@acme.de",
  address: "Hauptstr. 5, 10115 Berlin",
  website: "www.acme.de",
  methods: { name: "header", company: "signature", email: "header", scrapeUrl: "signature" },
  subject: "Quote",
  text: "200 licences, please.",
  evidence: ["from:acme.de"],
} as const;
const MESSAGE = {
  messageKey: "<1@acme.de>",
  date: "2026-05-03T23:30:00.000Z",
  kept: { ...KEPT, evidence: [...KEPT.evidence] },
};

test("a message is a row with its writer, and its words as facts", () => {
  expect(emailLead(MESSAGE)).toMatchObject({
    rowKey: "message:<1@acme.de>",
    locator: "Message of 3 May 2026: Quote",
    fields: { name: "Anna Schmidt", email: "anna@acme.de", company: "Acme GmbH", scrapeUrl: "www.acme.de" },
    methods: KEPT.methods,
    facts: [
      { name: "Subject", value: "Quote" },
      { name: "Message", value: "200 licences, please." },
      { name: "Address", value: "Hauptstr. 5, 10115 Berlin" },
    ],
  });
});

test("the same message is the same row with the same content", () => {
  expect(emailLead(MESSAGE)).toEqual(emailLead(MESSAGE));
  const changed = emailLead({ ...MESSAGE, kept: { ...MESSAGE.kept, phone: "030 1" } });
  expect(changed.rowKey).toBe(emailLead(MESSAGE).rowKey);
  expect(changed.contentHash).not.toBe(emailLead(MESSAGE).contentHash);
});

test("a message without a date or a subject is still told", () => {
  expect(emailLead({ ...MESSAGE, date: null, kept: { ...MESSAGE.kept, subject: "" } }).locator).toBe("Message");
});
