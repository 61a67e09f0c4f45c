import { institutionIn } from "#server/pipeline/sources/website/extract/site-identity.ts";
import type { PageTree } from "#server/pipeline/sources/website/extract/page-tree.ts";
import type { Assigned } from "#server/pipeline/sources/website/extract/text/assign-roles.ts";
import { nameAffinity } from "#server/pipeline/sources/website/extract/text/name-affinity.ts";
import { nameIn, invertedName } from "#server/pipeline/sources/website/extract/text/words.ts";

const PAGE_WORDS =
  /^(?:welcome to|the|home ?page (?:of|for)|web ?page of|about)\s+|(?:['’]s?)?\s*(?:(?:personal|official|academic|old|new|www)\s+)*(?:home|web|www)[ -]?(?:page|site|index).*$|['’]s?$/giu;
const SEPARATOR = /\s+[|–—:-]+\s+|\s*[|:]\s+/u;
const HEADINGS_READ = 3;
/** A page with more addresses is a list. */
const MOST_ADDRESSES = 5;
const LINES_READ = 60;
const LONGEST_LINE = 300;

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
  const addresses = new Set(records.flatMap(({ row }) => row.emails.map(({ value }) => value.toLowerCase())));
  if (addresses.size === 0 || addresses.size > MOST_ADDRESSES) return [...records];
  const owner = ownerOf(tree, [...addresses]);
  if (owner === null) return [...records];
  const locals = new Set([...addresses].filter((email) => nameAffinity(owner.name, email) >= 2).map(localOf));
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
  const company =
    first.company !== "" && first.isCompanySure ? first.company : institutionOf(first, tree) || first.company;
  const merged: Assigned = {
    ...first,
    name: first.affinity >= 2 ? first.name : owner.name,
    company,
    isCompanySure: company !== "",
    phones: [first, ...more].flatMap(({ phones }) => phones),
    title: [first, ...more].find(({ title }) => title !== "")?.title ?? "",
    others: [],
    row: { ...first.row, emails, isPersonal: true },
  };
  return records.filter((one) => !more.includes(one)).map((one) => (one === first ? merged : one));
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
      const person = nameIn(bare) ?? invertedName(bare);
      if (person === null) continue;
      const fit = addresses.reduce((best, email) => Math.max(best, nameAffinity(person.name, email)), 0);
      const known = owners.find(({ name }) => name.split(" ").at(-1) === person.name.split(" ").at(-1));
      if (known === undefined) owners.push({ ...person, sources: 1, fit });
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

/** The institution in the owner's record, or else the first one on the page. */
function institutionOf({ row }: Assigned, { lines }: PageTree): string {
  for (const { text } of row.fields) {
    const found = institutionIn(text);
    if (found !== "") return found;
  }
  for (const { text } of lines.slice(0, LINES_READ)) {
    const found = text.length > LONGEST_LINE ? "" : institutionIn(text);
    if (found !== "") return found;
  }
  return "";
}
