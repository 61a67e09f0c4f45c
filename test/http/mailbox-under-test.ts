import { expect } from "vitest";
import type { MailboxSyncResult, ProcessedEmail } from "#shared/contract/mailbox.ts";
import type { TestWinnow } from "#test/harness.ts";
import type { DovecotPeer } from "#test/peers/dovecot/dovecot-peer.ts";
import type { Maildir } from "#test/peers/dovecot/maildir.ts";
import { message } from "#test/peers/dovecot/sample-messages.ts";

export const APP_PASSWORD = "app-password-of-the-test";
let users = 0;

export interface MailboxUnderTest {
  mail: Maildir;
  /** The settings as the form sends them. */
  settings: {
    email: string;
    appPassword: string;
    enabled: boolean;
    autoSync: boolean;
    syncInterval: number;
    labels: string;
    server: string;
  };
}

/** A separate mailbox in the peer, not yet connected anywhere. */
export async function newMailbox(dovecot: DovecotPeer, port = dovecot.imapPort): Promise<MailboxUnderTest> {
  users += 1;
  const email = `sales${users}@acme.example`;
  const mail = await dovecot.addUser(email, APP_PASSWORD);
  const server = `imap://127.0.0.1:${port}`;
  const settings = {
    email,
    appPassword: APP_PASSWORD,
    enabled: true,
    autoSync: false,
    syncInterval: 30,
    labels: "INBOX",
    server,
  };
  return { mail, settings };
}

/** Syncs the mailbox of the Gmail screen, and checks that the counts add up. */
export async function syncMail(winnow: TestWinnow): Promise<MailboxSyncResult> {
  const result = await winnow.ok("POST /api/gmail/sync");
  const { processed, leadsFound, knownLeads, toReview, notLeads, replies, unreadable } = result;
  expect(leadsFound + knownLeads + toReview + notLeads + replies + unreadable).toBe(processed);
  return result;
}

/** The analyzed messages by subject. */
export async function emailsBySubject(winnow: TestWinnow): Promise<Map<string, ProcessedEmail>> {
  const emails = await winnow.ok("GET /api/gmail/emails", { query: { limit: 200 } });
  return new Map(emails.map((email) => [email.subject, email]));
}

/** The minimum confidence below which `unclear` messages need review instead of becoming leads. */
export const REVIEW_RULES = { inclusionKeywords: [], exclusionKeywords: [], minimumConfidence: 100 };

/** A message that may or may not be an inquiry. */
export function unclear(more: Omit<InquiryOptions, "text"> = {}): string {
  const text = "Hello,\r\n\r\nmy colleague told me about your software. Could we book a demo?";
  return inquiry({ subject: "Your software", ...more, text: `${text}\r\n\r\n${more.name ?? "Ann Lee"}` });
}

interface InquiryOptions {
  id?: string;
  name?: string;
  email?: string;
  subject?: string;
  text?: string;
}

/** A message that asks for a quote, signed by someone at a company. */
export function inquiry(more: InquiryOptions = {}): string {
  const { id, name = "Ann Lee", email = "ann@lee-engineering.example", subject = "Quote for 200 licences" } = more;
  return message({
    ...(id !== undefined && { id }),
    from: `${name} <${email}>`,
    subject,
    text:
      more.text ??
      [
        "Hello,",
        "",
        "we are looking for a CRM for our sales team and would like to buy 200 licences this quarter.",
        "Could you please send us a quote with your prices, and tell us when a demo would be possible?",
        "",
        "Best regards",
        name,
        "Head of Purchasing",
        "Lee Engineering Ltd",
        "Phone: +44 20 7946 0123",
      ].join("\r\n"),
  });
}

/** A newsletter full of buying words. */
export function newsletter(id = "newsletter-1@news.example"): string {
  return message({
    id,
    from: "Growth Weekly <news@growth-weekly.example>",
    subject: "Pricing, demos and quotes: what buyers want",
    headers: [
      "List-Unsubscribe: <https://growth-weekly.example/out>",
      "List-Id: <growth.growth-weekly.example>",
      "Precedence: bulk",
    ],
    text: "Get a demo! Request a quote! Buy licences now. You receive this because you signed up. Unsubscribe here.",
  });
}

/** Reads again after each change that the process is notified of, until the expectation holds. */
export async function whenChanged<T>(
  winnow: TestWinnow,
  read: () => Promise<T>,
  holds: (value: T) => boolean,
): Promise<T> {
  let changed = Promise.withResolvers<void>();
  const unsubscribe = winnow.workspace.feed.onMessage(() => {
    changed.resolve();
    changed = Promise.withResolvers();
  });
  try {
    for (;;) {
      const next = changed.promise;
      const value = await read();
      if (holds(value)) return value;
      await next;
    }
  } finally {
    unsubscribe();
  }
}
