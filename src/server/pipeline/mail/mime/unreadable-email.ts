import type { AnalyzedEmail } from "#server/pipeline/mail/analyze-email.ts";
import type { Contact } from "#server/pipeline/mail/contact/contact.ts";
import { storedAnalysisOf } from "#server/pipeline/mail/stored-analysis.ts";
import { hashKey } from "#server/pipeline/mail/mime/message-key.ts";

/** The analysis result for an unreadable message, with the reason. */
export function unreadableEmail(raw: Uint8Array | string, error: unknown): AnalyzedEmail {
  const cause = error instanceof Error ? error.message : String(error);
  const reason = `The message can't be read: ${cause.slice(0, 200)}`;
  const nothing: Contact = {
    name: "",
    company: "",
    title: "",
    phone: "",
    email: "",
    address: "",
    website: "",
    methods: {},
    spans: {},
  };
  return {
    messageKey: hashKey(raw),
    contentKey: hashKey(raw),
    kind: "unreadable",
    from: "",
    to: [],
    subject: "",
    date: null,
    inReplyTo: "",
    references: [],
    deliveryReport: null,
    isOwn: false,
    contact: nothing,
    analysis: storedAnalysisOf(nothing, { subject: "", text: "", evidence: [] }),
    letter: null,
    verdict: { verdict: "not_lead", isLead: false, confidence: 0, reason, reasons: [] },
  };
}
