import { LIMITS } from "#shared/limits.ts";

const ONE_ADDRESS = /^[^\s\p{C}@<>()[\]\\,;:"]+@[^\s\p{C}@<>()[\]\\,;:"]+$/u;

/**
 * Whether the text is one bare address that is safe in a header and the envelope: no display name, second address,
 * white space or control character. Quoted local parts and address literals (RFC 5321 section 4.1.2) are rejected too,
 * since nobody mails reports there.
 */
export function isMailAddress(text: string): boolean {
  return text.length <= LIMITS.emailSettings.fieldLength && ONE_ADDRESS.test(text);
}
