/**
 * Whether email to a lead can arrive: `risky` for shared mailboxes and disposable addresses, `bad` where it can't, and
 * `unknown` while that hasn't been found out.
 */
export const ADDRESS_QUALITIES = ["good", "risky", "bad", "unknown"] as const;
export type AddressQuality = (typeof ADDRESS_QUALITIES)[number];

export const ADDRESS_QUALITY_WORDS: Readonly<Record<AddressQuality, string>> = {
  good: "Good",
  risky: "Risky",
  bad: "Bad",
  unknown: "Unknown",
};

/** A checked address. Applies to a lead only as long as `key` is the lead's email key. */
export interface AddressMark {
  key: string | null;
  quality: AddressQuality;
  reason: string;
}

interface Marked {
  emailKey: string | null;
  address?: AddressMark;
}

/** The quality of the lead's current address, as in the API. */
export function addressQualityOf({ emailKey, address }: Marked): {
  addressQuality: AddressQuality | null;
  addressReason: string;
} {
  if (emailKey === null) return { addressQuality: null, addressReason: "" };
  if (address?.key !== emailKey) return { addressQuality: "unknown", addressReason: "" };
  return { addressQuality: address.quality, addressReason: address.reason };
}
