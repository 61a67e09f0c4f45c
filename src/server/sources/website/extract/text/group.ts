import type { Mark } from "#server/sources/website/extract/text/mark.ts";

/** Marks that belong to one record, as far as is known. */
export interface Group {
  name: Mark | null;
  title: Mark | null;
  company: Mark | null;
  address: Mark | null;
  emails: Mark[];
  phones: Mark[];
  faxes: Mark[];
  /** The lines it begins and ends on, and the offset in the first. */
  first: number;
  start: number;
  last: number;
  opensWith: Mark["kind"];
  /** The part of the page that it stands in (its footer, its sidebar): a block's index. */
  region: number;
}

export function groupOf(mark: Mark, region: number): Group {
  return {
    name: mark.kind === "name" ? mark : null,
    title: mark.kind === "title" ? mark : null,
    company: mark.kind === "company" ? mark : null,
    address: mark.kind === "address" ? mark : null,
    emails: mark.kind === "email" ? [mark] : [],
    phones: mark.kind === "phone" ? [mark] : [],
    faxes: mark.kind === "fax" ? [mark] : [],
    first: mark.line,
    start: mark.start,
    last: mark.line,
    opensWith: mark.kind,
    region,
  };
}

/** Both as one; where both have a name, a title or the like, the one of `a` stays. */
export function joined(a: Group, b: Group): Group {
  return {
    name: a.name ?? b.name,
    title: a.title ?? b.title,
    company: a.company ?? b.company,
    address: a.address ?? b.address,
    emails: withNew(a.emails, b.emails),
    phones: withNew(a.phones, b.phones),
    faxes: withNew(a.faxes, b.faxes),
    first: Math.min(a.first, b.first),
    start: a.start,
    last: Math.max(a.last, b.last),
    opensWith: a.opensWith,
    region: a.region,
  };
}

function withNew(known: readonly Mark[], more: readonly Mark[]): Mark[] {
  const fresh = more.filter(({ value }) => !known.some((mark) => mark.value.toLowerCase() === value.toLowerCase()));
  return [...known, ...fresh];
}

export function hasContact(group: Group): boolean {
  return group.emails.length > 0 || group.phones.length > 0;
}

/** A name that nothing is known of yet but perhaps a title. */
export function isBareName(group: Group): boolean {
  return group.name !== null && !hasContact(group);
}

/** A contact that nobody's name goes with yet. */
export function isBareContact(group: Group): boolean {
  return group.name === null && hasContact(group);
}
