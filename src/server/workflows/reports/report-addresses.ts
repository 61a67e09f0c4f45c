import { parseEmailAddress } from "#server/intake/email-address.ts";
import { invalid } from "#server/platform/errors.ts";

interface Addresses {
  fromEmail?: string | undefined;
  recipientEmails?: string[] | undefined;
}

/**
 * The fields with each recipient once, as first written: neither case nor the spelling of an international domain tells
 * two apart. Throws invalid for an address that intake would not take, as one whose domain has no ASCII form.
 */
export function withCheckedAddresses<Fields extends Addresses>(fields: Fields): Fields {
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
  if (parsed === null) throw invalid(field, `${address} is not an e-mail address.`);
  return parsed.key;
}
