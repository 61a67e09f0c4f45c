import type { MailAddress } from "#server/email-analysis/mail-address.ts";

/** A message as read, whatever way it came: what the header says, and its text in lines. */
export interface Message {
  from: MailAddress;
  to: MailAddress[];
  replyTo: MailAddress | null;
  subject: string;
  /** ISO 8601 in UTC; null when it has none that is a date. */
  date: string | null;
  /** With its angle brackets; empty without one. */
  messageId: string;
  inReplyTo: string;
  /** The Message-IDs of the conversation so far, the oldest first. */
  references: string[];
  /** Header values by lower-case name, the first of each. */
  headers: ReadonlyMap<string, string>;
  lines: string[];
  /** Content types of its parts that are no text, in lower case. */
  partTypes: string[];
  attachments: string[];
}

/** Without a header, as it is with text that was pasted. */
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
