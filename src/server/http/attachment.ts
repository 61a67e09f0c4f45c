const LONGEST = 120;

/**
 * Content-Disposition for a download that is never rendered, with a name that may come from a stranger (RFC 6266 and
 * 8187). Characters that could leave the folder or misrepresent the name (separators, control and direction marks)
 * become spaces.
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
