/** One line: control characters become spaces, white space is trimmed and runs of it become one space. */
export function singleLine(text: string, maxLength: number): string {
  return cutWhole(text.replace(/[\s\p{Cc}]+/gu, " ").trim(), maxLength);
}

/** At most `maxLength` UTF-16 units of a text, never half a surrogate pair. */
export function cutWhole(text: string, maxLength: number): string {
  if (text.length <= maxLength) return text;
  const partsPair = (text.codePointAt(maxLength - 1) ?? 0) > 0xffff;
  return text.slice(0, partsPair ? maxLength - 1 : maxLength);
}

/** Whether a reader sees anything: spaces, joiners and direction marks alone are nothing. */
export function isVisible(text: string): boolean {
  return /[^\s\p{Cc}\p{Default_Ignorable_Code_Point}]/u.test(text);
}
