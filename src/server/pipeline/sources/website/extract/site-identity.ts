import { KINDS, readCompanyName } from "#server/pipeline/text/company-name.ts";
import { companyOfDomain, isFreeMailDomain, registrableDomain } from "#server/pipeline/text/domains.ts";
import { isRoleAddress } from "#shared/text/role-address.ts";
import { fold } from "#server/pipeline/text/fold.ts";
import { hasLegalForm } from "#server/pipeline/text/legal-forms.ts";
import { nameKey } from "#server/pipeline/sources/website/extract/merge-records.ts";
import { readPersonName } from "#server/pipeline/text/person-name.ts";
import { introductionIn } from "#server/pipeline/sources/website/extract/text/third-parties.ts";
import { spelledOut } from "#server/pipeline/sources/website/extract/text/name-affinity.ts";
import { isPageWord } from "#server/pipeline/sources/website/extract/page-words.ts";
import type { PageTree } from "#server/pipeline/sources/website/extract/page-tree.ts";

export interface SiteIdentity {
  /** The site's own name; empty if the page gives none. */
  name: string;
  /** The site's registrable domains: its host's and the one most of its addresses use. */
  domains: ReadonlySet<string>;
  /** The name is only derived from a domain. */
  isGuess: boolean;
  /** Only the title or a heading has the name, which may be the page's topic. */
  isTopic: boolean;
}

const SEPARATOR =
  /\s+[|–—·•:»«-]+\s+(?!\d)|\s*[|｜]\s*|\s*»\s*(?<!«[^»]{1,40}»\s*)|\s*«\s*(?![^«»]{1,40}»)|(?<=\p{Ll}{3})-\s+(?=\p{Lu})|:\s+/u;
const COPYRIGHT =
  /(?:©|\(c\)|copyright)\s*(?:copyright\s*)?(?:(?:©|\(c\))\s*)?(?:\d{4}(?:\s*[-–—]\s*(?:\d{4}|\w+))?)?(?:\s*гг?\.|\.(?=\s\p{L}))?\s*,?\s*(?:copyright\s*[-–,:]?\s*)?(?:by\s+)?([^|·•\d][^|·•]{1,80})/iu;
const END_OF_OWNER =
  /,\s|(?<!\b(?:Dr|Ft|Mt|St|Sta|Ste))\.\s|\.$|(?<!^\p{Lu}{2})\s-\s|\s[–—]\s(?=\p{L}{3})|\s\d{4}|all rights?|alle rechten?\b|tous droits|todos l?os|tutti i diritti|wszelkie prawa|все права/iu;
const EDGE_WORDS =
  /^(?:welcome to|(?:herzlich )?willkommen (?:beim?|auf|in|im)(?: de[rm])?|bienvenid[oa]s? al?|bienvenue (?:à|chez|au|sur)|benvenut[oi] (?:an?|su|da|in|al|nel)|welkom bij|witamy [wn]a?|bem-vindos? [àa]o?|contacts?(?: us| for)?|home ?page of|home of|about|sobre|über|o firmie|staff of|people in|(?:bestuur|vorstand|bestyrelsen?|styre(?:t|lsen?)|hallitus|zarząd)(?: (?:for|för|des?r?|van))?|directorio(?: de)?|department of|velkommen til|välkommen till|join|classes at|acerca de|over|om|of|for|the)\s+(?:the\s+)?|\s+(?:(?:(?:faculty )?and )?staff(?: and board(?: of directors)?)?|membership|events|officers|home ?page|web ?site|faculty page|contact(?:s| us)?|online|directory|team|kontakty?|contat(?:ti|o)|contacto|контакты?|kapcsolat|yhteystiedot|iletişim|İLETİŞİM)$/giu;
/** Lists of people have titles that describe the people, not their organization. */
const OF_PEOPLE =
  /\b(?:students?|people|researchers|alumni|graduates|instructors|members|contacts|persons?|conselheiros|consejeros|conseillers|consiglieri|docentes|professores)\b/iu;
const INSTITUTION =
  /(?:\p{Lu}[\p{L}.'’&-]+\s){0,4}(?:\p{Lu}\p{L}+-){0,3}(?:Universit\p{L}+|Universidad\p{L}*|College|Hochschule|Polytechni\p{L}+|Institute of Technology)(?:(?<=Uni\p{L}+)\s\p{Lu}[\p{L}-]+(?:\s\p{Lu}[\p{L}-]+){0,3})?(?:\s(?:of|at|de|di|zu|für|des?|degli|do)\s(?:the\s|la\s)?\p{Lu}[\p{L}-]+(?:\s\p{Lu}[\p{L}-]+){0,2})*(?:(?:,\s|\s?[-–]\s?)\p{Lu}[\p{L}-]+(?:\s\p{Lu}\p{L}+)?)?/u;
/** Fast pre-check before matching the full pattern. */
const INSTITUTION_WORD = /Universi|College|Hochschule|Polytechni|Institute of/u;
const FEWEST_ADDRESSES = 5;
const FEWEST_OTHERS = 3;
const MOST_ADDRESSES = 4;
const LONGEST_NAME = 60;
const SHORTEST_LOCAL = 8;
/** "AcmeTools.com" */
const TOP_LEVEL = /(?<=\p{Lu}.*\p{L})\.(?:com|net|org|\p{Ll}{2})$/u;
/** More certain to be a person than by its shape. */
const SURELY = 0.55;
/** Words that only organizations have in their names. */
const ORGANIZATION =
  /\b(?:cent(?:er|re)|resources?|society|council|association|asociación|associazione|association|verband|verein|club|laborator(?:y|ies)|department|institute|institut\p{L}*|instytut|office|district|museum|library|church|school|union|league|chamber|commission|foundation|fundacja|stiftung|stowarzyszenie|gemeinde|kommune|lab)\b|(?:klubb?|club|forening(?:en)?|förening(?:en)?|verein|verband)(?!\p{L})/iu;
/** "Logo of Acme", "acme-logo.png" */
const LOGO_WORDS =
  /(?:^|\s|[-_])(?:logo(?:tipo|typ)?|logó|лого(?:тип)?)(?=$|[^\p{L}])(?:\s(?:of|von|de[rls]?|du|d[aio])\s)?|\.\w{3,4}$/giu;
const LINES_READ = 12;
const LONGEST_LINE = 200;
const COPYRIGHT_SIGNS = ["©", "opyright", "OPYRIGHT", "(c)", "(C)"];

/** A bare domain, which has a better form somewhere else, or "© 2020 for these pages". */
const NO_NAME = /^www\.|^\S+\.\p{Ll}{2,4}$|^\p{Ll}{2,3}\s\p{Ll}/u;
/** "Anna's page": about a person, unless something else confirms the name. */
const POSSESSIVE = /['’]s?\s|['’]s?$/u;
/** Governments' domains are places. */
const GOVERNMENT = /\.(?:gob|gov|gouv|gub)(?:\.\p{Ll}{2})?$/u;
const ACADEMIC = /\.(?:edu|ac)(?:\.\p{Ll}{2})?$/u;

/** Whether a text is capitalized like a name, unlike a sentence, an address or a list. */
export function isNameShaped(text: string): boolean {
  const words = text.split(" ");
  return (
    text.length <= LONGEST_NAME &&
    words.length <= 7 &&
    !/[@/©\d!?;:()。！？：]|,\s|\.\p{Ll}{2,3}$|^(?:&|My|Our|Your|\p{Ll}{1,3})\s|\s(?:and|at|d[aeo]|de[rs]|for|of|the|und|von|y)$/u.test(
      text,
    ) &&
    words.every((word) => /^[\p{Lu}\p{Lo}&–—-]|^\p{Ll}+\p{Lu}|^\p{Ll}{1,3}$/u.test(word))
  );
}

/** "Contact - Acme", copied from the page's title, is "Acme". */
export function withoutPageWord(text: string): string {
  const parts = text.split(SEPARATOR);
  const own = parts.filter((part) => !isPageWord(part));
  return own.length === 1 ? (own[0] ?? text) : text;
}

interface Candidate {
  text: string;
  weight: number;
  sources: Set<Source>;
}

type Source = "page" | "logo" | "statement" | "notice" | "line" | "addressee";

/**
 * Identifies the site's owner from the page's metadata, title, headings and notices, and the domains of its addresses
 * in `emails`.
 */
export function readSiteIdentity(
  tree: PageTree,
  metas: ReadonlyMap<string, string>,
  host: string,
  emails: readonly string[],
  addresses: readonly { line: number }[] = [],
): SiteIdentity {
  const home = registrableDomain(host);
  const common = commonDomain(emails);
  // The same name under other top-level domains is the site's, too: acme.de and acme.com.
  const siblings = emails.map(domainOf).filter((domain) => domain.split(".", 1)[0] === common?.split(".", 1)[0]);
  const domains = new Set([home, common, ...siblings].filter((domain) => domain !== null));
  const names = [...domains].map((domain) => domain.split(".")[0] ?? "");
  const labels = names.map(nameKey).filter(({ length }) => length > 1);
  const candidates = candidatesOf(tree, metas, labels, freeLocals(emails), addresses, common);
  const best = fullest(candidates);
  if (best !== undefined && (best.weight >= 1.4 || best.sources.size > 1)) {
    const own = emails.filter((email) => fitsDomain(best.text, email) || fitsMailbox(best.text, email)).map(domainOf);
    // On a page about one of the site's members, most addresses are the member's.
    const isOfMember = common !== null && common !== home && own.length > 0 && !own.includes(common);
    if (isOfMember) domains.delete(common);
    if (isOfMember || common === null) for (const domain of own) if (!isFreeMailDomain(domain)) domains.add(domain);
    return { name: withoutSlogan(best.text, labels), domains, isGuess: false, isTopic: false };
  }
  // The short names of universities are only used for lists of their people.
  const isUsable = common !== null && (!ACADEMIC.test(common) || emails.length >= FEWEST_ADDRESSES);
  const label = nameKey(common?.split(".", 1)[0] ?? "");
  const isWritten = (name: string): boolean =>
    isNameShaped(name) && (label.length < SHORTEST_LOCAL ? /^\p{Lu}{2,}$/u : /\p{Lu}/u).test(name);
  const written = isUsable
    ? [{ text: tree.title }, ...tree.lines]
        .values()
        .map(({ text }) => spelledIn(text, label))
        .find(isWritten)
    : undefined;
  const spelled = isUsable ? (written ?? companyOfDomain(common)) : null;
  return { name: spelled ?? best?.text ?? "", domains, isGuess: spelled !== null, isTopic: spelled === null };
}

/** The best candidate, or a longer one that contains it: "Dormer Print" over "Dormer". */
function fullest(candidates: readonly Candidate[]): Candidate | undefined {
  const [best] = candidates.toSorted((a, b) => b.weight - a.weight);
  if (best === undefined) return undefined;
  const key = nameKey(best.text);
  const fuller = candidates.filter(({ text, weight }) => weight >= 1 && nameKey(text).includes(key));
  return fuller.toSorted((a, b) => b.text.length - a.text.length)[0] ?? best;
}

/** "Solutions from Acme Tools" at acmetools.example is "Acme Tools". */
function withoutSlogan(text: string, labels: readonly string[]): string {
  if (isNameShaped(text) || hasLegalForm(text)) return text;
  const names = labels.map((label) => tidy(spelledIn(text, label)));
  return names.find((name) => /^\p{Lu}.*\s/u.test(name) && !text.startsWith(name) && isNameShaped(name)) ?? text;
}

export function institutionIn(text: string): string {
  if (!INSTITUTION_WORD.test(text)) return "";
  const name = INSTITUTION.exec(text)?.[0].trim() ?? "";
  return name.includes(" ") ? name : "";
}

/** The domain of most company addresses; one among many free mailboxes is a list's entry. */
export function commonDomain(emails: readonly string[]): string | null {
  const counts = new Map<string, number>();
  const all = new Set(emails.map((one) => one.toLowerCase()));
  for (const email of all) {
    const domain = domainOf(email);
    if (domain !== "" && !isFreeMailDomain(domain)) counts.set(domain, (counts.get(domain) ?? 0) + 1);
  }
  const total = [...counts.values()].reduce((sum, count) => sum + count, 0);
  const [first] = [...counts].toSorted(([, a], [, b]) => b - a);
  // One person's own domain among the mailboxes of others is not theirs.
  const isShared = ([domain, count]: [string, number]): boolean =>
    count > 1 || all.size < FEWEST_OTHERS || [...all].some((one) => one.endsWith(domain) && isRoleAddress(one));
  return first !== undefined && first[1] * 2 > total && first[1] * 4 > all.size && isShared(first) ? first[0] : null;
}

/** The registrable domain of an email address; empty if it has none. */
export function domainOf(email: string): string {
  return registrableDomain(email.slice(email.lastIndexOf("@") + 1)) ?? "";
}

/** Small companies often name their free mailbox after themselves. */
function freeLocals(emails: readonly string[]): string[] {
  return emails
    .map((email) => email.toLowerCase().split("@"))
    .filter(([local = "", domain = ""]) => local.length > 4 && isFreeMailDomain(domain))
    .map(([local = ""]) => nameKey(local));
}

function candidatesOf(
  tree: PageTree,
  metas: ReadonlyMap<string, string>,
  labels: readonly string[],
  locals: readonly string[],
  addresses: readonly { line: number }[],
  common: string | null,
): Candidate[] {
  const byKey = new Map<string, Candidate>();
  const add = (written: string, weight: number, source: Source): void => {
    const whole = tidy(written);
    // "University of Acme Chess Society" is more than a university.
    const text = (ORGANIZATION.test(whole) && isNameShaped(whole) ? "" : institutionIn(whole)) || whole;
    const key = nameKey(text);
    if (
      key.length < 2 ||
      !/\p{L}{2}/u.test(text) ||
      text.length > LONGEST_NAME ||
      isPageWord(text) ||
      isPageWord(written) ||
      (OF_PEOPLE.test(text) && !labels.some((label) => agrees(text, key, label))) ||
      NO_NAME.test(text) ||
      /@|https?:|www\.|\S:\s|\d{5}|\b(?:me|my|send|click|here|please)\b|\?$/iu.test(text)
    )
      return;
    const known = byKey.get(key);
    if (known === undefined) byKey.set(key, { text, weight, sources: new Set([source]) });
    // A title repeated as a heading is still one source.
    else {
      known.weight = known.sources.has(source) ? Math.max(known.weight, weight) + 0.2 : known.weight + weight;
      known.sources.add(source);
    }
  };
  const stated = metas.get("og:site_name") ?? metas.get("application-name") ?? "";
  add(withoutPageWord(stated), 3, "statement");
  const titles = tree.title.slice(0, 300).split(SEPARATOR);
  // "Contact - Acme" and "Acme Club Contacts" name the site, unless its addresses name another.
  const isOfPage = (part: string): boolean =>
    isPageWord(part) || (/\S\s\S.*\s\S/u.test(part) && isPageWord(part.slice(part.lastIndexOf(" "))));
  const isSure = common === null && titles.some(isOfPage);
  const addOwner = (part: string, weight: number, source: Source): void =>
    hasLegalForm(part) ? add(readCompanyName(part) ?? part, Math.max(weight, 1.5), source) : add(part, weight, source);
  for (const part of titles) addOwner(part, isSure ? 1.5 : 1, "page");
  for (const key of ["author", "copyright", "dc.publisher"]) add(ownerIn(metas.get(key) ?? "") ?? "", 1, "statement");
  for (const part of tree.logo.replace(LOGO_WORDS, " ").split(SEPARATOR))
    if (isNameShaped(part.replaceAll(",", "").trim())) addOwner(part, 0.5, "logo");
  addLines(tree, GOVERNMENT.test(common ?? "") ? [] : labels, add);
  // The addressee's name is above the street; of a list's many addressees, none is the site.
  for (const { line } of addresses.length <= MOST_ADDRESSES ? addresses : []) {
    const above = tree.lines[line - 1]?.text ?? "";
    if (isNameShaped(above) && !INSTITUTION_WORD.test(above)) add(above, 0.7, "addressee");
  }
  const candidates = [...byKey.values()];
  const weights = candidates.map(({ weight }) => weight);
  for (const [at, one] of candidates.entries()) {
    const key = nameKey(one.text);
    if (
      labels.some((label) => agrees(one.text, key, label)) ||
      ((readPersonName(one.text)?.certainty ?? 0) < SURELY && locals.some((local) => agrees(one.text, key, local)))
    )
      one.weight += 1.5;
    else if (
      labels.some((label) => sharesWord(one.text, label)) ||
      (one.text.includes(" ") && (ORGANIZATION.test(one.text) || KINDS.has(fold(one.text.split(" ", 1)[0] ?? ""))))
    )
      one.weight += 0.5;
    for (const [other, { text }] of candidates.entries()) {
      const longer = nameKey(text);
      if (other === at || key.length < 5 || !longer.includes(key)) continue;
      one.weight += 0.3 * (weights[other] ?? 0);
    }
  }
  return candidates.filter(
    ({ text, weight }) =>
      weight >= (labels.some((label) => sharesWord(text, label)) ? 1.5 : 2.5) ||
      !(POSSESSIVE.test(text) || (readPersonName(text)?.certainty ?? 0) >= 0.75),
  );
}

function addLines(
  { lines }: PageTree,
  labels: readonly string[],
  add: (text: string, weight: number, source: Source) => void,
): void {
  let headings = 0;
  for (const [at, { text, heading }] of lines.entries()) {
    const isEdge = at < LINES_READ || at >= lines.length - LINES_READ;
    if (text.length > LONGEST_LINE || (!isEdge && heading === 0)) continue;
    const own = text.slice(0, introductionIn(text)?.from);
    if (isEdge && COPYRIGHT_SIGNS.some((sign) => own.includes(sign))) add(ownerIn(own) ?? "", 1.6, "notice");
    if (heading > 0 && heading < 3 && headings++ < 3)
      for (const part of text.split(SEPARATOR)) add(part, heading === 1 ? 0.8 : 0.4, "page");
    if (!isEdge || text.length > 80) continue;
    if (hasLegalForm(own)) add(readCompanyName(own) ?? "", 1, "line");
    else if (at < LINES_READ && INSTITUTION_WORD.test(text)) add(text, 0.6, "line");
    for (const label of labels) if (label.length > 3) add(spelledIn(text, label), 0.7, "line");
  }
}

export function ownerIn(text: string): string | null {
  const owner = COPYRIGHT.exec(text)?.[1];
  if (owner === undefined) return null;
  return readCompanyName(owner) ?? owner.split(END_OF_OWNER)[0]?.trim() ?? null;
}

export function tidy(written: string): string {
  return written
    .replace(/\s+/gu, " ")
    .trim()
    .replace(EDGE_WORDS, "")
    .replace(/^[\s"'“„,.:;|–—©-]+(?:\d{4}\s)?|[\s"'”“,:;|/–—-]+(?:\d{4})?$/gu, "")
    .replace(/^[^"]*"[^"]+$/u, '$&"')
    .replace(/„[^“”"]+$/u, "$&”")
    .replace(/^\(([^()]+)\)$|^[\p{So}\s]+|(?<=\s\d{4})\.$|\s\([^()]*$/gu, "$1")
    .replace(/!+$|(?<=\p{Ll}{3}|\p{Lu}{4})\.$|,\s[A-Z]{2}$/u, "");
}

/** The words of a line that spell a domain: "van Gerwen" for vangerwen.nl. */
function spelledIn(text: string, label: string): string {
  const written = withAnd(text, label);
  if (!written.toLowerCase().includes(label.slice(0, 3)) || !nameKey(written).includes(label)) return "";
  const keys = written.split(/\s+/u).map((word) => nameKey(word.replace(TOP_LEVEL, "")));
  const words = text.split(/\s+/u).map((word) => word.replace(TOP_LEVEL, ""));
  for (let from = 0; from < words.length; from++) {
    if (keys[from] === "") continue;
    let spelled = "";
    for (let to = from; to < words.length && spelled.length < label.length; to++) {
      spelled += keys[to] ?? "";
      if (spelled !== label) continue;
      const found = words.slice(from, to + 1).join(" ");
      if (!/[@/]|^www/iu.test(found)) return found;
    }
  }
  return "";
}

/** "Flint & Son" as flintandson.example spells it. */
const withAnd = (text: string, label: string): string =>
  nameKey(text).includes(label) ? text : text.replaceAll("&", "and");

/** Whether a domain's name is a company name, part of one, or made from the beginnings of its words: "utexas". */
function agrees(text: string, key: string, label: string): boolean {
  const isIn = (own: string): boolean => own.includes(label) || (own.length > 3 && label.includes(own));
  if (label.length > 3 && (isIn(key) || isIn(nameKey(spelledOut(withAnd(text, label).toLowerCase()))))) return true;
  const words = capitals(text);
  return words.length > 1 && isAbbreviation(label, words, label.length < 3);
}

/** "Weinhaus Michel" at michel-wein.example, and "Club Up It" at weupit.example. */
function sharesWord(text: string, label: string): boolean {
  const words = text.split(" ").map(nameKey);
  const ends = words.map((_, at) => words.slice(at).join(""));
  return [...words, ...ends].some((word) => word.length > 4 && (label.startsWith(word) || label.endsWith(word)));
}

function capitals(text: string): string[] {
  return text
    .split(/[\s-]+/u)
    .filter((word) => /^\p{Lu}/u.test(word) && word !== "The")
    .map(nameKey);
}

function isAbbreviation(label: string, words: readonly string[], mustUseAll: boolean): boolean {
  const [word = "", ...rest] = words;
  for (let length = 1; length <= label.length && label.slice(0, length) === word.slice(0, length); length++) {
    const left = label.slice(length);
    if (left === "" && (rest.length === 0 || !mustUseAll)) return true;
    if (left === "" || rest.length === 0) continue;
    if (isAbbreviation(left, rest, mustUseAll)) return true;
    if (!mustUseAll && rest.length > 1 && isAbbreviation(left, rest.slice(1), false)) return true;
  }
  return false;
}

/** Whether a free mailbox is named after an organization. */
export function fitsMailbox(name: string, email: string): boolean {
  const [local = ""] = freeLocals([email]);
  return local !== "" && agrees(name, nameKey(name), local);
}

/** Whether an organization's name fits the domain of an email address. */
export function fitsDomain(name: string, email: string): boolean {
  const label = nameKey(domainOf(email).split(".", 1)[0] ?? "");
  return label !== "" && agrees(name, nameKey(name), label);
}
