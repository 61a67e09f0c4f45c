import { FIGURES } from "#server/assistant/understanding/intents.ts";
import { CONFIRMING } from "#server/assistant/understanding/request-words.ts";
import type { Meaning } from "#server/assistant/understanding/question.ts";
import { wordingOf, type Word, type Wording } from "#server/assistant/understanding/words.ts";

/** What questions are about besides leads; the first that the question before has is what "it" means. */
const NOUN =
  /^(?:threshold|reports?|digest|backups?|mailbox(?:es)?|gmail|webhooks?|crm|hubspot|sheets?|forms?|websites?|scrap(?:e|er|ing)|sync\w*|import|export|score|scores|rules?|notifications?|member|viewer|colleagues?|collegues?|colleages?|teammates?)$/u;
const PRONOUN = /^(?:it|its|there)$/u;
const COLLEAGUE = /^(?:coll?ea?g\w*|teammates?)$/u;
const OF_ROLE = new RegExp(`^(?:member|viewer)$|${COLLEAGUE.source}`, "u");
const NEXT = /^(?:next|last|previous|latest)$/u;
const PERSON = /^(?:he|she|they)$/u;
/** "Is it possible", "do it" */
const OF_NOTHING = /\b(?:is it (?:possible|true|normal|safe|ok)|do it)\b|^it is\b/u;
const AGAIN =
  /^(?:(?:try|do|run|start|check|read|send|scrape|sync)(?: (?:it|that|this))? (?:again|once more|now)(?!.* (?:tomorrow|\w+day))|again|retry|force (?:an? )?(?:refresh|reload|sync))\b/u;
/** How a request to run each of these is worded; sources are synced. */
const RUN: readonly (readonly [RegExp, string])[] = [
  [/^(?:report|digest)/u, "send report now"],
  [/^(?:website|scrap)/u, "scrape website now"],
  [/^(?:sync|sheet|gmail|mailbox|import)/u, "sync now"],
];

/** "Is it scheduled at all?", after a question about the report: with what that is about in place of "it". */
export function withSubject(wording: Wording, before: Meaning | null): Wording {
  const { words, text, question } = wording;
  const subject = before?.subject ?? [];
  const [noun] = subject;
  if (
    noun === undefined ||
    CONFIRMING.test(text) ||
    OF_NOTHING.test(text) ||
    words.some(({ meant }) => meant === noun.meant)
  )
    return wording;
  const isRole = OF_ROLE.test(noun.meant);
  const run = RUN.find(([of]) => of.test(noun.meant))?.[1];
  const [first] = words;
  if (run !== undefined && first !== undefined && AGAIN.test(text))
    return wordingOf(
      question,
      run.split(" ").map((meant) => ({ ...first, meant })),
    );
  const at = words.findIndex(
    ({ meant, isOfLead }, index) =>
      isOfLead !== true &&
      ((isRole ? PERSON : PRONOUN).test(meant) ||
        (meant === "them" && noun.meant.endsWith("s")) ||
        (meant === "one" && NEXT.test(words[index - 1]?.meant ?? ""))),
  );
  const pronoun = words[at];
  if (pronoun === undefined) return wording;
  const { said, start, end } = pronoun;
  return wordingOf(
    question,
    words.toSpliced(
      at,
      1,
      ...subject.map((one): Word => ({
        ...one,
        said,
        start,
        end,
        ...(COLLEAGUE.test(one.meant) && { meant: "member" }),
      })),
    ),
  );
}

/** What a request is about, other than leads. */
const OBJECT =
  /\b(?:leads?|contacts?|prospects?|people|customers?|ones?|them|these|those|it|him|her|all|every\w*|any\w*|both|first|second|third|top|best|reports?|rules?|keywords?|words?|points?|threshold|sources?|sheets?|sync\w*|scrap\w*|websites?|mailbox|emails?|views?|backups?|user|account|view|fields?|recipients?|data|history|notif\w*|members?|viewers?|owners? of|undo)\b/u;
const OF_LEADS =
  /^(?:(?:re|un)?assign|give|hand|transfer|export|download|tag|untag|label|qualify|disqualify|reject|approve|delete)\b/u;

/** "Drop those below 25", of a list: without them. */
const NARROWS = /^(?:(?:drop|hide|exclude|skip|ignore)|(?:leave|filter|throw|kick|take|sort) out)\b/u;

/** "Assign to me", "export", after a list of leads: "assign them to me". */
export function withObject(wording: Wording, before: Meaning | null): Wording {
  const { words, text, question } = wording;
  const [verb, ...rest] = words;
  const narrows =
    before?.intent === "list_leads" || before?.intent === "count_leads" ? NARROWS.exec(text)?.[0] : undefined;
  if (narrows !== undefined && verb !== undefined && rest.length > 0)
    return wordingOf(question, [{ ...verb, meant: "without" }, ...words.slice(narrows.split(" ").length)]);
  const isOfSeveral =
    before !== null && (before.who ?? "") === "" && (FIGURES.has(before.intent) || before.intent === "list_leads");
  if (!isOfSeveral || verb === undefined || !OF_LEADS.test(text)) return wording;
  if (/^\w+ (?:all|everyone|everybody|both)(?: (?:to|as|with) .*)?$/u.test(text))
    return wordingOf(question, [verb, { ...verb, meant: "them" }, ...rest.slice(1)]);
  if (OBJECT.test(text)) return wording;
  const isDecision = rest.length === 0 && !/^(?:export|download)/u.test(text);
  const isNamed = words.some(
    ({ isOfLead, isOfName, field, origin }) =>
      isOfLead === true || isOfName === true || field !== undefined || origin !== undefined,
  );
  return isDecision || isNamed ? wording : wordingOf(question, [verb, { ...verb, meant: "them" }, ...rest]);
}

/** What a question is about, or the one before if it doesn't say; undefined for leads. */
export function subjectOf({ wording, intent, who = "" }: Meaning, before: Meaning | null): readonly Word[] | undefined {
  // "Add boss@acme.com", to the report before
  if ((who !== "" && !who.includes("@")) || FIGURES.has(intent) || intent === "list_leads") return undefined;
  const own = namedIn(wording.words);
  return own.length > 0 ? own : before?.subject;
}

/** A rule or source with its name, or a noun. */
function namedIn(words: readonly Word[]): readonly Word[] {
  const named = words.filter(({ isOfName, field, origin }) => (isOfName === true && field === undefined) || origin);
  const noun = words.find(({ meant }) => NOUN.test(meant));
  if (noun?.origin !== undefined) return [noun];
  return [...(noun === undefined ? [] : [noun]), ...named];
}
