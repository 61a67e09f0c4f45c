import { MAIL_PROVIDER_FACTS, type SignInMethod } from "#shared/mail-providers.ts";
import type { SourceRef } from "#shared/raw-lead.ts";
import { conflict, invalid } from "#server/platform/errors.ts";
import type { MailboxSettings } from "#server/pipeline/sources/mailbox/index.ts";
import { readMailboxServer } from "#server/pipeline/sources/mailbox/mailbox-server.ts";
import type { MailboxRecord } from "#server/db/sources/mailbox.ts";
import type { DataSourceRecord } from "#server/db/sources/data-sources.ts";
import { accessTokens } from "#server/features/mail-tokens/access-tokens.ts";
import { requireOwnServer } from "#server/features/mail-tokens/own-server.ts";
import type { Workspace } from "#server/workspace.ts";

/** The Gmail screen's mailbox in stored messages. */
export const GMAIL = "gmail";
/** The mailbox of pasted messages in stored messages. */
export const PASTED = "pasted";
export const PASTED_SOURCE: SourceRef = { kind: "email", id: null, name: "Pasted email" };
export const MAILBOX_SECRETS = { gmail: "mailbox app password", source: "data-source app password" };

/** A mailbox's sign-in, whichever screen it was set up on. */
export interface MailboxAccount {
  /** Its name in stored messages. */
  mailbox: string;
  /** Its data source; null for the Gmail screen's mailbox. */
  sourceId: string | null;
  settings: MailboxSettings;
  /** The last successful sync: everything since is read, even beyond a first read's range. */
  lastSync: string | null;
}

/** The Gmail screen's mailbox with its password in clear text. Throws mailbox_not_configured or secret_unreadable. */
export function gmailAccount(workspace: Workspace, record: MailboxRecord | null): MailboxAccount {
  if (record === null || record.email === "" || !canSignIn(record)) {
    throw conflict("mailbox_not_configured", "No mailbox is set up. Enter its address and app password first.");
  }
  const { email, labels, server, signIn, sealedAppPassword: sealed, lastSync } = record;
  const password = sealed === null ? "" : workspace.secrets.open(sealed, MAILBOX_SECRETS.gmail);
  return {
    mailbox: GMAIL,
    sourceId: null,
    settings: accessOf(workspace, { email, password, labels, server }, signIn),
    lastSync,
  };
}

/** Whether the mailbox has what it needs to sign in. */
export function canSignIn({ signIn, sealedAppPassword }: Pick<MailboxRecord, "signIn" | "sealedAppPassword">): boolean {
  return signIn !== "password" || sealedAppPassword !== null;
}

/** An email data source with its password in clear text. Throws mailbox_not_configured or secret_unreadable. */
export function sourceAccount(workspace: Workspace, source: DataSourceRecord): MailboxAccount {
  const settings = openSourceAccess(workspace, source);
  return { mailbox: `mailbox:${source.id}`, sourceId: source.id, settings, lastSync: source.lastSync };
}

/** The sign-in of an email data source. Throws mailbox_not_configured or secret_unreadable. */
export function openSourceAccess(
  workspace: Workspace,
  { name, config, sealedAppPassword }: Pick<DataSourceRecord, "name" | "config" | "sealedAppPassword">,
): MailboxSettings {
  const { email = "", labels = "", server = "" } = config;
  if (email === "" || sealedAppPassword === null) {
    throw conflict("mailbox_not_configured", `${name} needs a mailbox address and an app password.`);
  }
  const password = workspace.secrets.open(sealedAppPassword, MAILBOX_SECRETS.source);
  return accessOf(workspace, { email, password, labels, server });
}

/** Seals an app password for its record. */
export function sealAppPassword(
  { secrets }: Workspace,
  password: string,
  keeper: keyof typeof MAILBOX_SECRETS,
): string {
  return secrets.seal(password, MAILBOX_SECRETS[keeper]);
}

/** The sign-in, by default with the operator's server, or the one of the provider that it signs in through. */
export function accessOf(
  workspace: Workspace,
  settings: Omit<MailboxSettings, "tokens">,
  signIn: SignInMethod = "password",
): MailboxSettings {
  const isByPassword = signIn === "password";
  const usual = isByPassword ? workspace.imapUrl : MAIL_PROVIDER_FACTS[signIn].imapServer;
  return {
    ...settings,
    ...(!isByPassword && { tokens: accessTokens(workspace, signIn) }),
    server: settings.server.trim() === "" ? usual : settings.server,
  };
}

/** Throws invalid if it can't be a mailbox server; empty means the operator's. */
export function requireMailboxServer(server: string, field: string): void {
  if (server.trim() === "" || readMailboxServer(server) !== null) return;
  throw invalid(field, "Enter the server like imaps://imap.example.com:993.");
}

/** Throws invalid if tokens of this provider may not go to the server; empty means the provider's. */
export function requireProviderServer(workspace: Workspace, signIn: SignInMethod, server: string, field: string): void {
  if (server.trim() === "") return;
  requireOwnServer(workspace, signIn, readMailboxServer(server)?.host ?? "", field);
}

interface Place {
  email: string | undefined;
  server: string | undefined;
}

/**
 * A stored password only ever goes to the account it was entered for: another address or server needs it again. Throws
 * invalid.
 */
export function requireSameAccount(
  workspace: Pick<Workspace, "imapUrl">,
  stored: Partial<Place>,
  given: Partial<Place>,
  field: string,
): void {
  const place = ({ email = "", server = "" }: Partial<Place>): string =>
    JSON.stringify([email.trim().toLowerCase(), readMailboxServer(server.trim() === "" ? workspace.imapUrl : server)]);
  if (place(stored) === place(given)) return;
  throw invalid(field, `Enter the app password again. The stored one is for ${stored.email ?? "another mailbox"}.`);
}
