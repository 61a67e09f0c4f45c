import { expect, test } from "vitest";
import { emailLead } from "#server/pipeline/mail/email-lead.ts";

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
  analysis: { ...KEPT, evidence: [...KEPT.evidence] },
};

test("is a row with its sender and text as facts, and may lack contact details", () => {
  expect(emailLead(MESSAGE)).toMatchObject({
    rowKey: "message:<1@acme.de>",
    locator: "Message of May 3, 2026: Quote",
    fields: { name: "Anna Schmidt", email: "anna@acme.de", company: "Acme GmbH", scrapeUrl: "www.acme.de" },
    methods: KEPT.methods,
    mayLackContact: true,
    facts: [
      { name: "Subject", value: "Quote" },
      { name: "Message", value: "200 licences, please." },
      { name: "Address", value: "Hauptstr. 5, 10115 Berlin" },
    ],
  });
});

test("the same message is the same row with the same content", () => {
  expect(emailLead(MESSAGE)).toEqual(emailLead(MESSAGE));
  const changed = emailLead({ ...MESSAGE, analysis: { ...MESSAGE.analysis, phone: "030 1" } });
  expect(changed.rowKey).toBe(emailLead(MESSAGE).rowKey);
  expect(changed.contentHash).not.toBe(emailLead(MESSAGE).contentHash);
});

test("a message without a date or subject is still shown", () => {
  expect(emailLead({ ...MESSAGE, date: null, analysis: { ...MESSAGE.analysis, subject: "" } }).locator).toBe("Message");
});
