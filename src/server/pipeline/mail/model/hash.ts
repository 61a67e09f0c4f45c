/**
 * FNV-1a (http://www.isthe.com/chongo/tech/comp/fnv), 32 bits, over UTF-16 code units; turns feature names into
 * numbers.
 */
export function hashOf(text: string): number {
  let hash = 0x811c9dc5;
  for (let at = 0; at < text.length; at += 1) hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193);
  return hash >>> 0;
}
