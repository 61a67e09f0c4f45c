import type { ImapFlowError } from "imapflow";
import type { MailServerTarget } from "#server/platform/mail-server-failure.ts";
import type { MailboxServer } from "#server/pipeline/sources/mailbox/mailbox-server.ts";

/** Stable error codes for mailbox failures. */
export type MailboxFailureCode =
  | "mailbox_app_password_needed"
  | "mailbox_sign_in_failed"
  | "mailbox_sign_in_deferred"
  | "mailbox_passwords_not_taken"
  | "mailbox_token_refused"
  | "mailbox_browser_sign_in_needed"
  | "mailbox_imap_off"
  | "mailbox_busy"
  | "mailbox_host_not_found"
  | "mailbox_host_private"
  | "mailbox_port_refused"
  | "mailbox_connection_refused"
  | "mailbox_unreachable"
  | "mailbox_timeout"
  | "mailbox_no_greeting"
  | "mailbox_not_imap"
  | "mailbox_certificate_untrusted"
  | "mailbox_certificate_wrong_name"
  | "mailbox_certificate_expired"
  | "mailbox_tls_failed"
  | "mailbox_no_tls"
  | "mailbox_wrong_port"
  | "mailbox_connection_dropped"
  | "mailbox_folder_missing"
  | "mailbox_folder_refused"
  | "mailbox_server_refused"
  | "mailbox_server_invalid"
  | "mailbox_failed";

export interface MailboxFailure {
  code: MailboxFailureCode;
  /** One or two sentences: what happened and what to do. */
  message: string;
}

export interface MailboxTarget extends MailboxServer, MailServerTarget {
  user: string;
  /** Whether it signs in with an access token instead of a password. */
  usesToken: boolean;
}

/** The server's response text, wherever the client puts it. */
export function serverWords(failure: ImapFlowError): string {
  const { response, responseText, reason } = failure;
  const words = (typeof response === "string" ? response : undefined) ?? responseText ?? reason ?? "";
  // The client passes on the whole line, including its command tag.
  return words.replace(/^\w+ (?:NO|BAD) /u, "");
}
