import { randomUUID } from "node:crypto";
import { startDovecot, type DovecotPeer } from "#test/peers/dovecot/dovecot-peer.ts";
import type { Maildir } from "#test/peers/dovecot/maildir.ts";
import { startGooglePeer, type GooglePeer } from "#test/peers/google/google-peer.ts";
import { startSmtpPeer, type SmtpPeer } from "#test/peers/smtp/smtp-peer.ts";
import { startWebsitePeer, type WebsitePeer } from "#test/peers/website/website-peer.ts";

export const API_KEY = "api-key-of-the-faults";
const SENDER = { name: "reports@winnow.example", password: "password of the sender" };
const MAILBOX_PASSWORD = "password of the mailbox";

/** The servers that a server under test talks to. */
export interface Peers {
  google: GooglePeer;
  smtp: SmtpPeer;
  website: WebsitePeer;
  imap: DovecotPeer;
  close(): Promise<void>;
}

/** Starts one of each. */
export async function startPeers(): Promise<Peers> {
  const google = await startGooglePeer();
  google.addApiKey(API_KEY);
  const smtp = await startSmtpPeer({ mode: "starttls", users: { [SENDER.name]: SENDER.password } });
  const website = await startWebsitePeer();
  const imap = await startDovecot();
  return {
    google,
    smtp,
    website,
    imap,
    async close() {
      await Promise.all([google.close(), smtp.close(), website.close(), imap.stop()]);
    },
  };
}

/** SMTP settings as the form sends them. */
export function mailSettings({ smtp }: Peers, port = smtp.port): object {
  return {
    smtpHost: smtp.host,
    smtpPort: port,
    username: SENDER.name,
    password: SENDER.password,
    fromEmail: SENDER.name,
    recipientEmails: ["sales@acme.example"],
  };
}

/** A new mailbox, and its settings as the form sends them. */
export async function newMailbox({ imap }: Peers, port = imap.imapPort): Promise<{ mail: Maildir; settings: object }> {
  const email = `${randomUUID()}@mail.example`;
  const mail = await imap.addUser(email, MAILBOX_PASSWORD);
  const server = `imap://127.0.0.1:${port}`;
  return { mail, settings: { email, appPassword: MAILBOX_PASSWORD, enabled: true, server } };
}
