import type { PageTree } from "#server/sources/website/extract/page-tree.ts";
import { type Group, hasContact, isBareContact, isBareName } from "#server/sources/website/extract/text/group.ts";

const REACH_BACK = 25;
const REACH_ON = 8;
/** Who speaks for a company, as imprints say it. */
const SPEAKS_FOR =
  /vertreten|vertretungsberechtigt|geschäftsführ|inhaber|verantwortlich|représent|gérant|directeur de (?:la )?publication|responsable|titular|representante|legale rappresentante|managing director|director|owner|proprietor|ceo|represented by|代表/iu;

const INTRODUCTION =
  /^.*(?:vertreten durch|represented by|représentée? par|representad[oa] por)\s*(?:den|die|the|le|la|el)?\s*/iu;

/** A contact with whoever speaks for the office that it is of. */
export interface Office {
  group: Group;
  speakers: { name: string; title: string }[];
}

/**
 * Gives the contacts that stand without a name the company, the address and the speakers that the page names before
 * them under other headings, as imprints do. A contact with no company anywhere but one name before it is that person's.
 */
export function completeOffices(groups: readonly Group[], { lines }: PageTree, siteName: string): Map<Group, Office> {
  const offices = new Map<Group, Office>();
  for (const [at, group] of groups.entries()) {
    if (!isBareContact(group)) continue;
    const around = groupsAround(groups, at);
    const company = group.company ?? nearest(around, group, (other) => other.company !== null)?.company ?? null;
    const address = group.address ?? nearest(around, group, (other) => other.address !== null)?.address ?? null;
    const names = around.filter((other) => isBareName(other) && other.first < group.first);
    const isOnePerson = company === null && siteName === "" && names.length === 1;
    const name = isOnePerson ? (names[0]?.name ?? null) : null;
    const speakers = isOnePerson ? [] : names.filter((other) => SPEAKS_FOR.test(introductionOf(other, lines)));
    offices.set(group, {
      group: { ...group, company, address, name, title: name === null ? group.title : (names[0]?.title ?? null) },
      speakers: speakers
        .map((other) => ({
          name: other.name?.value ?? "",
          title: (other.title?.value ?? "").replace(INTRODUCTION, ""),
        }))
        .slice(0, 5),
    });
  }
  return offices;
}

/** The groups without a contact before and after one, as far as no other address stands between: that would part them. */
function groupsAround(groups: readonly Group[], at: number): Group[] {
  const around: Group[] = [];
  const group = groups[at];
  if (group === undefined) return around;
  for (const step of [-1, 1]) {
    for (let other = groups[at + step], i = at + step; other !== undefined; i += step, other = groups[i]) {
      const apart = step < 0 ? group.first - other.last : other.first - group.last;
      if (other.emails.length > 0 || apart > (step < 0 ? REACH_BACK : REACH_ON)) break;
      if (other.region === group.region && !hasContact(other)) around.push(other);
    }
  }
  return around;
}

function nearest(groups: readonly Group[], to: Group, test: (group: Group) => boolean): Group | undefined {
  // Before counts more than after: a page says who it is of before how to reach them.
  const distance = (group: Group): number =>
    group.last <= to.first ? to.first - group.last : 2 * (group.first - to.last);
  return groups.filter(test).toSorted((a, b) => distance(a) - distance(b))[0];
}

/** The line that names somebody and the one before it. */
function introductionOf({ name, title }: Group, lines: PageTree["lines"]): string {
  const first = name?.line ?? 0;
  return `${lines[first - 1]?.text ?? ""} ${lines[first]?.text ?? ""} ${title?.value ?? ""}`.slice(0, 400);
}
