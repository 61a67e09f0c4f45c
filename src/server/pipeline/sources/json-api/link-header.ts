/**
 * The target of the first link with `rel="next"` in a Link header (RFC 8288, section 3); null without one. Commas and
 * semicolons may occur within targets and quoted values.
 */
export function nextLink(header: string): string | null {
  const link = /<([^<>]*)>((?:\s*;\s*[\w!#$%&'*+.^`|~-]+(?:\s*=\s*(?:"(?:[^"\\]|\\.)*"|[^\s",;]*))?)*)\s*(?:,|$)/gu;
  for (const [, target = "", parameters = ""] of header.matchAll(link)) {
    const rel = /;\s*rel\s*=\s*(?:"([^"]*)"|([^\s",;]*))/iu.exec(parameters);
    const relations = (rel?.[1] ?? rel?.[2] ?? "").toLowerCase().split(/\s+/u);
    if (relations.includes("next")) return target.trim();
  }
  return null;
}
