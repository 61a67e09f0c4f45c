/** Truncates to at most `maxLength` UTF-16 units without splitting a surrogate pair. */
export function cutWhole(text: string, maxLength: number): string {
  if (text.length <= maxLength) return text;
  const partsPair = (text.codePointAt(maxLength - 1) ?? 0) > 0xffff;
  return text.slice(0, partsPair ? maxLength - 1 : maxLength);
}
