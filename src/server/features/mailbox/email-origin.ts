import type { SourceRef } from "#shared/raw-lead.ts";
import type { ProcessedEmailRecord } from "#server/db/sources/processed-emails.ts";
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

/** The addresses that receive mail: pasted text counts as mail to the Gmail screen's mailbox. */
export async function ownAddressesOf(
  workspace: Pick<Workspace, "store">,
  mailbox: ProcessedEmailRecord["mailbox"],
): Promise<string[]> {
  const { name } = await originOf(workspace, { mailbox: mailbox === PASTED ? GMAIL : mailbox });
  return name === "" ? [] : [name];
}
