import { disposableEmailBlocklistSet } from "disposable-email-domains-js";
import type { AddressMark } from "#shared/contract/leads/address-quality.ts";
import type { MailDomain } from "#server/delivery/mail/mail-domain.ts";
import { isRoleAddress } from "#shared/text/role-address.ts";

let disposableDomains: ReadonlySet<string> | null = null;

/** Whether addresses at this domain or a parent of it are made to be thrown away. */
export function isDisposable(domain: string): boolean {
  // Loaded on first use to save memory.
  disposableDomains ??= disposableEmailBlocklistSet();
  const labels = domain.split(".");
  return labels.some((_label, at) => disposableDomains?.has(labels.slice(at).join(".")) === true);
}

/**
 * The mark of a normalized address. What can't arrive is bad, whatever else is known: `bounce` is why our own email came
 * back, null if none did. Disposable and shared addresses are risky even if nothing is known about the domain.
 */
export function decideMark(
  key: string,
  bounce: string | null,
  { result, reason }: Pick<MailDomain, "result" | "reason">,
): AddressMark {
  if (bounce !== null) return { key, quality: "bad", reason: `Our email bounced: ${bounce}` };
  if (result === "bad") return { key, quality: "bad", reason };
  if (isDisposable(key.slice(key.lastIndexOf("@") + 1))) {
    return { key, quality: "risky", reason: "Disposable email address." };
  }
  if (isRoleAddress(key)) return { key, quality: "risky", reason: "Shared mailbox, not a person." };
  return { key, quality: result, reason };
}
