import { readCompanyName } from "#server/reading/company-name.ts";
import { companyOfDomain } from "#server/reading/domains.ts";
import type { PageTree } from "#server/sources/website/extract/page-tree.ts";

const SEPARATOR = /\s+[|–—·•:»«-]\s+|\s*[|»«]\s*/u;
const COPYRIGHT =
  /(?:©|\(c\)|copyright)\s*(?:copyright\s*)?(?:©\s*)?(?:\d{4}(?:\s*[-–]\s*(?:\d{4}|\w+))?)?\s*,?\s*(?:by\s+)?([^|.·•\d][^|·•]{1,60})/iu;
/** Words of the menu that a title begins or ends with. */
const PAGE_WORDS =
  /^(?:home(?:page)?|start(?:seite)?|welcome|willkommen|kontakt|contact(?: us)?|contacto|contactez-nous|about(?: us)?|über uns|team|our team|unser team|impressum|imprint|legal notice|mentions légales|aviso legal|accueil|inicio|untitled.*|index)$/iu;

/**
 * How the organisation whose site a page is of calls itself: in the page's metadata, its copyright line, its legal
 * name at the top of an imprint, or the part of its title that spells its domain. Empty when none of them tells.
 */
export function readSiteName(tree: PageTree, metas: ReadonlyMap<string, string>, host: string): string {
  const stated = metas.get("og:site_name") ?? metas.get("application-name") ?? "";
  if (stated !== "" && !stated.includes("://")) return stated.trim();
  const title = fromTitle(tree.title, host);
  const spelled = letters(companyOfDomain(host) ?? "");
  // The fullest of the ways in which a page writes the name that its domain spells: with its legal form.
  for (let at = tree.lines.length - 1; at >= Math.max(0, tree.lines.length - 40); at--) {
    const line = tree.lines[at]?.text ?? "";
    const owner = line.length > 200 ? undefined : COPYRIGHT.exec(line)?.[1];
    if (owner === undefined) continue;
    const name =
      readCompanyName(owner) ??
      owner.split(/[,.–]|\s-\s|all rights|alle rechte|tous droits|todos los/iu)[0]?.trim() ??
      "";
    if (name !== "" && name.length < 60) return name;
  }
  return title !== "" ? title : fromLines(tree, spelled);
}

function fromTitle(title: string, host: string): string {
  const spelled = letters(companyOfDomain(host) ?? "");
  const parts = title
    .split(SEPARATOR)
    .map((part) => part.trim())
    .filter((part) => part !== "" && !PAGE_WORDS.test(part));
  const legal = parts.map((part) => readCompanyName(part)).find((name) => name !== null);
  if (legal !== undefined) return legal;
  return (
    parts.find(
      (part) =>
        spelled !== "" && part.length < 60 && (letters(part).includes(spelled) || spelled.includes(letters(part))),
    ) ?? ""
  );
}

/** A legal name in the text counts when it holds the name of the domain. */
function fromLines({ lines }: PageTree, spelled: string): string {
  if (spelled === "") return "";
  for (const { text } of lines.slice(0, 400)) {
    if (text.length > 80 || !letters(text).includes(spelled)) continue;
    const name = readCompanyName(text);
    if (name !== null) return name;
  }
  return "";
}

function letters(text: string): string {
  return text
    .normalize("NFKD")
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]/gu, "");
}
