import type { RawLead } from "#shared/raw-lead.ts";
import { parseEmailAddress } from "#server/pipeline/intake/email-address.ts";
import type { BatchDecision } from "#server/pipeline/intake/decide-batch.ts";
import type { MailMessage } from "#server/pipeline/mail/mail-message.ts";
import type { Workspace } from "#server/workspace.ts";

/** The lead that wrote a message: a stored one, or one from an earlier message of the batch. */
export type KnownWriter = { leadId: string } | { rowKey: string };

/**
 * Which messages are from leads, by message key. A lead is known by the writer's address; `raws` are the leads of the
 * batch itself, by message key.
 */
export async function knownWriters(
  { store }: Workspace,
  messages: readonly MailMessage[],
  raws: ReadonlyMap<string, RawLead>,
): Promise<ReadonlyMap<string, KnownWriter>> {
  const addresses = new Map<string, string>();
  for (const { messageKey, analyzed } of messages) {
    const address = analyzed === null || analyzed.isOwn ? null : parseEmailAddress(analyzed.analysis.email);
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

/** How the batch's journal refers to the lead: by id, or by position among those created; null if rejected. */
export function journalLead(writer: KnownWriter, decision: BatchDecision): string | null {
  if ("leadId" in writer) return writer.leadId;
  const row = decision.rows.find(({ rowKey }) => rowKey === writer.rowKey);
  if (row === undefined) return null;
  return row.leadId ?? (row.createIndex === null ? null : `new:${row.createIndex}`);
}
