import type { SourceRef } from "#shared/raw-lead.ts";
import { conflict, invalid } from "#server/platform/errors.ts";
import type { MailboxSettings } from "#server/sources/mailbox/index.ts";
import { readMailboxServer } from "#server/sources/mailbox/mailbox-server.ts";
import type { MailboxRecord } from "#server/store/mailbox-types.ts";
import type { DataSourceRecord } from "#server/store/types.ts";
import type { Workspace } from "#server/workflows/workspace.ts";

/** The mailbox of the Gmail screen, as stored messages name it. */
export const GMAIL = "gmail";
/** What stored messages that a person pasted name their mailbox. */
export const PASTED = "pasted";
export const PASTED_SOURCE: SourceRef = { kind: "email", id: null, name: "Pasted email" };
const PURPOSE = { gmail: "mailbox app password", source: "data-source app password" };

/** A mailbox that can be signed in to, whichever screen it was set up on. */
export interface MailboxAccount {
  /** What stored messages name it. */
  mailbox: string;
  /** The data source that it is; null for the mailbox of the Gmail screen. */
  sourceId: string | null;
  settings: MailboxSettings;
  /** The last sync that went well: what arrived since is read even when it is longer ago than a first look goes back. */
  lastSync: string | null;
}

/** The mailbox of the Gmail screen with its password in clear. Throws mailbox_not_configured or secret_unreadable. */
export function gmailAccount(workspace: Workspace, record: MailboxRecord | null): MailboxAccount {
  if (record === null || record.email === "" || record.sealedAppPassword === null) {
    throw conflict("mailbox_not_configured", "No mailbox is set up. Enter its address and app password first.");
  }
  const password = workspace.secrets.open(record.sealedAppPassword, PURPOSE.gmail);
  const { email, labels, server, lastSync } = record;
  return {
    mailbox: GMAIL,
    sourceId: null,
    settings: accessOf(workspace, { email, password, labels, server }),
    lastSync,
  };
}

/** A data source of type email with its password in clear. Throws mailbox_not_configured or secret_unreadable. */
export function sourceAccount(workspace: Workspace, source: DataSourceRecord): MailboxAccount {
  const settings = openSourceAccess(workspace, source);
  return { mailbox: `mailbox:${source.id}`, sourceId: source.id, settings, lastSync: source.lastSync };
}

/** How to sign in to a data source of type email. Throws mailbox_not_configured or secret_unreadable. */
export function openSourceAccess(
  workspace: Workspace,
  { name, config, sealedAppPassword }: Pick<DataSourceRecord, "name" | "config" | "sealedAppPassword">,
): MailboxSettings {
  const { email = "", labels = "", server = "" } = config;
  if (email === "" || sealedAppPassword === null) {
    throw conflict("mailbox_not_configured", `${name} needs the address of its mailbox and an app password.`);
  }
  const password = workspace.secrets.open(sealedAppPassword, PURPOSE.source);
  return accessOf(workspace, { email, password, labels, server });
}

/** Seals an app password for the record that keeps it. */
export function sealAppPassword({ secrets }: Workspace, password: string, keeper: keyof typeof PURPOSE): string {
  return secrets.seal(password, PURPOSE[keeper]);
}

/** How to sign in, with the operator's server where none is named. */
export function accessOf({ imapUrl }: Pick<Workspace, "imapUrl">, settings: MailboxSettings): MailboxSettings {
  return { ...settings, server: settings.server.trim() === "" ? imapUrl : settings.server };
}

/** Throws invalid for what cannot be a mailbox server; empty stands for the operator's. */
export function requireMailboxServer(server: string, field: string): void {
  if (server.trim() === "" || readMailboxServer(server) !== null) return;
  throw invalid(field, "Write the server as imaps://imap.example.com:993.");
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
  throw invalid(field, `Enter the app password again: the stored one was entered for ${stored.email ?? "another"}.`);
}
