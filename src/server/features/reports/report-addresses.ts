import { parseEmailAddress } from "#server/pipeline/intake/email-address.ts";
import { invalid } from "#server/platform/errors.ts";

interface Addresses {
  fromEmail?: string | undefined;
  recipientEmails?: string[] | undefined;
}

/**
 * The fields with each recipient once, as first written, ignoring case and the spelling of an international domain.
 * Throws invalid for an address that intake would reject, such as one whose domain has no ASCII form.
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
  if (parsed === null) throw invalid(field, `${address} isn't an email address.`);
  return parsed.key;
}
