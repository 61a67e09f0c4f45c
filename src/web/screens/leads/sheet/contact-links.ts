/**
 * Addresses for links out of what a stranger typed. Only mailto, tel, http and https are ever made; null where the text
 * is nothing that can be followed.
 */

/** A mailto address (RFC 6068): everything but the @ escaped, so that nothing in it becomes a header of the message. */
export function mailLink(email: string): string | null {
  const at = email.lastIndexOf("@");
  if (at < 1 || at === email.length - 1 || /\s/.test(email)) return null;
  const escape = (part: string): string => encodeURIComponent(part.toWellFormed());
  return `mailto:${escape(email.slice(0, at))}@${escape(email.slice(at + 1))}`;
}

/** A tel address (RFC 3966) without what people put between the digits; null with fewer than three of them. */
export function phoneLink(phone: string): string | null {
  // An extension would be dialled as part of the number.
  const main = phone.split(/ext|x|;|,|#/i)[0] ?? "";
  const digits = main.replace(/\(0\)/g, "").replace(/\D/g, "");
  if (digits.length < 3) return null;
  return `tel:${main.trim().startsWith("+") ? "+" : ""}${digits}`;
}

/** A web address as written or with https put before it; null for any other scheme and for what is no host name. */
export function webLink(text: string): { href: string; label: string } | null {
  const written = text.trim();
  const address = /^[a-z][a-z\d+.-]*:/i.test(written) ? written : `https://${written}`;
  const url = URL.canParse(address) ? new URL(address) : null;
  if (url === null || (url.protocol !== "https:" && url.protocol !== "http:")) return null;
  if (!url.hostname.includes(".") || url.username !== "" || url.password !== "") return null;
  const path = url.pathname === "/" ? "" : url.pathname;
  return { href: url.href, label: `${url.host}${path}${url.search}` };
}
