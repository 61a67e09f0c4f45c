import { plainSigns } from "#shared/text/plain-signs.ts";

/**
 * Links made from untrusted text. Only mailto, tel, http and https are created; null if the text isn't a valid target.
 */

/** A mailto URL (RFC 6068): everything but the @ is escaped, so that nothing can add message headers. */
export function mailLink(email: string): string | null {
  const at = email.lastIndexOf("@");
  if (at < 1 || at === email.length - 1 || /\s/.test(email)) return null;
  const escape = (part: string): string => encodeURIComponent(part.toWellFormed());
  return `mailto:${escape(email.slice(0, at))}@${escape(email.slice(at + 1))}`;
}

/** A tel URL (RFC 3966) without separators; null with fewer than three digits. */
export function phoneLink(phone: string): string | null {
  // An extension would be dialed as part of the number.
  const main = plainSigns(phone).split(/ext|x|;|,|#/i)[0] ?? "";
  const digits = main.replace(/\(0\)/g, "").replace(/\D/g, "");
  if (digits.length < 3) return null;
  return `tel:${main.trim().startsWith("+") ? "+" : ""}${digits}`;
}

/** A URL, with https added if needed; null for other schemes and invalid host names. */
export function webLink(text: string): { href: string; label: string } | null {
  const written = text.trim();
  const address = /^[a-z][a-z\d+.-]*:/i.test(written) ? written : `https://${written}`;
  const url = URL.canParse(address) ? new URL(address) : null;
  if (url === null || (url.protocol !== "https:" && url.protocol !== "http:")) return null;
  if (!url.hostname.includes(".") || url.username !== "" || url.password !== "") return null;
  const path = url.pathname === "/" ? "" : url.pathname;
  return { href: url.href, label: `${url.host}${path}${url.search}` };
}
