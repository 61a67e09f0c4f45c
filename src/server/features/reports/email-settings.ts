import { randomUUID } from "node:crypto";
import { domainToASCII } from "node:url";
import type {
  EmailSettings,
  EmailSettingsTest,
  EmailSettingsUpdate,
  NewEmailSettings,
} from "#shared/contract/email-settings.ts";
import type { ConnectionTest } from "#shared/contract/data-source.ts";
import { definedFields } from "#shared/defined-fields.ts";
import { parseEmailAddress } from "#server/pipeline/intake/email-address.ts";
import { AppError, conflict, existing, invalid, messageOf, notFound } from "#server/platform/errors.ts";
import { isOfRecipient } from "#server/delivery/mail/mail-failure.ts";
import type { MailMessage, MailReceipt } from "#server/delivery/mail/mailer.ts";
import type { SmtpSettings } from "#server/delivery/mail/smtp-settings.ts";
import type { Acted } from "#server/db/journal/journal-entry.ts";
import type { EmailSettingsRecord } from "#server/db/reports/email-settings.ts";
import { act, type ActionEntry, changeWord, refuseStale, versionOf } from "#server/features/journal/act.ts";
import { accessTokens } from "#server/features/mail-tokens/access-tokens.ts";
import { requireOwnServer } from "#server/features/mail-tokens/own-server.ts";
import type { Workspace } from "#server/workspace.ts";

export const MAIL_SERVER_SECRET = "email-settings password";

/** What email is sent with, besides the password. The status of another connection doesn't apply to this one. */
const CONNECTION = ["smtpHost", "smtpPort", "signIn", "username", "fromEmail"] as const;

/** The record as people may see it: whether there is a password, never the password. */
export function publicEmailSettings(settings: EmailSettingsRecord): EmailSettings {
  const { sealedPassword, scheduledSince: _notLogged, ...record } = settings;
  return { ...record, hasPassword: sealedPassword !== null, version: versionOf("emailSettings", settings) };
}

/** Saves a new record; an active one becomes the only one in use. Throws stale. */
export async function createEmailSettings(
  workspace: Workspace,
  input: NewEmailSettings,
): Promise<Acted<EmailSettings>> {
  const { password, version, ...rest } = input;
  requireOwnServer(workspace, rest.signIn, rest.smtpHost, "smtpHost");
  const now = workspace.clock().toISOString();
  const record = {
    ...withCheckedAddresses(rest),
    scheduledSince: now,
    sealedPassword:
      rest.signIn === "password" && password !== undefined
        ? workspace.secrets.seal(password, MAIL_SERVER_SECRET)
        : null,
    lastSuccess: null,
    failingSince: null,
    lastError: "",
    createdAt: now,
  };
  const { done, actId } = await act(workspace, entryOf("added"), function* ({ emailSettings }) {
    const inUse = (yield* emailSettings.list()).find(({ isActive }) => isActive) ?? null;
    refuseStale({ noun: "emailSettings", table: "email_settings", key: inUse?.id ?? "", record: inUse, version });
    return yield* emailSettings.create(record);
  });
  return { done: publicEmailSettings(done), actId };
}

/**
 * Changes some fields; without a password the stored one stays. A stored password only ever goes to the server it was
 * entered for: another host needs it again. Throws not_found, stale or invalid.
 */
export async function updateEmailSettings(
  workspace: Workspace,
  id: string,
  { version, ...patch }: EmailSettingsUpdate,
): Promise<Acted<EmailSettings>> {
  const before = existing(await workspace.store.emailSettings.get(id), "email settings record");
  const { password, ...rest } = patch;
  const signIn = patch.signIn ?? before.signIn;
  if (signIn !== "password") requireOwnServer(workspace, signIn, patch.smtpHost ?? before.smtpHost, "smtpHost");
  else if (password === undefined) requireSameServer(before, patch);
  if (signIn === "password" && before.signIn !== "password" && password === undefined) {
    throw invalid("password", "Password is required");
  }
  const connectionChanged =
    password !== undefined || CONNECTION.some((key) => patch[key] !== undefined && patch[key] !== before[key]);
  const rescheduled =
    (patch.isActive === true && !before.isActive) ||
    (patch.reportFrequency !== undefined && patch.reportFrequency !== before.reportFrequency);
  const change = {
    ...definedFields(withCheckedAddresses(rest)),
    ...(rescheduled && { scheduledSince: workspace.clock().toISOString() }),
    ...(password !== undefined && { sealedPassword: workspace.secrets.seal(password, MAIL_SERVER_SECRET) }),
    ...(signIn !== "password" && { sealedPassword: null }),
    ...(connectionChanged && { lastSuccess: null, failingSince: null, lastError: "" }),
  };
  const { done, actId } = await act(workspace, entryOf(changeWord(patch)), function* ({ emailSettings }) {
    const current = existing(yield* emailSettings.get(id), "email settings record");
    refuseStale({ noun: "emailSettings", table: "email_settings", key: id, record: current, version });
    return (yield* emailSettings.update(id, change)) ?? current;
  });
  return { done: publicEmailSettings(done), actId };
}

function entryOf(what: string): ActionEntry {
  return { kind: "email", title: `Email settings ${what}` };
}

/** Connects and signs in without sending. The message names the cause and the fix. */
export async function testEmailSettings(workspace: Workspace, input: EmailSettingsTest): Promise<ConnectionTest> {
  const { id, password, ...settings } = withCheckedAddresses(input);
  const stored = id === undefined ? null : await workspace.store.emailSettings.get(id);
  if (id !== undefined && stored === null) throw notFound("email settings record");
  const { signIn } = settings;
  if (signIn !== "password") requireOwnServer(workspace, signIn, settings.smtpHost, "smtpHost");
  else if (password === undefined && stored !== null) requireSameServer(stored, input);
  const holder = password ?? stored;
  if (signIn === "password" && holder === null) throw invalid("password", "Password is required");
  const result = await checkConnection(workspace, settings, holder);
  if (stored !== null && password === undefined && describesStored(stored, settings))
    await recordMailOutcome(workspace, stored, result);
  return result;
}

/** Tries to sign in with a typed password, or a stored record's; an unreadable one fails the test. */
async function checkConnection(
  workspace: Workspace,
  settings: Omit<SmtpSettings, "password"> & Pick<EmailSettingsRecord, "signIn">,
  password: string | EmailSettingsRecord | null,
): Promise<ConnectionTest> {
  try {
    const credentials =
      typeof password === "string" && settings.signIn === "password"
        ? { password }
        : openCredentials(workspace, {
            signIn: settings.signIn,
            sealedPassword: typeof password === "string" ? null : (password?.sealedPassword ?? null),
          });
    return await workspace.mailer.check({ ...settings, ...credentials });
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    return { valid: false, message: error.message };
  }
}

/** How a stored record signs in, in clear text. Throws password_missing or secret_unreadable. */
export function openCredentials(
  workspace: Workspace,
  { signIn, sealedPassword }: Pick<EmailSettingsRecord, "signIn" | "sealedPassword">,
): Pick<SmtpSettings, "password" | "tokens"> {
  if (signIn !== "password") return { password: "", tokens: accessTokens(workspace, signIn) };
  if (sealedPassword === null) throw conflict("password_missing", "Password is missing. Enter it in Email Settings.");
  return { password: workspace.secrets.open(sealedPassword, MAIL_SERVER_SECRET) };
}

/** Records the outcome of the last real use of the connection, for status and notifications. */
export async function recordMailOutcome(
  workspace: Workspace,
  record: EmailSettingsRecord,
  outcome: ConnectionTest,
): Promise<void> {
  const now = workspace.clock().toISOString();
  await workspace.store.emailSettings.updateAsRead(record, [...CONNECTION, "sealedPassword"], ({ failingSince }) =>
    outcome.valid
      ? { lastSuccess: now, failingSince: null, lastError: "" }
      : { failingSince: failingSince ?? now, lastError: outcome.message },
  );
  workspace.feed.changed(["email-settings", "status"]);
}

/**
 * Sends a message to an address that isn't one of the report's recipients. Throws AppError; a refusal of that address
 * says nothing about the connection, so it isn't recorded.
 */
export async function mailOnePerson(
  workspace: Workspace,
  settings: EmailSettingsRecord,
  to: string,
  message: MailMessage,
): Promise<MailReceipt> {
  const receipt = await sendToOne(workspace, settings, to, message);
  await recordMailOutcome(workspace, settings, { valid: true, message: "" });
  return receipt;
}

async function sendToOne(
  workspace: Workspace,
  settings: EmailSettingsRecord,
  to: string,
  message: MailMessage,
): Promise<MailReceipt> {
  try {
    const credentials = openCredentials(workspace, settings);
    return await workspace.mailer.send({ ...settings, ...credentials, recipientEmails: [to] }, message);
  } catch (error) {
    if (!isOfRecipient(error))
      await recordMailOutcome(workspace, settings, { valid: false, message: messageOf(error) });
    throw error;
  }
}

/** A new Message-ID in the sender's domain. */
export function freshMessageId(what: string, fromEmail: string): string {
  return `<winnow-${what}-${randomUUID()}@${domainToASCII(fromEmail.slice(fromEmail.lastIndexOf("@") + 1))}>`;
}

function requireSameServer(
  stored: EmailSettingsRecord,
  patch: { smtpHost?: string | undefined; username?: string | undefined },
): void {
  const moved = patch.smtpHost !== undefined && patch.smtpHost.toLowerCase() !== stored.smtpHost.toLowerCase();
  if (moved) throw invalid("password", `Enter the password again. The stored one is for ${stored.smtpHost}.`);
}

function describesStored(
  stored: EmailSettingsRecord,
  settings: Pick<EmailSettingsTest, "smtpHost" | "smtpPort" | "signIn" | "username">,
): boolean {
  return (
    stored.signIn === settings.signIn &&
    stored.smtpHost === settings.smtpHost &&
    stored.smtpPort === settings.smtpPort &&
    stored.username === settings.username
  );
}

interface Addresses {
  fromEmail?: string | undefined;
  recipientEmails?: string[] | undefined;
}

/**
 * The fields with each recipient once, as first written, ignoring case and the spelling of an international domain.
 * Throws invalid for an address that intake would reject, such as one whose domain has no ASCII form.
 */
function withCheckedAddresses<Fields extends Addresses>(fields: Fields): Fields {
  const { fromEmail, recipientEmails } = fields;
  if (fromEmail !== undefined) keyOf(fromEmail, "fromEmail");
  if (recipientEmails === undefined) return fields;
  const byKey = new Map<string, string>();
  for (const [index, address] of recipientEmails.entries()) {
    const key = keyOf(address, `recipientEmails.${index}`);
    if (!byKey.has(key)) byKey.set(key, address);
  }
  return { ...fields, recipientEmails: [...byKey.values()] };
}

function keyOf(address: string, field: string): string {
  const parsed = parseEmailAddress(address);
  if (parsed === null) throw invalid(field, `${address} isn't an email address.`);
  return parsed.key;
}
