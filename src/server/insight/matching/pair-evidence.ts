import type { DuplicateEvidence } from "#shared/contract/leads/duplicate.ts";
import { phoneBlock, profileBlock, type Identity } from "#server/insight/matching/identity.ts";
import { isGivenName } from "#server/insight/matching/is-given-name.ts";
import { likenessOfNames, type NameLikeness } from "#server/insight/matching/name-words.ts";

export interface PairEvidence {
  /** From 0 to 100: the points of the evidence, 99 at most. */
  confidence: number;
  /** Strongest first, evidence against last. */
  evidence: DuplicateEvidence[];
}

/** Minimum confidence of a possible duplicate. */
const LEAST = 50;
/** Only a person can be certain. */
const MOST = 99;

/** Points per match. A name alone isn't enough, and neither is a company, phone or domain alone. */
const POINTS = { mailbox: 65, profile: 70, phone: 45, local: 25, domain: 30, company: 25, companyToo: 10 };
/**
 * A possible name change by marriage: enough with a personal phone number, but not with a company, where many people
 * share a given name.
 */
const OTHER_SURNAME = 8;
/** Different names cast doubt on a match by mailbox or profile, and nearly rule out a match by phone. */
const OTHER_NAME = { besideCertain: -10, otherwise: -40 };
const NAME_POINTS: Record<NameLikeness, { points: number; text: string }> = {
  same: { points: 40, text: "Same name" },
  order: { points: 38, text: "Same name in another order" },
  spelling: { points: 30, text: "Similar spelling" },
  form: { points: 34, text: "One name is a short form of the other" },
  part: { points: 28, text: "One name is part of the other" },
  initial: { points: 24, text: "One name has the other's initial" },
};

/**
 * Evidence that two leads are the same person, with the points of each match; null when there is too little.
 * `isTelling` reports whether few enough leads share a blocking key: a switchboard's number is no evidence.
 */
export function pairEvidence(a: Identity, b: Identity, isDistinctive: (key: string) => boolean): PairEvidence | null {
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
  if (isOtherSurname) add("name", OTHER_SURNAME, `Same first name, different last name: ${a.name}, ${b.name}`);
  addMailbox(a, b, add);
  if (a.profile !== null && a.profile === b.profile && isDistinctive(profileBlock(a.profile))) {
    add("profile", POINTS.profile, `Same profile: ${a.profile}`);
  }
  if (a.phone !== null && a.phone === b.phone && isDistinctive(phoneBlock(a.phone))) {
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
    add("mailbox", POINTS.mailbox, `Same mailbox at ${a.domain}, written differently`);
  } else if (a.domain === b.domain && !a.isOfAnybody) {
    add("domain", POINTS.domain, `Both at ${a.domain}`);
  } else if (a.local.length >= 5 && plainLocal(a.local) === plainLocal(b.local)) {
    add("address", POINTS.local, `${a.local}@ at two providers`);
  }
}
