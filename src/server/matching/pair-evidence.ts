import type { DuplicateEvidence } from "#shared/contract/duplicate.ts";
import { phoneBlock, profileBlock, type Identity } from "#server/matching/identity.ts";
import { isGivenName } from "#server/matching/is-given-name.ts";
import { likenessOfNames, type NameLikeness } from "#server/matching/name-words.ts";

export interface PairEvidence {
  /** From 0 to 100: the points of the evidence, 99 at most. */
  confidence: number;
  /** The weightiest first; points against it last. */
  evidence: DuplicateEvidence[];
}

/** Two leads with less are no possible duplicates. */
const LEAST = 50;
/** Nothing but a person is certain. */
const MOST = 99;

/** What each agreement is worth. A name alone is not enough, and neither is a company, a phone or a domain alone. */
const POINTS = { mailbox: 65, profile: 70, phone: 45, local: 25, domain: 30, company: 25, companyToo: 10 };
/** Somebody who has married; enough beside a phone of their own, and not beside a company, where many are called Ann. */
const OTHER_SURNAME = 8;
/** Two names are a doubt where a mailbox or a profile says that it is one person, and nearly settle it where a phone does. */
const OTHER_NAME = { besideCertain: -10, otherwise: -40 };
const NAME_POINTS: Record<NameLikeness, { points: number; text: string }> = {
  same: { points: 40, text: "Same name" },
  order: { points: 38, text: "Same name in another order" },
  spelling: { points: 30, text: "Names spelled almost alike" },
  form: { points: 34, text: "One name is a short or other form of the other" },
  part: { points: 28, text: "One name is a part of the other" },
  initial: { points: 24, text: "One name has the other's initial" },
};

/**
 * What speaks for two leads being one, each agreement with its points; null where that is too little. `isTelling` says of
 * a blocking key whether few enough leads share it: a switchboard's number tells nothing.
 */
export function pairEvidence(a: Identity, b: Identity, isTelling: (key: string) => boolean): PairEvidence | null {
  const evidence: DuplicateEvidence[] = [];
  const add = (kind: DuplicateEvidence["kind"], points: number, text: string): void => {
    evidence.push({ kind, points, text });
  };
  const likeness = likenessOfNames(a.words, b.words);
  if (likeness !== null) {
    const { points, text } = NAME_POINTS[likeness];
    add("name", points, likeness === "same" && a.name === b.name ? text : `${text}: ${a.name}, ${b.name}`);
  }
  const isOtherSurname = likeness === null && isSameGivenName(a, b);
  if (isOtherSurname) add("name", OTHER_SURNAME, `Same given name, another surname: ${a.name}, ${b.name}`);
  addMailbox(a, b, add);
  if (a.profile !== null && a.profile === b.profile && isTelling(profileBlock(a.profile))) {
    add("profile", POINTS.profile, `Same profile: ${a.profile}`);
  }
  if (a.phone !== null && a.phone === b.phone && isTelling(phoneBlock(a.phone))) {
    add("phone", POINTS.phone, `Same phone number: ${a.phone}`);
  }
  if (a.company !== "" && a.company === b.company) {
    const hasDomain = evidence.some(({ kind }) => kind === "domain");
    add("company", hasDomain ? POINTS.companyToo : POINTS.company, `Same company: ${a.companyName}`);
  }
  if (likeness === null && !isOtherSurname && a.words.length > 1 && b.words.length > 1) {
    const isCertain = evidence.some(({ kind }) => kind === "mailbox" || kind === "profile");
    const points = isCertain ? OTHER_NAME.besideCertain : OTHER_NAME.otherwise;
    add("other-name", points, `Different names: ${a.name}, ${b.name}`);
  }
  const sum = evidence.reduce((total, { points }) => total + points, 0);
  if (sum < LEAST) return null;
  return { confidence: Math.min(MOST, sum), evidence: evidence.toSorted((one, other) => other.points - one.points) };
}

function isSameGivenName({ words: [a = ""] }: Identity, { words: [b = ""] }: Identity): boolean {
  return a === b && isGivenName(a);
}

function addMailbox(
  { mailbox: a }: Identity,
  { mailbox: b }: Identity,
  add: (kind: DuplicateEvidence["kind"], points: number, text: string) => void,
): void {
  if (a === null || b === null) return;
  const plainLocal = (local: string): string => local.replaceAll(/[._-]/gu, "");
  if (a.domain === b.domain && a.local === b.local) {
    add("mailbox", POINTS.mailbox, `The same mailbox at ${a.domain}, written otherwise`);
  } else if (a.domain === b.domain && !a.isOfAnybody) {
    add("domain", POINTS.domain, `Both at ${a.domain}`);
  } else if (a.local.length >= 5 && plainLocal(a.local) === plainLocal(b.local)) {
    add("address", POINTS.local, `${a.local}@ at two providers`);
  }
}
