const LONGEST = 120;

/**
 * Content-Disposition of a file to be kept and never shown, under a name that may come from a stranger (RFC 6266 and
 * 8187). What would leave the folder or show the name otherwise than it is (separators, control and direction marks)
 * becomes a space.
 */
export function attachmentNamed(stem: string, ending: string): string {
  const cleaned = stem
    .toWellFormed()
    .replaceAll(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}/\\:*?"<>|]+/gu, " ")
    .replace(/^[. ]+/u, "")
    .slice(0, LONGEST)
    .trimEnd()
    .toWellFormed();
  const name = `${cleaned}${ending}`.trim();
  const encoded = encodeURIComponent(name).replaceAll(/['()*]/gu, (mark) => `%${mark.codePointAt(0)?.toString(16)}`);
  return `attachment; filename*=UTF-8''${encoded}`;
}
