/** Reduces a text to one line: control characters become spaces, white space is collapsed and trimmed. */
export function singleLine(text: string, maxLength: number): string {
  return cutWhole(text.replace(/[\s\p{Cc}]+/gu, " ").trim(), maxLength);
}

/** Truncates to at most `maxLength` UTF-16 units without splitting a surrogate pair. */
export function cutWhole(text: string, maxLength: number): string {
  if (text.length <= maxLength) return text;
  const partsPair = (text.codePointAt(maxLength - 1) ?? 0) > 0xffff;
  return text.slice(0, partsPair ? maxLength - 1 : maxLength);
}

/** Whether a text has visible characters; spaces, joiners and direction marks don't count. */
export function isVisible(text: string): boolean {
  return /[^\s\p{Cc}\p{Default_Ignorable_Code_Point}]/u.test(text);
}
