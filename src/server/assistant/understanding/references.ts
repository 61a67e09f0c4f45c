import type { ChatRequest } from "#shared/contract/chat.ts";

type History = NonNullable<ChatRequest["history"]>;

/** A line of an answer's list: a lead with its score, or the quoted name of a rule or source. */
const LINE =
  /^• (?:[“„«]\s?(?<quoted>[^”“»]+?)\s?[”“»]|(?<name>[^:,\n]+?)(?=,| ?:).*\b(?:score|Punkte|puntuación)\b)/gmu;

const PLACES = [
  "first|1st|top|erste[nrs]?|premi[eè]re?|primer[oa]?",
  "second|2nd|zweite[nrs]?|deuxi[eè]me|seconde?|segund[oa]",
  "third|3rd|dritte[nrs]?|troisi[eè]me|tercer[oa]?",
  "fourth|4th|vierte[nrs]?|quatri[eè]me|cuart[oa]",
  "fifth|5th|fünfte[nrs]?|cinqui[eè]me|quint[oa]",
  "last|bottom|letzte[nrs]?|derni[eè]re?|últim[oa]|ultim[oa]",
];
const THE = "the|de[nmr]|die|das|le|la|el|al";
const ONE =
  "one|lead|guy|man|woman|person|contact|entry|davon|eintrag|prospect|d'entre eux|de ellos|of (?:them|these|those)";
/** Without "one", what follows may not be what it is the first of: "the last report". */
const ENDS =
  "(?=\\s*(?:[,.;:?!)]|$)|\\s+(?:is|was|has|can|could|should|goes|looks|needs|and|to|for|as|so|please|now|ist|hat|mir|an|bitte|und|als|est|à|aux?|et|en|es|a|para|como|y)\\b|\\s+\\p{Ll}+(?:en|ieren)\\s*$)";
/** "The second one", "den ersten", "el último"; of many leads, "the last lead" is the newest. */
const PLACE = PLACES.map(
  (words, at) =>
    new RegExp(
      `(?<![\\p{L}\\p{N}])(?:(?:${THE})\\s+)?(?:${words})\\s+(?:${at === PLACES.length - 1 ? ONE.replace("|lead", "") : ONE})(?!\\p{L})(?:\\s+of (?:them|these|those))?(?!\\s+(?:ever|from|of|who|that|with|we|i|in)\\b)|(?<![\\p{L}\\p{N}])(?:${THE})\\s+(?:${words})${ENDS}`,
      "iu",
    ),
);
const NUMBER = /(?<!\b(?:lead|phone|row)\s)(?:#|\b(?:number|no\.?|nr\.?|nummer|numéro|número)\s)(\d)\b/iu;
/** "Give it 5 points": the rule that the list began with. */
const IT =
  /(?<!\b(?:do|set|send|is|was|does|will|would)\s)\b(?:it|that rule|this rule|that source|this source|that one)\b/iu;

/** "Ann is mine", "the others can be approved": a request without its verb in front. */
const STATED: readonly (readonly [RegExp, string])[] = [
  [/^(?:i'll|i will|let me) (?:take|grab|handle|do) (.+)$|^(?:take|grab) (.+) for me$/iu, "assign $1$2 to me"],
  [/^(.+) (?:is|are) (?:mine|for me)$/iu, "assign $1 to me"],
  [/^(.+?) (?:should )?(?:goe?s?|belongs?) to (@?\p{L}[\p{L}.@]*)$/iu, "assign $1 to $2"],
  [
    /^i (?:accidentally )?(?:rejected|approved|deleted|assigned|tagged) .*\b(?:by mistake|by accident|accidentally|oops)$|^i accidentally .*/iu,
    "undo what I did last",
  ],
  [/^(?:i'm |i am )?done with (.+?)(?:,? (?:please )?mark (?:it|that|them).*)?$/iu, "mark $1 as done"],
  [/^(.+?) (?:can|could|should|must|may) be (?:approved|accepted)$/iu, "approve $1"],
  [/^(.+?) (?:can|could|should|must|may) be (?:rejected|declined|thrown out)$/iu, "reject $1"],
  [/^(.+?) (?:can|could|should|must|may) be (?:deleted|removed)$/iu, "delete $1"],
];
const IS_ASKED = /^(?:who|what|which|when|where|why|how|does|do|did|is|are|if|can|the reports?|reports?)\b|\bif\b/iu;

function asRequest(text: string): string {
  const bare = text.trim().replace(/[.!]+$/u, "");
  const polite = bare
    .replace(/^(?:(?:and|but|ok|okay|then|so|oh|well),? )+/iu, "")
    .replace(/,? (?:please|pls|plz)$/iu, "");
  const found = text.endsWith("?") || IS_ASKED.test(polite) ? undefined : STATED.find(([said]) => said.test(polite));
  return found === undefined ? text : polite.replace(...found);
}

/** Nobody approves a rule. */
const OF_LEAD = /\b(?:approve|reject|qualify|assign|call|phone|email)\b|^(?:not|no)\b/iu;

/**
 * The conversation with names in place of "the second one" and the like: what an answer listed is known only from its
 * text, whatever the question was.
 */
export function withReferences(request: ChatRequest): ChatRequest {
  const history: History = [];
  let listed: string[] = [];
  let isQuoted = false;
  const resolved = (text: string): string => asRequest(withNames(text, listed, isQuoted));
  for (const { text, isUser } of request.history ?? []) {
    history.push({ text: isUser ? resolved(text) : text, isUser });
    if (isUser) continue;
    const found = [...text.matchAll(LINE)].map(({ groups }) => groups?.["name"] ?? `“${groups?.["quoted"] ?? ""}”`);
    if (found.length > 0) listed = found;
    isQuoted = found[0]?.startsWith("“") === true;
  }
  return { ...request, message: resolved(request.message), history };
}

function withNames(text: string, listed: readonly string[], isQuoted: boolean): string {
  if (listed.length === 0) return text;
  // A name that two listed leads share identifies neither.
  const named = listed.map((name) => (listed.indexOf(name) === listed.lastIndexOf(name) ? name : undefined));
  const numbered = text.replace(NUMBER, (said, at: string) => named[Number(at) - 1] ?? said);
  const placed = PLACE.reduce((said, place, at) => {
    const name = at === PLACE.length - 1 ? named.at(-1) : named[at];
    return name === undefined ? said : said.replace(place, () => name);
  }, numbered);
  return isQuoted && !OF_LEAD.test(placed) ? placed.replace(IT, () => listed[0] ?? "") : placed;
}
