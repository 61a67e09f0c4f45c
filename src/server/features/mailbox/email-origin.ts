import type { SourceRef } from "#shared/raw-lead.ts";
import type { ProcessedEmailRecord } from "#server/db/sources/processed-emails.ts";
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

/** The team's addresses: of all connected mailboxes, and the one that messages are sent from. */
export async function ownAddresses({ store }: Pick<Workspace, "store">): Promise<string[]> {
  const [gmail, sources, settings] = await Promise.all([
    store.mailbox.read(),
    store.dataSources.list(),
    activeEmailSettings({ store }),
  ]);
  const addresses = [gmail?.email, ...sources.map(({ config }) => config.email), settings?.fromEmail];
  return [...new Set(addresses.flatMap((address = "") => (address === "" ? [] : address)))];
}
