import type { Line } from "#server/sources/website/extract/page-tree.ts";
import {
  type Group,
  hasContact,
  isBareContact,
  isBareName,
  joined,
} from "#server/sources/website/extract/text/group.ts";

/** What joining is decided on beside the groups themselves. */
export interface Surroundings {
  lines: readonly Line[];
  /** Whose an address is by its letters: a name in small letters. */
  owners: ReadonlyMap<string, string>;
  /** Lines of the block that the groups stand in. */
  height: number;
}

const WIDEST_GAP = 5;
const TALLEST = 30;
/** A block of so few lines is one card. */
const CARD = 14;

/** What the groups of one block have in common: which part of a record comes first there, and how many there are. */
interface Habit {
  contactFirst: boolean;
  titleFirst: boolean;
  companyFirst: boolean;
  names: number;
  /** Groups with a name and a contact. */
  complete: number;
  bareContacts: number;
  /** Groups of a title alone. */
  bareTitles: number;
}

/**
 * Joins neighbouring groups of one block, in document order, into records, as far as they cannot be two: a record has
 * one name and one address, does not reach across a heading, and begins with what the others in the block begin with.
 */
export function joinGroups(groups: readonly Group[], around: Surroundings): Group[] {
  const [first, ...rest] = groups;
  if (first === undefined || rest.length === 0) return [...groups];
  const habit = habitOf(groups);
  const records: Group[] = [];
  let current = first;
  for (const next of rest) {
    if (belongTogether(current, next, records.at(-1), habit, around)) current = joined(current, next);
    else {
      records.push(current);
      current = next;
    }
  }
  return [...records, current];
}

function habitOf(groups: readonly Group[]): Habit {
  const named = groups.filter(({ name }) => name !== null);
  const bareContacts = groups.filter(isBareContact).length;
  const contactRuns = groups.filter(
    (group, at) => isBareContact(group) && !isBareContact(groups[at - 1] ?? group),
  ).length;
  const bareNames = named.filter(isBareName).length;
  const telling = groups.filter((group) => group.name !== null || hasContact(group));
  const opening = groups.find(({ opensWith }) => opensWith !== "address")?.opensWith;
  const firstTelling = telling[0];
  const isContactFirst = firstTelling !== undefined && isBareContact(firstTelling);
  return {
    contactFirst: isContactFirst && bareNames > 0 && bareNames === contactRuns + 1 && telling.at(-1)?.name !== null,
    titleFirst: opening === "title",
    companyFirst: opening === "company",
    names: named.length,
    complete: named.filter(hasContact).length,
    bareContacts,
    bareTitles: groups.filter(isBareTitle).length,
  };
}

function belongTogether(a: Group, b: Group, before: Group | undefined, habit: Habit, around: Surroundings): boolean {
  return (
    isNear(a, b, habit, around) &&
    isOneIdentity(a, b, around) &&
    isInOrder(a, b, habit) &&
    !isOfSeveral(a, b, before, habit) &&
    !isOverfull(a, b, habit, around)
  );
}

function isNear(a: Group, b: Group, habit: Habit, { lines }: Surroundings): boolean {
  if (a.region !== b.region || b.first - a.last > WIDEST_GAP || b.last - a.first > TALLEST) return false;
  for (let at = a.last + 1; at < b.first; at++) if (isHeading(lines[at])) return false;
  const opensSection = b.first > a.last && isHeading(lines[b.first]) && (b.name !== null || b.company !== null);
  return !opensSection || (habit.contactFirst && isBareContact(a));
}

function isHeading(line: Line | undefined): boolean {
  return line !== undefined && line.heading > 0 && line.heading < 7;
}

function isOneIdentity(a: Group, b: Group, { owners }: Surroundings): boolean {
  if (a.name !== null && b.name !== null && !isSameText(a.name.value, b.name.value)) return false;
  // "The board" above a list whose rows have titles of their own.
  if (a.name === null && b.name !== null && a.title !== null && b.title !== null) return false;
  if (a.company !== null && b.company !== null && !isSameText(a.company.value, b.company.value)) return false;
  const name = a.name ?? b.name;
  const emails = [...a.emails, ...b.emails];
  const owner = (address: string): string | undefined => owners.get(address.toLowerCase());
  if (name !== null) {
    const own = name.value.toLowerCase();
    if (emails.some(({ value }) => (owner(value) ?? own) !== own)) return false;
    if (a.emails.length > 0 && b.emails.length > 0) return emails.every(({ value }) => owner(value) === own);
    return true;
  }
  const [one, other] = [a.emails[0], b.emails[0]];
  return one === undefined || other === undefined || isSameText(one.value, other.value);
}

function isSameText(a: string, b: string): boolean {
  return a.toLowerCase() === b.toLowerCase();
}

/** Whether `b` can follow in the same record rather than open the next one. */
function isInOrder(a: Group, b: Group, habit: Habit): boolean {
  // A title above several people heads them all.
  if (isBareTitle(a) && b.name !== null && habit.bareTitles < habit.names) return false;
  if (isBareContact(a) && b.name !== null) return habit.contactFirst && !hasContact(b);
  if (a.name === null) return true;
  if (habit.titleFirst && habit.names > 1 && b.opensWith === "title") return false;
  if (habit.companyFirst && habit.names > 1 && b.opensWith === "company") return false;
  if (habit.contactFirst && hasContact(a) && isBareContact(b)) return false;
  return true;
}

function isBareTitle({ title, name, company, emails, phones, faxes }: Group): boolean {
  return title !== null && name === null && company === null && emails.length + phones.length + faxes.length === 0;
}

/** An office's address below a list of names is none of theirs, nor is a title below them all. */
function isOfSeveral(a: Group, b: Group, before: Group | undefined, habit: Habit): boolean {
  const isOffice = b.emails.some(({ isWeak }) => isWeak === true);
  if (!isOffice || !isBareName(a)) return false;
  return (before !== undefined && isBareName(before)) || (habit.names > 1 && habit.bareContacts < habit.names);
}

/** A contact beside cards that are complete without it is not the last card's. */
function isOverfull(a: Group, b: Group, habit: Habit, { height }: Surroundings): boolean {
  if (a.name === null || !hasContact(a) || !isBareContact(b)) return false;
  if (habit.complete > 1 && habit.bareContacts < habit.complete) return true;
  const repeats = (a.phones.length > 0 && b.phones.length > 0) || (a.emails.length > 0 && b.emails.length > 0);
  return (repeats || b.company !== null || b.address !== null) && height > CARD;
}
