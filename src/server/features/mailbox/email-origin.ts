import type { SourceRef } from "#shared/raw-lead.ts";
import type { ProcessedEmailRecord } from "#server/db/sources/processed-emails.ts";
import { isOwn } from "#server/pipeline/mail/evidence.ts";
import { activeEmailSettings } from "#server/features/reports/send-report.ts";
import { GMAIL, PASTED, PASTED_SOURCE } from "#server/features/mailbox/mailbox-account.ts";
import type { Workspace } from "#server/workspace.ts";

/** The source of a stored message's lead. */
export async function originOf(
  { store }: Pick<Workspace, "store">,
  { mailbox }: Pick<ProcessedEmailRecord, "mailbox">,
): Promise<SourceRef> {
  if (mailbox === PASTED) return PASTED_SOURCE;
  if (mailbox === GMAIL) return { kind: "email", id: null, name: (await store.mailbox.read())?.email ?? "" };
  const id = mailbox.slice(mailbox.indexOf(":") + 1);
  const source = await store.dataSources.get(id);
  return { kind: "email", id: source === null ? null : id, name: source?.config.email ?? "" };
}

/**
 * The team's addresses, of a company's one of each domain: of all connected mailboxes, the one that messages are sent
 * from, and usernames that are addresses.
 */
export async function ownAddresses({ store }: Pick<Workspace, "store">): Promise<string[]> {
  const [gmail, sources, settings, accounts] = await Promise.all([
    store.mailbox.read(),
    store.dataSources.list(),
    activeEmailSettings({ store }),
    store.accounts.list(),
  ]);
  const used = [gmail?.email, ...sources.map(({ config }) => config.email), settings?.fromEmail];
  const own: string[] = [];
  for (const address of [...used, ...accounts.map(({ username }) => username)]) {
    if (address?.includes("@") === true && !isOwn(address, own)) own.push(address);
  }
  return own;
}
