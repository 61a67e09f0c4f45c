import { createHash } from "node:crypto";
import type { KeptAnalysis } from "#shared/kept-analysis.ts";
import type { Letter } from "#server/email-analysis/letter.ts";
import { EMAIL_READER_VERSION } from "#server/email-analysis/reader-version.ts";
import { LIMITS } from "#shared/limits.ts";
import { LEAD_TEXT_FIELDS, type Fact, type RawLead } from "#shared/raw-lead.ts";

/** An analysed message, fresh or stored. */
export interface LeadMessage {
  messageKey: string;
  /** ISO 8601; null when the message does not say. */
  date: string | null;
  kept: KeptAnalysis;
  /** What it can be read again from, where that is there. */
  letter?: Letter | null;
}

/**
 * The lead that a message brings: who wrote it, with subject and words as facts. The same message is the same row,
 * however often it is analysed.
 */
export function emailLead({ messageKey, date, kept, letter = null }: LeadMessage): RawLead {
  const { name, email, company, title, phone, website = "", methods = {} } = kept;
  const values = { name, email, company, title, phone, scrapeUrl: website };
  const fields: RawLead["fields"] = {};
  for (const field of LEAD_TEXT_FIELDS) {
    const value = field in values ? values[field as keyof typeof values] : "";
    if (value !== "") fields[field] = value;
  }
  const facts = factsOf(kept);
  return {
    rowKey: `message:${messageKey}`,
    contentHash: createHash("sha256")
      .update(JSON.stringify([fields, facts]))
      .digest("hex"),
    locator: locatorOf(date, kept.subject),
    fields,
    methods,
    facts,
    raw: { subject: kept.subject, text: kept.text, evidence: kept.evidence, ...(letter !== null && { letter }) },
    readBy: EMAIL_READER_VERSION,
    sourceData: { messageKey, date, subject: kept.subject },
  };
}

function factsOf({ subject, text, address = "" }: KeptAnalysis): Fact[] {
  return [
    { name: "Subject", value: subject },
    { name: "Message", value: text.slice(0, LIMITS.lead.notesLength) },
    { name: "Address", value: address },
  ].filter(({ value }) => value !== "");
}

/** "Message of 3 May 2026: Subject". The day is that of UTC, as everywhere on the server. */
function locatorOf(date: string | null, subject: string): string {
  const day = date === null ? "" : ` of ${DAY.format(new Date(date))}`;
  return `Message${day}${subject === "" ? "" : `: ${subject}`}`;
}

const DAY = new Intl.DateTimeFormat("en-GB", { day: "numeric", month: "long", year: "numeric", timeZone: "UTC" });
