import { readJobTitle } from "#server/pipeline/text/job-title.ts";
import { fitsDomain, institutionIn } from "#server/pipeline/sources/website/extract/site-identity.ts";
import type { Mark, PageTree } from "#server/pipeline/sources/website/extract/page-tree.ts";
import type { Assigned } from "#server/pipeline/sources/website/extract/text/assign-roles.ts";
import { isPageWord } from "#server/pipeline/sources/website/extract/page-words.ts";
import { nameAffinity } from "#server/pipeline/sources/website/extract/text/name-affinity.ts";
import { nameIn, invertedName, spelledName } from "#server/pipeline/sources/website/extract/text/words.ts";

const PAGE_WORDS =
  /^(?:welcome to|the|home ?page (?:of|for)|web ?page of|about)\s+|(?:['’]s?)?\s*(?:(?:personal|official|academic|old|new|www)\s+)*(?:home|web|www)[ -]?(?:page|site|index).*$|\s(?:information\s)?page$|['’]s?$/giu;
const SEPARATOR = /\s+[|–—:-]+\s+|\s*[|:]\s+/u;
const HEADINGS_READ = 3;
/** A page with more addresses is a list. */
const MOST_ADDRESSES = 5;
const LINES_READ = 60;
const LONGEST_LINE = 300;
const LONGEST_PARAGRAPH = 1_000;
const LINES_BELOW = 3;
const ATTENDED =
  /\b(?:ph\.?\s?d|[bm]\.?\s?(?:s|a|sc|tech|eng|phil)|diplom|doctorate|master|bachelor|degree|graduated|received|visiting|from|sabbatical|formerly|(?:19|20)\d\d)\b/iu;

interface Owner {
  name: string;
  certainty: number;
  /** In how many of the title and headings the person is named. */
  sources: number;
}

/**
 * On a personal page, merges the records of its owner, who is named in the title or a heading. Other pages' records are
 * returned unchanged.
 */
export function withOwner(records: readonly Assigned[], tree: PageTree): Assigned[] {
  const marks = records.flatMap(({ row }) => row.emails);
  const addresses = new Set(marks.map(({ value }) => value.toLowerCase()));
  if (addresses.size === 0 || addresses.size > MOST_ADDRESSES) return [...records];
  const personal = marks.filter(({ isWeak }) => isWeak !== true).map(({ value }) => value.toLowerCase());
  const owner = ownerOf(tree, personal);
  if (owner === null) return withInstitution(records, tree);
  const locals = new Set(personal.filter((email) => nameAffinity(owner.name, email) >= 1).map(localOf));
  const isOwn = ({ row, name, affinity }: Assigned): boolean => {
    if (row.emails.length === 0) return false;
    if (row.emails.some(({ value }) => locals.has(localOf(value)))) return true;
    return (
      addresses.size === 1 &&
      affinity < 2 &&
      row.emails.every(({ isWeak }) => isWeak !== true) &&
      (name === "" || owner.sources > 1)
    );
  };
  const [first, ...more] = records.filter(isOwn);
  if (first === undefined) return [...records];
  const emails = [first, ...more].flatMap(({ row }) => row.emails);
  const company = first.company !== "" && first.isCompanySure ? first.company : institutionOf(first, tree, emails);
  const named = [first, ...more].find(({ name }) => name.startsWith(`${owner.name} `))?.name ?? owner.name;
  const merged: Assigned = {
    ...first,
    name: first.affinity >= 2 ? first.name : named,
    company,
    isCompanySure: company !== "",
    phones: [first, ...more].flatMap(({ phones }) => phones),
    title: [first, ...more].find(({ title }) => title !== "")?.title ?? titleBelow(owner.name, tree),
    others: [],
    row: { ...first.row, emails, isPersonal: true },
  };
  return records.filter((one) => !more.includes(one)).map((one) => (one === first ? merged : one));
}

/** The only person on a page belongs to the institution that the page names. */
function withInstitution(records: readonly Assigned[], tree: PageTree): Assigned[] {
  const [one, ...others] = records;
  if (one === undefined || others.length > 0 || one.name === "" || one.isCompanySure) return [...records];
  const company = institutionOf(one, tree, one.row.emails);
  return company === "" ? [one] : [{ ...one, company, isCompanySure: true }];
}

function localOf(email: string): string {
  return email.slice(0, email.lastIndexOf("@")).toLowerCase();
}

function ownerOf({ title, lines }: PageTree, addresses: readonly string[]): Owner | null {
  const headings = lines.filter(({ heading }) => heading > 0 && heading < 3).slice(0, HEADINGS_READ);
  const owners: (Owner & { fit: number })[] = [];
  for (const text of [title, ...headings.map((line) => line.text)]) {
    for (const part of [text, ...text.slice(0, LONGEST_LINE).split(SEPARATOR)]) {
      const bare = part.replace(PAGE_WORDS, "").trim();
      if (bare.length > 60) continue;
      const person = nameIn(bare) ?? invertedName(bare) ?? spelledName(bare, addresses);
      if (person === null || (person.certainty < 0.75 && isPageWord(bare.split(" ", 1)[0] ?? ""))) continue;
      const fit = addresses.reduce((best, email) => Math.max(best, nameAffinity(person.name, email)), 0);
      const known = owners.find(({ name }) => name.split(" ").at(-1) === person.name.split(" ").at(-1));
      // "Ann Lee's home page" names its owner.
      const certainty = bare === part.trim() ? person.certainty : Math.max(person.certainty, 0.75);
      if (known === undefined) owners.push({ name: person.name, certainty, sources: 1, fit });
      else {
        known.sources++;
        if (fit > known.fit) Object.assign(known, { ...person, fit });
      }
      break;
    }
  }
  const [best] = owners.toSorted((a, b) => b.fit - a.fit || b.sources - a.sources || b.certainty - a.certainty);
  if (best === undefined) return null;
  return best.fit >= 2 || best.certainty >= 0.75 || best.sources > 1 ? best : null;
}

/** The job title on one of the lines below the owner's name. */
function titleBelow(name: string, { lines }: PageTree): string {
  const at = lines.slice(0, LINES_READ).findLastIndex(({ text }) => nameIn(text)?.name === name);
  if (at < 0) return "";
  const below = lines.slice(at + 1, at + 1 + LINES_BELOW).map(({ text }) => readJobTitle(text));
  return below.find((title) => title !== null) ?? "";
}

/** The institution that fits the owner's address, or else the one in the record or at the top, except a school attended. */
function institutionOf({ row }: Assigned, { lines }: PageTree, emails: readonly Mark[]): string {
  const found = [...lines.slice(row.first, row.last + 1), ...lines.slice(0, LINES_READ)]
    .map(({ text }) => ({
      name: institutionIn(text.slice(0, LONGEST_PARAGRAPH)),
      isPast: text.length > LONGEST_LINE || ATTENDED.test(text),
    }))
    .filter(({ name }) => name !== "");
  return (
    found.find(({ name }) => emails.some(({ value }) => fitsDomain(name, value)))?.name ??
    found.find(({ isPast }) => !isPast)?.name ??
    ""
  );
}
