import type { MailAddress } from "#server/pipeline/mail/contact/mail-address.ts";

/** A parsed message from any source: its headers, and its text in lines. */
export interface Message {
  from: MailAddress;
  to: MailAddress[];
  replyTo: MailAddress | null;
  subject: string;
  /** ISO 8601 in UTC; null without a valid date. */
  date: string | null;
  /** In angle brackets; empty if missing. */
  messageId: string;
  inReplyTo: string;
  /** Message-IDs of the conversation so far, oldest first. */
  references: string[];
  /** Header values by lower-case name; the first value of each. */
  headers: ReadonlyMap<string, string>;
  lines: string[];
  /** Content types of its non-text parts, in lower case. */
  partTypes: string[];
  attachments: string[];
}

/** A message without headers, as for pasted text. */
export function bareMessage(lines: string[]): Message {
  return {
    from: { name: "", address: "" },
    to: [],
    replyTo: null,
    subject: "",
    date: null,
    messageId: "",
    inReplyTo: "",
    references: [],
    headers: new Map(),
    lines,
    partTypes: [],
    attachments: [],
  };
}
