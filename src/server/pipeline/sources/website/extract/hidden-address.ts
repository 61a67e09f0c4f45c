/**
 * Decodes Cloudflare's email protection: hexadecimal bytes, each but the first XORed with the first. Empty if invalid.
 */
export function decodeCloudflare(hex: string): string {
  if (!/^(?:[\da-f]{2}){4,200}$/iu.test(hex)) return "";
  const key = Number.parseInt(hex.slice(0, 2), 16);
  let encoded = "";
  for (let at = 2; at < hex.length; at += 2) {
    encoded += `%${(Number.parseInt(hex.slice(at, at + 2), 16) ^ key).toString(16).padStart(2, "0")}`;
  }
  const address = percentDecoded(encoded).split("?")[0] ?? "";
  return address.includes("@") ? address : "";
}

/** The part after the # of a link to Cloudflare's decoding page; empty for other links. */
export function cloudflareCode(href: string): string {
  return /\/cdn-cgi\/l\/email-protection#([\da-f]+)/iu.exec(href)?.[1] ?? "";
}

/**
 * The addresses of a link: plain mailto, ROT13 mailto ("znvygb:"), and the shifted mailto that TYPO3 passes to
 * linkTo_UnCryptMailto. Empty for any other link.
 */
export function addressesOfLink(href: string): string[] {
  const link = mailtoOf(href);
  if (link === "") return [];
  const [to = "", query = ""] = link.slice("mailto:".length).replace(/^\/+/u, "").split("?", 2);
  const list = to === "" ? (/(?:^|&)to=([^&]*)/iu.exec(query)?.[1] ?? "") : to;
  return percentDecoded(list)
    .split(/[,;]/u)
    .map((address) => (/<([^<>]*)>/u.exec(address)?.[1] ?? address).trim())
    .filter((address) => address.includes("@") || /\(at\)|\[at\]|\sat\s/iu.test(address));
}

function mailtoOf(href: string): string {
  const link = href.trim();
  if (/^mailto:/iu.test(link)) return link;
  if (/^znvygb:/iu.test(link)) return rot13(link);
  const crypt = /UnCryptMailto\(\s*(?:'|"|%27|%22)([^'"%]{4,300})/u.exec(link)?.[1];
  return crypt === undefined ? "" : unshift(crypt.replaceAll("\\", ""));
}

export function rot13(text: string): string {
  return text.replaceAll(/[a-z]/giu, (letter) => {
    const base = letter <= "Z" ? 65 : 97;
    return String.fromCodePoint(((letter.charCodeAt(0) - base + 13) % 26) + base);
  });
}

/** Character ranges in which TYPO3 shifts letters. The offset varies by site and is found by the word mailto. */
const ROTATED_RANGES: readonly (readonly [number, number])[] = [
  [0x2b, 0x3a],
  [0x40, 0x5a],
  [0x61, 0x7a],
];

function unshift(text: string): string {
  for (let by = -12; by <= 12; by++) {
    const clear = text.replaceAll(/[\s\S]/gu, (character) => takeSlot(character, by));
    if (clear.startsWith("mailto:")) return clear;
  }
  return "";
}

function takeSlot(character: string, by: number): string {
  const code = character.charCodeAt(0);
  const range = ROTATED_RANGES.find(([first, last]) => code >= first && code <= last);
  if (range === undefined) return character;
  const [first, last] = range;
  const size = last - first + 1;
  return String.fromCodePoint(first + ((((code - first + by) % size) + size) % size));
}

/** Decodes percent escapes; invalid UTF-8 is returned unchanged. */
export function percentDecoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

export function reversed(text: string): string {
  return [...text].toReversed().join("");
}

/** Limited to the length of an email address, because the pattern's time is quadratic in the number of dots. */
const ADDRESS = /^(?=.{3,254}$)[^\s@]+@[^\s@]+\.[^\s@]+$/u;
const USER_KEYS = ["data-user", "data-name", "data-local", "data-u", "data-account", "data-mailbox", "data-login"];
const DOMAIN_KEYS = ["data-domain", "data-host", "data-d", "data-site", "data-server"];

/** Joins an address split across an element's attributes for a script to assemble; empty if there is none. */
export function addressOfAttributes(attributes: Readonly<Record<string, string>>): string {
  const cloudflare = attributes["data-cfemail"];
  if (cloudflare !== undefined) return decodeCloudflare(cloudflare);
  for (const key of ["data-email", "data-mail", "data-e-mail"]) {
    const whole = attributes[key]?.trim() ?? "";
    if (whole === "") continue;
    if (ADDRESS.test(whole)) return whole;
    if (ADDRESS.test(reversed(whole))) return reversed(whole);
    const base64 = decodeBase64(whole);
    if (ADDRESS.test(base64)) return base64;
  }
  const user = firstOf(attributes, USER_KEYS) ?? attributes["data-email"]?.trim();
  const domain = firstOf(attributes, DOMAIN_KEYS);
  if (user === undefined || domain === undefined || /[\s@]/u.test(user)) return "";
  const host = domain.replace(/^@/u, "");
  const suffix = attributes["data-tld"] ?? attributes["data-suffix"];
  const full = suffix === undefined || host.includes(".") ? host : `${host}.${suffix.replace(/^\./u, "")}`;
  return /^[^\s@/]+\.[^\s@/.]{2,}$/u.test(full) ? `${user}@${full}` : "";
}

function firstOf(attributes: Readonly<Record<string, string>>, keys: readonly string[]): string | undefined {
  return keys.map((key) => attributes[key]?.trim()).find((value) => value !== undefined && value !== "");
}

function decodeBase64(text: string): string {
  return /^[\w+/]{8,400}={0,2}$/u.test(text) ? Buffer.from(text, "base64").toString("latin1") : "";
}
