import { describe, expect, test } from "vitest";
import type { StoredLead } from "#shared/lead-record.ts";
import { composeFollowUp } from "#server/features/follow-ups/compose-follow-up.ts";
import { draftQuestion, mannerOf } from "#server/features/follow-ups/draft-question.ts";
import { sampleLead } from "#test/sample-lead.ts";

const lead = (more: Partial<StoredLead> = {}): StoredLead => ({
  ...sampleLead(),
  id: "1",
  name: "Ann Lee",
  email: "ann@lee.example",
  source: "email",
  notes: "",
  facts: [],
  provenance: {},
  ...more,
});
const wrote = (subject: string, text: string): StoredLead =>
  lead({
    facts: [
      { name: "Subject", value: subject },
      { name: "Message", value: text },
    ],
  });

describe("a question is drafted", () => {
  test.each([
    [
      "en",
      wrote("Re: Quote for 200 licences", "Hello, we are looking for a CRM for our team."),
      "What's the best number to reach you about “Quote for 200 licences”?",
    ],
    [
      "de",
      wrote("AW: Angebot “Lager”", "Guten Tag, wir suchen eine Software für unser Lager."),
      "Unter welcher Nummer können wir Sie zu „Angebot Lager“ anrufen?",
    ],
    [
      "fr",
      wrote("Devis", "Bonjour, nous cherchons un logiciel pour notre équipe."),
      "À quel numéro pouvons-nous vous appeler au sujet de « Devis » ?",
    ],
    [
      "es",
      wrote("Oferta", "Hola, buscamos un programa para nuestro equipo en la oficina."),
      "¿A qué número podemos llamarle sobre «Oferta»?",
    ],
  ])("in the lead's language: %s", (_language, of, question) => {
    expect(draftQuestion("phone", mannerOf({ lead: of, lastEmail: null }))).toBe(question);
  });

  test("with the question's sentence where there is no subject, or with a form's product", () => {
    const asks = lead({ facts: [{ name: "Message", value: "Hello. We need 40 office chairs by May. Thank you." }] });
    expect(mannerOf({ lead: asks, lastEmail: null }).topic).toBe("We need 40 office chairs by May");
    const form = lead({ source: "form", facts: [{ name: "Product", value: "Pallet racks" }] });
    expect(mannerOf({ lead: form, lastEmail: null }).topic).toBe("Pallet racks");
  });

  test("without quoting our own notes or other people", () => {
    const noted = lead({
      source: "manual",
      notes: "Rude on the phone, wants a quote",
      facts: [{ name: "Subject", value: "Hot" }],
    });
    expect(mannerOf({ lead: noted, lastEmail: null })).toMatchObject({ topic: null, hasWritten: false });
    const other = lead({ facts: [{ name: "Company (Spring fair)", value: "We need more?" }] });
    expect(mannerOf({ lead: other, lastEmail: null }).topic).toBeNull();
    const answered = lead({ facts: [{ name: "Answer", value: "We need 40 chairs?" }] });
    expect(mannerOf({ lead: answered, lastEmail: null }).topic).toBeNull();
  });
});

describe("strangers' text that a message must not repeat", () => {
  const scam = "Pay at https://evil.example/pay";
  const snapshot = {
    lead: wrote(scam, `We need a quote: ${scam}?`),
    lastEmail: { messageId: "<1@lee.example>", subject: `Re: ${scam}`, date: "2026-05-01T10:00:00.000Z" },
    messages: [],
  };

  test("is asked about without its words", () => {
    expect(mannerOf(snapshot).topic).toBeNull();
  });

  test("is not used as subject, and a name is greeted only if it is one", () => {
    const mail = composeFollowUp({
      snapshot: { ...snapshot, lead: { ...snapshot.lead, name: `Ann ${scam}` } },
      questions: ["?"],
      message: { messageId: "<2@acme.example>", token: "T", isAutomatic: false },
      fromEmail: "sales@acme.example",
      signature: "",
      publicUrl: null,
      timeZone: "UTC",
    });
    expect(mail.subject).toBe("A question for you");
    expect(mail.text).toMatch(/^Hello,\n/u);
    expect(`${mail.subject}${mail.text}${mail.html}`).not.toContain("evil");
  });

  test("includes a form's text in a message that no person approved", () => {
    const form = { lead: { ...wrote("Chairs", ""), source: "form" }, lastEmail: null };
    expect(mannerOf(form).topic).toBe("Chairs");
    expect(mannerOf(form, { isAutomatic: true }).topic).toBeNull();
  });
});

test("a message answers the latest one, from the lead or us", () => {
  const ours = {
    id: "1",
    leadId: "1",
    messageId: "<ours@acme.example>",
    token: "T",
    attempt: 1,
    recipient: "ann@lee.example",
    addressKey: "ann@lee.example",
    subject: "Re: Chairs",
    questionTypes: ["phone" as const],
    isAutomatic: false,
    state: "sent" as const,
    error: "",
    startedAt: "2026-05-02T10:00:00.000Z",
    finishedAt: null,
  };
  const threadOf = (date: string, timeZone = "UTC") =>
    composeFollowUp({
      snapshot: {
        lead: lead(),
        lastEmail: { messageId: "<hers@lee.example>", subject: "Chairs", date },
        messages: [ours],
      },
      questions: ["?"],
      message: { messageId: "<2@acme.example>", token: "U", isAutomatic: false },
      fromEmail: "sales@acme.example",
      signature: "",
      publicUrl: null,
      timeZone,
    });
  expect(threadOf("2026-05-01T10:00:00.000Z")).toMatchObject({
    inReplyTo: "<ours@acme.example>",
    references: ["<hers@lee.example>", "<ours@acme.example>"],
  });
  expect(threadOf("2026-05-03T10:00:00.000Z")).toMatchObject({
    inReplyTo: "<hers@lee.example>",
    references: ["<ours@acme.example>", "<hers@lee.example>"],
  });
  // When ours was sent, May 3 had begun there.
  expect(threadOf("2026-05-01T10:00:00.000Z", "Pacific/Kiritimati").text).toContain("on May 3");
});

test("the message escapes strangers' text, and uses no name that isn't known", () => {
  const strange = lead({ name: "<b>Ann</b>", provenance: {} });
  const mail = composeFollowUp({
    snapshot: { lead: strange, lastEmail: null, messages: [] },
    questions: ["Is 1 < 2 & true?"],
    message: { messageId: "<1@acme.example>", token: "T", isAutomatic: true },
    fromEmail: "sales@acme.example",
    signature: "Mia of Acme",
    publicUrl: null,
    timeZone: "UTC",
  });
  expect(mail.html).not.toContain("<b>Ann");
  expect(mail.html).toContain("1 &lt; 2 &amp; true?");
  expect(mail.text).toContain("Mia of Acme");
  expect(mail).toMatchObject({ sentBy: "program", unsubscribe: { url: null, subject: "unsubscribe T" } });
  const origin = {
    source: "email",
    sourceName: "",
    locator: "",
    method: "derived" as const,
    at: "2026-05-01T10:00:00.000Z",
  };
  const nameless = composeFollowUp({
    snapshot: { lead: lead({ provenance: { name: origin } }), lastEmail: null, messages: [] },
    questions: ["?"],
    message: { messageId: "<2@acme.example>", token: "T", isAutomatic: false },
    fromEmail: "sales@acme.example",
    signature: "",
    publicUrl: "https://winnow.example",
    timeZone: "UTC",
  });
  expect(nameless.text).toMatch(/^Hello,\n/u);
  expect(nameless.text).toContain("https://winnow.example/u/T");
});
