import { readCompanyName } from "#server/pipeline/text/company-name.ts";
import { companyOfDomain, isFreeMailDomain, registrableDomain } from "#server/pipeline/text/domains.ts";
import { hasLegalForm } from "#server/pipeline/text/legal-forms.ts";
import { nameKey } from "#server/pipeline/sources/website/extract/merge-records.ts";
import type { PageTree } from "#server/pipeline/sources/website/extract/page-tree.ts";

export interface SiteIdentity {
  /** The site's own name; empty if the page gives none. */
  name: string;
  /** The site's registrable domains: its host's and the one most of its addresses use. */
  domains: ReadonlySet<string>;
  /** The name is only derived from a domain. */
  isGuess: boolean;
}

const SEPARATOR = /\s+[|–—·•:»«-]+\s+|\s*[|»«]\s*|:\s+|\s-\s/u;
const COPYRIGHT =
  /(?:©|\(c\)|copyright)\s*(?:copyright\s*)?(?:©\s*)?(?:\d{4}(?:\s*[-–]\s*(?:\d{4}|\w+))?)?\s*,?\s*(?:by\s+)?([^|·•\d][^|·•]{1,80})/iu;
const END_OF_OWNER = /,\s|\.\s|\.$|\s-\s|\s\d{4}|all rights|alle rechte|tous droits|todos los/iu;
const PAGE_WORDS =
  /^(?:home(?:\s?page)?|start(?:seite)?|welcome|willkommen(?: bei(?:m)?)?|kontakt|contacts?(?: us| form| information)?|contato|contatti|contacto|contactez-nous|about(?: us)?|über uns|(?:our |unser )?team|staff|officers|directory|impressum|imprint|legal notice|mentions légales|aviso legal|accueil|inicio|untitled.*|index|site ?map|mapa serwisu|menu|search|links|overzicht|news|faculty(?: page)?|people|personnel|reservations?|products|services|online|main page|all rights.*)$/iu;
const EDGE_WORDS =
  /^(?:welcome to|willkommen beim?|contacts?(?: us| for)?|home ?page of|staff of|people in|the)\s+(?:the\s+)?|\s+(?:staff|officers|home ?page|web ?site|faculty page|contact(?:s| us)?|online|directory|team)$/giu;
/** Lists of people have titles that describe the people, not their organization. */
const OF_PEOPLE = /\b(?:students?|people|researchers|alumni|graduates|instructors|members|contacts|persons?)\b/iu;
const INSTITUTION =
  /(?:\p{Lu}[\p{L}.'’&-]+\s){0,4}(?:Universit\p{L}+|Universidad\p{L}*|College|Hochschule|Polytechni\p{L}+|Institute of Technology)(?:(?<=Uni\p{L}+)\s\p{Lu}[\p{L}-]+(?:\s\p{Lu}[\p{L}-]+){0,3})?(?:\s(?:of|at|de|di|zu|für|des?|degli|do)\s(?:the\s|la\s)?\p{Lu}[\p{L}-]+(?:\s\p{Lu}[\p{L}-]+){0,2})*(?:(?:,\s|\s?[-–]\s?)\p{Lu}[\p{L}-]+(?:\s\p{Lu}\p{L}+)?)?/u;
/** Fast pre-check before matching the full pattern. */
const INSTITUTION_WORD = /Universi|College|Hochschule|Polytechni|Institute of/u;
const LONGEST_NAME = 60;
const LINES_READ = 12;
const LONGEST_LINE = 200;
const COPYRIGHT_SIGNS = ["©", "opyright", "OPYRIGHT", "(c)", "(C)"];

interface Candidate {
  text: string;
  weight: number;
  sources: number;
}

/**
 * Identifies the site's owner from the page's metadata, title, headings and notices, and the domains of its addresses
 * in `emails`.
 */
export function readSiteIdentity(
  tree: PageTree,
  metas: ReadonlyMap<string, string>,
  host: string,
  emails: readonly string[],
): SiteIdentity {
  const home = registrableDomain(host);
  const common = commonDomain(emails);
  const domains = new Set([home, common].filter((domain) => domain !== null));
  const labels = [...domains].map((domain) => nameKey(domain.split(".")[0] ?? "")).filter(({ length }) => length > 1);
  const candidates = candidatesOf(tree, metas, labels);
  const best = fullest(candidates);
  if (best !== undefined && (best.weight >= 1.4 || best.sources > 1))
    return { name: best.text, domains, isGuess: false };
  const spelled = common === null ? null : companyOfDomain(common);
  return { name: spelled ?? best?.text ?? "", domains, isGuess: spelled !== null };
}

/** The best candidate, or a longer one that contains it: "Dormer Print" over "Dormer". */
function fullest(candidates: readonly Candidate[]): Candidate | undefined {
  const [best] = candidates.toSorted((a, b) => b.weight - a.weight);
  if (best === undefined) return undefined;
  const key = nameKey(best.text);
  const fuller = candidates.filter(({ text, weight }) => weight >= 1 && nameKey(text).includes(key));
  return fuller.toSorted((a, b) => b.text.length - a.text.length)[0] ?? best;
}

export function institutionIn(text: string): string {
  if (!INSTITUTION_WORD.test(text)) return "";
  const name = INSTITUTION.exec(text)?.[0].trim() ?? "";
  return name.includes(" ") ? name : "";
}

export function commonDomain(emails: readonly string[]): string | null {
  const counts = new Map<string, number>();
  for (const email of new Set(emails.map((one) => one.toLowerCase()))) {
    const domain = registrableDomain(email.slice(email.lastIndexOf("@") + 1));
    if (domain !== null && !isFreeMailDomain(domain)) counts.set(domain, (counts.get(domain) ?? 0) + 1);
  }
  const total = [...counts.values()].reduce((sum, count) => sum + count, 0);
  const [first] = [...counts].toSorted(([, a], [, b]) => b - a);
  return first !== undefined && first[1] * 2 > total ? first[0] : null;
}

function candidatesOf(tree: PageTree, metas: ReadonlyMap<string, string>, labels: readonly string[]): Candidate[] {
  const byKey = new Map<string, Candidate>();
  const add = (written: string, weight: number): void => {
    const text = institutionIn(written) || tidy(written);
    const key = nameKey(text);
    if (
      key.length < 2 ||
      !/\p{L}{2}/u.test(text) ||
      text.length > LONGEST_NAME ||
      PAGE_WORDS.test(text) ||
      OF_PEOPLE.test(text) ||
      /@|https?:/u.test(text)
    )
      return;
    const known = byKey.get(key);
    // A site that calls itself by its address has a better name somewhere else.
    if (known === undefined)
      byKey.set(key, { text, weight: /\.\p{Ll}{2,3}$/u.test(text) ? weight / 2 : weight, sources: 1 });
    else Object.assign(known, { weight: known.weight + weight, sources: known.sources + 1 });
  };
  const stated = metas.get("og:site_name") ?? metas.get("application-name") ?? "";
  if (!stated.includes("://")) add(stated, 3);
  for (const part of tree.title.slice(0, 300).split(SEPARATOR)) add(part, 1);
  for (const key of ["author", "copyright", "dc.publisher"]) add(ownerIn(metas.get(key) ?? "") ?? "", 1);
  addLines(tree, labels, add);
  const candidates = [...byKey.values()];
  const weights = candidates.map(({ weight }) => weight);
  for (const [at, one] of candidates.entries()) {
    const key = nameKey(one.text);
    for (const label of labels) if (agrees(one.text, key, label)) one.weight += 1.5;
    for (const [other, { text }] of candidates.entries()) {
      const longer = nameKey(text);
      if (other === at || key.length < 5 || !longer.includes(key)) continue;
      one.weight += 0.3 * (weights[other] ?? 0);
      one.sources++;
    }
  }
  return candidates;
}

function addLines({ lines }: PageTree, labels: readonly string[], add: (text: string, weight: number) => void): void {
  let headings = 0;
  for (const [at, { text, heading }] of lines.entries()) {
    const isEdge = at < LINES_READ || at >= lines.length - LINES_READ;
    if (text.length > LONGEST_LINE || (!isEdge && heading === 0)) continue;
    if (isEdge && COPYRIGHT_SIGNS.some((sign) => text.includes(sign))) add(ownerIn(text) ?? "", 1.6);
    if (heading > 0 && heading < 3 && headings++ < 3)
      for (const part of text.split(SEPARATOR)) add(part, heading === 1 ? 0.8 : 0.4);
    if (!isEdge || text.length > 80) continue;
    if (hasLegalForm(text)) add(readCompanyName(text) ?? "", 1);
    else if (at < LINES_READ && INSTITUTION_WORD.test(text)) add(text, 0.6);
    for (const label of labels) if (label.length > 3) add(spelledIn(text, label), 0.7);
  }
}

function ownerIn(text: string): string | null {
  const owner = COPYRIGHT.exec(text)?.[1];
  if (owner === undefined) return null;
  return readCompanyName(owner) ?? owner.split(END_OF_OWNER)[0]?.trim() ?? null;
}

function tidy(written: string): string {
  return written
    .replace(/\s+/gu, " ")
    .trim()
    .replace(EDGE_WORDS, "")
    .replace(/^[\s"'“„,.:;|–—©-]+(?:\d{4}\s)?|[\s"'”“,:;|–—-]+(?:\d{4})?$/gu, "")
    .replace(/(?<=\p{Ll}{3})\.$/u, "");
}

/** The words of a line that spell a domain: "van Gerwen" for vangerwen.nl. */
function spelledIn(text: string, label: string): string {
  if (!text.toLowerCase().includes(label.slice(0, 3)) || !nameKey(text).includes(label)) return "";
  const words = text.split(/\s+/u);
  for (let from = 0; from < words.length; from++) {
    let spelled = "";
    for (let to = from; to < words.length && spelled.length < label.length; to++) {
      spelled += nameKey(words[to] ?? "");
      const found = words.slice(from, to + 1).join(" ");
      if (spelled === label && !/[@/]|^www/iu.test(found)) return found;
    }
  }
  return "";
}

/** Whether a domain's name is a company name, part of one, or its initials. */
function agrees(text: string, key: string, label: string): boolean {
  if (label.length > 3 && (key.includes(label) || (key.length > 3 && label.includes(key)))) return true;
  const words = text.split(/[\s-]+/u).filter((word) => /^\p{Lu}/u.test(word));
  const initials = nameKey(words.map((word) => word[0]).join(""));
  return initials.length > 2 && (label === initials || initials.startsWith(label));
}
