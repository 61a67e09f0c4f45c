import type {
  EmailSettings,
  EmailSettingsTest,
  EmailSettingsUpdate,
  NewEmailSettings,
} from "#shared/contract/email-settings.ts";
import type { ConnectionTest } from "#shared/contract/data-source.ts";
import { definedFields } from "#shared/defined-fields.ts";
import { AppError, conflict, invalid, notFound } from "#server/platform/errors.ts";
import type { SmtpSettings } from "#server/mail/smtp-settings.ts";
import type { Acted } from "#server/store/act.ts";
import type { EmailSettingsRecord } from "#server/store/email-settings-types.ts";
import { act, changeWord, type Told } from "#server/workflows/journal/act.ts";
import { withCheckedAddresses } from "#server/workflows/reports/report-addresses.ts";
import type { Workspace } from "#server/workflows/workspace.ts";

const PURPOSE = "email-settings password";

/** The record as people may see it: whether there is a password, never the password. */
export function publicEmailSettings(settings: EmailSettingsRecord): EmailSettings {
  const { sealedPassword, scheduledSince: _notTold, ...record } = settings;
  return { ...record, hasPassword: sealedPassword !== null };
}

/** Saves a new record; an active one becomes the only one in use. */
export async function createEmailSettings(
  workspace: Workspace,
  input: NewEmailSettings,
): Promise<Acted<EmailSettings>> {
  const { password, ...rest } = input;
  const now = workspace.clock().toISOString();
  const record = {
    ...withCheckedAddresses(rest),
    scheduledSince: now,
    sealedPassword: workspace.secrets.seal(password, PURPOSE),
    lastSuccess: null,
    failingSince: null,
    lastError: "",
    createdAt: now,
  };
  const { done, actId } = await act(workspace, told("added"), ({ emailSettings }) => emailSettings.create(record));
  workspace.feed.changed(["email-settings", "status"]);
  return { done: publicEmailSettings(done), actId };
}

/**
 * Changes some fields; without a password the stored one stays. A stored password only ever goes to the server it was
 * entered for: another host needs it again. Throws not_found or invalid.
 */
export async function updateEmailSettings(
  workspace: Workspace,
  id: string,
  patch: EmailSettingsUpdate,
): Promise<Acted<EmailSettings>> {
  const before = await workspace.store.emailSettings.get(id);
  if (before === null) throw notFound("e-mail settings record");
  const { password, ...rest } = patch;
  if (password === undefined) requireSameServer(before, patch);
  const connectionChanged =
    password !== undefined ||
    (["smtpHost", "smtpPort", "username", "fromEmail"] as const).some(
      (key) => patch[key] !== undefined && patch[key] !== before[key],
    );
  const rescheduled =
    (patch.isActive === true && !before.isActive) ||
    (patch.reportFrequency !== undefined && patch.reportFrequency !== before.reportFrequency);
  const change = {
    ...definedFields(withCheckedAddresses(rest)),
    ...(rescheduled && { scheduledSince: workspace.clock().toISOString() }),
    ...(password !== undefined && { sealedPassword: workspace.secrets.seal(password, PURPOSE) }),
    // What was learnt of another connection says nothing about this one.
    ...(connectionChanged && { lastSuccess: null, failingSince: null, lastError: "" }),
  };
  const { done, actId } = await act(workspace, told(changeWord(patch)), function* ({ emailSettings }) {
    const updated = yield* emailSettings.update(id, change);
    if (updated === null) throw notFound("e-mail settings record");
    return updated;
  });
  workspace.feed.changed(["email-settings", "status"]);
  return { done: publicEmailSettings(done), actId };
}

function told(what: string): Told {
  return { kind: "email", title: `E-mail settings ${what}` };
}

/** Connects and signs in without sending. The message names the cause and the mend. */
export async function testEmailSettings(workspace: Workspace, input: EmailSettingsTest): Promise<ConnectionTest> {
  const { id, password, ...settings } = withCheckedAddresses(input);
  const stored = id === undefined ? null : await workspace.store.emailSettings.get(id);
  if (id !== undefined && stored === null) throw notFound("e-mail settings record");
  if (password === undefined && stored !== null) requireSameServer(stored, input);
  const holder = password ?? stored;
  if (holder === null) throw invalid("password", "Password is required");
  const result = await checkConnection(workspace, settings, holder);
  if (stored !== null && password === undefined && describesStored(stored, settings))
    await recordMailOutcome(workspace, stored, result);
  return result;
}

/** Tries to sign in with a password as typed, or with that of a stored record; one that cannot be read fails the test. */
async function checkConnection(
  workspace: Workspace,
  settings: Omit<SmtpSettings, "password">,
  password: string | EmailSettingsRecord,
): Promise<ConnectionTest> {
  try {
    const clear = typeof password === "string" ? password : openPassword(workspace, password);
    return await workspace.mailer.check({ ...settings, password: clear });
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    return { valid: false, message: error.message };
  }
}

/** The password of a stored record, in clear. Throws password_missing or secret_unreadable. */
export function openPassword(workspace: Workspace, record: EmailSettingsRecord): string {
  if (record.sealedPassword === null)
    throw conflict("password_missing", "The e-mail settings have no password. Enter it under Email Settings.");
  return workspace.secrets.open(record.sealedPassword, PURPOSE);
}

/** Remembers how the last real use of the connection went; system status and notifications come from it. */
export async function recordMailOutcome(
  workspace: Workspace,
  record: EmailSettingsRecord,
  outcome: ConnectionTest,
): Promise<void> {
  const now = workspace.clock().toISOString();
  await workspace.store.emailSettings.update(
    record.id,
    outcome.valid
      ? { lastSuccess: now, failingSince: null, lastError: "" }
      : { failingSince: record.failingSince ?? now, lastError: outcome.message },
  );
  workspace.feed.changed(["email-settings", "status"]);
}

function requireSameServer(
  stored: EmailSettingsRecord,
  patch: { smtpHost?: string | undefined; username?: string | undefined },
): void {
  const moved = patch.smtpHost !== undefined && patch.smtpHost.toLowerCase() !== stored.smtpHost.toLowerCase();
  if (moved) throw invalid("password", `Enter the password again: the stored one was entered for ${stored.smtpHost}.`);
}

function describesStored(
  stored: EmailSettingsRecord,
  settings: Pick<EmailSettingsTest, "smtpHost" | "smtpPort" | "username">,
): boolean {
  return (
    stored.smtpHost === settings.smtpHost &&
    stored.smtpPort === settings.smtpPort &&
    stored.username === settings.username
  );
}
