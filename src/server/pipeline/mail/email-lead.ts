import { createHash } from "node:crypto";
import type { StoredAnalysis } from "#shared/stored-analysis.ts";
import type { MessageParts } from "#server/pipeline/mail/mime/message-parts.ts";
import { EMAIL_READER_VERSION } from "#server/pipeline/mail/reader-version.ts";
import { dayWords } from "#server/platform/english-dates.ts";
import { LEAD_TEXT_FIELDS } from "#shared/lead-fields.ts";
import { LIMITS } from "#shared/limits.ts";
import type { Fact, RawLead } from "#shared/raw-lead.ts";

/** An analyzed message, new or stored. */
export interface LeadMessage {
  messageKey: string;
  /** ISO 8601; null when the message has no date. */
  date: string | null;
  analysis: StoredAnalysis;
  /** The parts needed to read it again, if available. */
  letter?: MessageParts | null;
}

/**
 * Builds the lead for a message: its writer, with subject and text as facts. The same message always produces the same
 * row. The lead may have no contact details.
 */
export function emailLead({ messageKey, date, analysis, letter = null }: LeadMessage): RawLead {
  const { name, email, company, title, phone, website = "", methods = {}, spans = {} } = analysis;
  const values: RawLead["fields"] = { name, email, company, title, phone, scrapeUrl: website };
  const fields: RawLead["fields"] = {};
  for (const field of LEAD_TEXT_FIELDS) {
    const value = values[field];
    if (value !== undefined && value !== "") fields[field] = value;
  }
  const facts = factsOf(analysis);
  return {
    rowKey: `message:${messageKey}`,
    contentHash: createHash("sha256")
      .update(JSON.stringify([fields, facts]))
      .digest("hex"),
    locator: locatorOf(date, analysis.subject),
    fields,
    methods,
    facts,
    mayLackContact: true,
    raw: {
      subject: analysis.subject,
      text: analysis.text,
      evidence: analysis.evidence,
      spans,
      ...(letter !== null && { letter }),
    },
    readBy: EMAIL_READER_VERSION,
    sourceData: { messageKey, date, subject: analysis.subject },
  };
}

function factsOf({ subject, text, address = "" }: StoredAnalysis): Fact[] {
  return [
    { name: "Subject", value: subject },
    { name: "Message", value: text.slice(0, LIMITS.lead.notesLength) },
    { name: "Address", value: address },
  ].filter(({ value }) => value !== "");
}

/** "Message of May 3, 2026: Subject". The day is in UTC, as everywhere on the server. */
function locatorOf(date: string | null, subject: string): string {
  const day = date === null ? "" : ` of ${dayWords(new Date(date), { timeZone: "UTC", withYear: true })}`;
  return `Message${day}${subject === "" ? "" : `: ${subject}`}`;
}
