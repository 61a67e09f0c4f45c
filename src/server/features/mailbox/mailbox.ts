import { counted } from "#shared/counted.ts";
import type {
  MailboxConfig,
  MailboxHealth,
  MailboxTest,
  MailboxTestResult,
  MailboxUpdate,
} from "#shared/contract/mailbox.ts";
import { LIMITS } from "#shared/limits.ts";
import { AppError, invalid } from "#server/platform/errors.ts";
import type { Acted } from "#server/db/journal/journal-entry.ts";
import type { MailboxRecord } from "#server/db/sources/mailbox.ts";
import { requestsToday } from "#server/features/language-model/second-reader.ts";
import { act, refuseStale, versionOf } from "#server/features/journal/act.ts";
import { storedMailRules } from "#server/features/mailbox/mail-rules.ts";
import {
  accessOf,
  GMAIL,
  gmailAccount,
  requireMailboxServer,
  requireProviderServer,
  requireSameAccount,
  sealAppPassword,
} from "#server/features/mailbox/mailbox-account.ts";
import { nextMailboxSync } from "#server/features/mailbox/next-mailbox-sync.ts";
import { isWatched } from "#server/features/mailbox/watched-mailboxes.ts";
import { teamDay } from "#server/features/reports/report-clock.ts";
import type { Workspace } from "#server/workspace.ts";

const INCOMPLETE = "Please fill in email and app password";

/** The Gmail screen's mailbox as people may see it, never with its password. */
export async function readMailbox(workspace: Workspace): Promise<MailboxConfig> {
  const { store, imapUrl } = workspace;
  const [record, rules] = await Promise.all([store.mailbox.read(), storedMailRules(workspace)]);
  const { defaultLabel, syncInterval } = LIMITS.mailbox;
  return {
    email: record?.email ?? "",
    enabled: record?.enabled ?? false,
    autoSync: record?.autoSync ?? false,
    syncInterval: record?.syncInterval ?? syncInterval.default,
    labels: record?.labels ?? defaultLabel,
    server: record?.server ?? "",
    signIn: record?.signIn ?? "password",
    isConfigured: record !== null,
    hasAppPassword: record !== null && record.sealedAppPassword !== null,
    defaultServer: imapUrl,
    rules,
    languageModel: await languageModelOf(workspace),
    health: await healthOf(workspace, record),
    version: versionOf("mailbox", record),
  };
}

async function languageModelOf(workspace: Workspace): Promise<MailboxConfig["languageModel"]> {
  const { languageModel } = workspace;
  if (languageModel === null) return null;
  const { url, requestsPerDay } = languageModel;
  return { server: new URL(url).host, requestsToday: await requestsToday(workspace), requestsPerDay };
}

/** Saves the mailbox; without a password the stored one stays, for the account it was entered for. Throws stale or invalid. */
export async function saveMailbox(workspace: Workspace, input: MailboxUpdate): Promise<Acted<MailboxConfig>> {
  const { store } = workspace;
  const { appPassword = "", version, ...rest } = input;
  const before = await store.mailbox.read();
  requireMailboxServer(rest.server, "server");
  const { signIn } = rest;
  requireProviderServer(workspace, signIn, rest.server, "server");
  if (signIn === "password" && appPassword === "") {
    if (before === null || before.sealedAppPassword === null) throw invalid("appPassword", INCOMPLETE);
    requireSameAccount(workspace, before, rest, "appPassword");
  }
  const connects = (["email", "server", "labels", "signIn"] as const).some((key) => before?.[key] !== rest[key]);
  const change = {
    ...rest,
    ...(signIn !== "password" && { sealedAppPassword: null }),
    ...(signIn === "password" &&
      appPassword !== "" && { sealedAppPassword: sealAppPassword(workspace, appPassword, "gmail") }),
    // The health of the old connection doesn't apply to the new one.
    ...((connects || appPassword !== "") && {
      lastSync: null,
      lastAttempt: null,
      failingSince: null,
      lastError: "",
      messagesWaiting: 0,
    }),
  };
  const title = before === null ? "Mailbox set up" : "Mailbox settings changed";
  const { actId } = await act(workspace, { kind: "mailbox", title, description: rest.email }, function* ({ mailbox }) {
    const record = yield* mailbox.read();
    refuseStale({ noun: "mailbox", table: "mailbox_config", key: "1", record, version });
    return yield* mailbox.write(change);
  });
  return { done: await readMailbox(workspace), actId };
}

/** Signs in for real and lists the folders; the message names the problem and the fix. */
export async function testMailbox(workspace: Workspace, input: MailboxTest): Promise<MailboxTestResult> {
  const { store, mailboxes, stopping } = workspace;
  const stored = await store.mailbox.read();
  const { email, appPassword = "" } = input;
  const server = input.server ?? stored?.server ?? "";
  const labels = input.labels ?? stored?.labels ?? "";
  const signIn = input.signIn ?? stored?.signIn ?? "password";
  if (signIn !== "password") return testBySignIn(workspace, stored, { email, server, labels, signIn });
  const usesStored = appPassword === "" && stored !== null && stored.sealedAppPassword !== null;
  if (email === "" || (appPassword === "" && !usesStored)) {
    return { success: false, code: "mailbox_incomplete", message: INCOMPLETE };
  }
  requireMailboxServer(server, "server");
  if (usesStored) requireSameAccount(workspace, stored, { email, server }, "appPassword");
  try {
    const password = usesStored ? gmailAccount(workspace, stored).settings.password : appPassword;
    const result = await mailboxes.check(accessOf(workspace, { email, password, labels, server }), stopping);
    if (usesStored && labels === stored.labels) await recordTest(workspace, stored, result);
    return result;
  } catch (error) {
    if (!(error instanceof AppError) || error.id !== "secret_unreadable") throw error;
    return { success: false, code: error.id, message: error.message };
  }
}

/** The same for a mailbox that signs in through a provider. */
async function testBySignIn(
  workspace: Workspace,
  stored: MailboxRecord | null,
  tested: Pick<MailboxRecord, "email" | "server" | "labels" | "signIn">,
): Promise<MailboxTestResult> {
  const { email, server, labels, signIn } = tested;
  if (email === "") return { success: false, code: "mailbox_incomplete", message: "Enter the mailbox's address" };
  requireMailboxServer(server, "server");
  requireProviderServer(workspace, signIn, server, "server");
  const access = accessOf(workspace, { email, password: "", labels, server }, signIn);
  const result = await workspace.mailboxes.check(access, workspace.stopping);
  const isStored = (["email", "server", "labels", "signIn"] as const).every((key) => stored?.[key] === tested[key]);
  if (stored !== null && isStored) await recordTest(workspace, stored, result);
  return result;
}

/** Testing the stored mailbox counts as a real attempt to reach it. */
async function recordTest(
  { store, clock, feed }: Workspace,
  stored: MailboxRecord,
  { success, message }: MailboxTestResult,
): Promise<void> {
  await store.mailbox.writeHealth(stored, ({ failingSince }) =>
    success
      ? { failingSince: null, lastError: "" }
      : { failingSince: failingSince ?? clock().toISOString(), lastError: message },
  );
  feed.changed(["mailbox", "status"]);
}

/** The mailbox's health, by the last real attempt to reach it. */
async function healthOf(workspace: Workspace, record: MailboxRecord | null): Promise<MailboxHealth> {
  const { store, clock } = workspace;
  const { from } = await teamDay(workspace);
  const processedToday = await store.mailbox.countSince(from.toISOString());
  const next = record === null ? null : nextMailboxSync(record, clock());
  return {
    ...stateOf(record),
    lastSync: record?.lastSync ?? null,
    nextSync: next?.toISOString() ?? null,
    watching: next !== null && (await isWatched(workspace, GMAIL)),
    processedToday,
  };
}

function stateOf(record: MailboxRecord | null): Pick<MailboxHealth, "state" | "since" | "message"> {
  if (record === null) return { state: "inactive", since: null, message: "No mailbox is set up." };
  if (!record.enabled) return { state: "inactive", since: null, message: "The integration is off." };
  if (record.failingSince !== null) {
    return { state: "failing", since: record.failingSince, message: record.lastError };
  }
  if (record.lastSync === null) return { state: "untested", since: null, message: "Not synced yet." };
  const rest =
    record.messagesWaiting > 0
      ? ` At least ${counted(record.messagesWaiting, "message")} ${record.messagesWaiting === 1 ? "is" : "are"} waiting for the next sync.`
      : "";
  return { state: "active", since: record.lastSync, message: `Synced without errors.${rest}` };
}
