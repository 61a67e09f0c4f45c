import type { Context, Meaning } from "#server/assistant/understanding/question.ts";
import { correctSpelling } from "#server/assistant/understanding/spelling.ts";
import { translate } from "#server/assistant/understanding/translate.ts";
import { nameIn } from "#server/assistant/understanding/name-in.ts";
import { resolved } from "#server/assistant/understanding/references.ts";
import { mainClause } from "#server/assistant/understanding/main-clause.ts";
import type { KnownNames } from "#server/assistant/understanding/mark-names.ts";
import { readFields } from "#server/assistant/understanding/read-fields.ts";
import * as Said from "#server/assistant/understanding/request-words.ts";
import { fieldsIn, wordsOf, type Wording } from "#server/assistant/understanding/words.ts";
import { subjectOf, withObject, withSubject } from "#server/assistant/understanding/subject.ts";
import { directly, without } from "#server/assistant/understanding/directly.ts";
import { followUp } from "#server/assistant/understanding/follow-up.ts";

/** A longer text is no question. */
const MOST_WORDS = 80;
/**
 * What a question means; null for a text that is no question. `earlier` contains the person's previous questions,
 * latest last, which give "and last week?", "why?" and "show them" their meaning. The words of `known` names mean
 * nothing else.
 */
export function meaningOf(
  question: string,
  earlier: readonly string[],
  now: Date,
  known: KnownNames = {},
): Meaning | null {
  const { shown = [] } = known;
  // "Undecided + phone + score above 40"
  const plain = question.replaceAll(/(?<=\p{L}) \+ (?=(e?mail|phone)?)/giu, (_, noun) => (noun ? " with " : " and "));
  const corrected = earlier.length === 0 ? plain : plain.replace(Said.CORRECTING, "");
  const isCorrection = corrected !== plain && corrected !== "";
  const before =
    earlier.length === 0
      ? null
      : meaningOf(earlier.at(-1) ?? "", earlier.slice(0, -1), now, { ...known, shown: shown.slice(0, -1) });
  const asked = isCorrection ? corrected : plain;
  const said = resolved(asked, before, now, known);
  const { wording, language } = translate(said, known, before?.language);
  if (wording.words.length > MOST_WORDS || wording.words.length === 0) return null;
  const too =
    before === null || before.intent !== "act" || (before.who ?? "") === "" ? null : Said.TOO.exec(said.trim());
  if (before !== null && too?.groups?.["name"] !== undefined) {
    return meaningOf(before.wording.question.replace(before.who ?? "", too.groups["name"]), [], now, known);
  }
  const [person, other] = [before?.wording.question ?? "", said].map((text) => personIn(text, known));
  // "And Diego?": the same of him
  if (before !== null && person !== undefined && other !== undefined && isOnlyName(wording, known))
    return meaningOf(before.wording.question.replace(person, other), earlier.slice(0, -1), now, known);
  if (before?.intent === "act" && isCorrection) {
    // "No, to Priya", "no, Ann Lee"
    const name = /^\p{Lu}[^?!.,]+/u.exec(said)?.[0];
    const [was, is] = other === undefined ? [before.who || undefined, name] : [person, other];
    if (was !== undefined && is !== undefined)
      return meaningOf(before.wording.question.replace(was, is), [], now, known);
  }
  const lead = wording.words.some(({ isOfLead }) => isOfLead) ? nameIn(wording, language, known) : "";
  const read = (words: Wording): Meaning => {
    const meaning = understand(readFields(words, now, language), before, { isCorrection, language, now, known });
    const isOfColleague = known.people?.includes(meaning.who?.toLowerCase() ?? "") === true;
    const subject = subjectOf(isOfColleague ? { ...meaning, who: "" } : meaning, before);
    return {
      ...meaning,
      lead: lead || (meaning.who ?? ""),
      ...(subject !== undefined && { subject }),
      ...(before !== null && { previous: before, ...(said !== asked && { before }) }),
    };
  };
  const meaning = read(wording);
  const spelled = language === "en" ? correctSpelling(wording, known.leads?.found) : wording;
  if (spelled === wording) return meaning;
  const better = read(spelled);
  if (better.who === undefined || meaning.who === undefined) return better;
  // A name that looks like a typo is still a name, but not a verb before it: "aprove Ann Lee".
  const isLonger =
    better.who !== "" && (meaning.who.endsWith(` ${better.who}`) || meaning.who.startsWith(`${better.who} `));
  return isLonger ? better : { ...better, who: meaning.who };
}

/** The only colleague that a text names, as written. */
function personIn(text: string, { people = [] }: KnownNames): string | undefined {
  const [person, ...others] = wordsOf(text).words.filter(({ meant }) => people.includes(meant));
  return others.length > 0 ? undefined : person?.said.replace(/['’]s$/u, "");
}

/** "And Diego?", "what about Priya?" */
function isOnlyName(wording: Wording, { people = [] }: KnownNames): boolean {
  const { words } = without(wording, Said.FOLLOW_UP);
  return words.length === 1 && words.every(({ meant }) => people.includes(meant));
}

/**
 * Whether a question about leads has words that weren't understood: the part that was would be a different question.
 */
export function asksForMore({ intent, leads }: Meaning): boolean {
  return (intent === "count_leads" || intent === "list_leads") && leads.leftOver.length > 0;
}

/** "Approve all of them", after "approve Ann Lee" from a list: those of the list. */
export function severalBefore(last: Meaning | undefined): Meaning | undefined {
  const { intent, lead = "", wording } = last ?? { intent: "none", wording: { text: "" } };
  const isOfOne =
    (intent === "act" || intent.startsWith("lead_")) && lead !== "" && !/\b(?:and|or)\b/u.test(wording.text);
  return isOfOne ? severalBefore(last?.previous) : last;
}

function understand(asked: Wording, last: Meaning | null, context: Context): Meaning {
  const list = last !== null && Said.ALL_OF_THEM.test(asked.text) ? severalBefore(last) : undefined;
  const before = list?.intent === "list_leads" || list?.intent === "count_leads" ? list : last;
  const wording = withObject(withSubject(without(mainClause(asked), Said.MANNERS), before), before);
  if (before !== null) {
    const meaning = followUp(wording, before, context);
    if (meaning !== null) return meaning;
  }
  // Without a previous question, "and last week?" means nothing.
  const isShort = wording.words.length < 5 && fieldsIn(wording).length === 0;
  const isFragment = before === null && isShort && without(wording, Said.FOLLOW_UP) !== wording;
  const meaning: Meaning = { ...directly(wording, context), ...(isFragment && { intent: "none" }) };
  const isOfBefore = meaning.who === "" || (meaning.intent === "act" && Said.OF_EARLIER.test(wording.text));
  return before !== null && isOfBefore && meaning.isOfThePage !== true ? { ...meaning, before } : meaning;
}
