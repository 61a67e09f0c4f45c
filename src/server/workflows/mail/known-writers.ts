import type { RawLead } from "#shared/raw-lead.ts";
import { parseEmailAddress } from "#server/intake/email-address.ts";
import type { BatchDecision } from "#server/intake/decide-batch.ts";
import type { MailMessage } from "#server/workflows/mail/mail-message.ts";
import type { Workspace } from "#server/workflows/workspace.ts";

/** The lead that wrote a message: one that is stored, or that an earlier message of the batch brings. */
export type KnownWriter = { leadId: string } | { rowKey: string };

/**
 * Which messages are from leads, by the messages' keys. A lead is known by the address that the writer is reached at;
 * `raws` are the leads that the batch itself brings, by the keys of their messages.
 */
export async function knownWriters(
  { store }: Workspace,
  messages: readonly MailMessage[],
  raws: ReadonlyMap<string, RawLead>,
): Promise<ReadonlyMap<string, KnownWriter>> {
  const addresses = new Map<string, string>();
  for (const { messageKey, analysed } of messages) {
    const address = analysed === null || analysed.isOwn ? null : parseEmailAddress(analysed.kept.email);
    if (address !== null) addresses.set(messageKey, address.key);
  }
  const writers = new Map<string, KnownWriter>();
  if (addresses.size === 0) return writers;
  const emailKeys = [...new Set(addresses.values())];
  const { leads } = await store.leads.known({ emailKeys, phoneKeys: [], source: { id: null, rowKeys: [] } });
  const known = new Map<string, KnownWriter>();
  for (const { id, emailKey } of leads) if (emailKey !== null) known.set(emailKey, { leadId: id });
  for (const [messageKey, address] of addresses) {
    const writer = known.get(address);
    const raw = raws.get(messageKey);
    if (writer !== undefined) writers.set(messageKey, writer);
    else if (raw !== undefined) known.set(address, { rowKey: raw.rowKey });
  }
  return writers;
}

/** The lead as the batch's journal names it: by its id, or by its place among those created; null when it was left out. */
export function journalLead(writer: KnownWriter, decision: BatchDecision): string | null {
  if ("leadId" in writer) return writer.leadId;
  const row = decision.rows.find(({ rowKey }) => rowKey === writer.rowKey);
  if (row === undefined) return null;
  return row.leadId ?? (row.createIndex === null ? null : `new:${row.createIndex}`);
}
