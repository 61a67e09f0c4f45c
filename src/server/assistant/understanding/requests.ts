import { MANNERS, REQUEST } from "#server/assistant/understanding/request-words.ts";
import { correctSpelling } from "#server/assistant/understanding/spelling.ts";
import { translate } from "#server/assistant/understanding/translate.ts";
import { plainWord, wordsOf } from "#server/assistant/understanding/words.ts";

/** Between two parts of a message; what a note or reminder says after a colon stays whole, as do quotes. */
const BETWEEN =
  /(?<=\D[.!?;])\s+|,?\s+(?:and|an|then|und|et|puis|y|e)\s+(?:then |also |auch |dann |aussi |puis |también |luego )?|,\s+|\s[-–—]\s/giu;
/** "All his leads", of whom the sentence before names. */
const POSSESSIVES =
  /\b(?:his|her|their|seiner?|seine[nms]|ihrer?|ihre[nms]|ses|sus)\b(?=\s+\p{L})|\b(?:s?he|they)(?=\s+owns?\b)/iu;
/** A list of names has more, and is one request. */
const MOST_PARTS = 25;
/** Enough to see what a part begins with. */
const BEGINNING = 120;
const QUESTION =
  /^(?:(?:and|tell me|let me know|say|sag mir|dis moi|dime|diganme) )*(?:what|how|who|when|where|why|which|is|are|does|do|did|can|was|wie|wer|wann|wo|warum|comment|qui|quand|pourquoi|combien|que|como|quien|cuando|donde|cuantos?)\b/u;

/** Whether a text asks for a change. */
const isRequest = (text: string): boolean => asksForChange(translate(text));

function asksForChange({ wording, language }: ReturnType<typeof translate>): boolean {
  const { text: asked } = language === "en" ? correctSpelling(wording) : wording;
  return REQUEST.test(asked.replace(MANNERS, ""));
}

/**
 * The requests of a message and the questions next to them, as written: "approve Ann and assign her to me". What is only
 * said around them is skipped, but "his leads" are those of the colleague it names.
 */
export function requestsIn(message: string, people: readonly string[] = []): string[] {
  const parts: string[] = [];
  let start = 0;
  for (const { index, 0: between } of message.matchAll(BETWEEN).take(MOST_PARTS)) {
    const next = message.slice(index + between.length).slice(0, BEGINNING);
    const before = message.slice(start, index);
    // A list of names or words goes on.
    if (/^remind me\W*$/iu.test(next)) continue;
    const isNew = (/^\s/u.test(between) && /[.!?;]$/u.test(before)) || beginsRequest(next) || asks(next);
    if (!isNew || isQuoted(before) || /:\s/u.test(before)) continue;
    parts.push(before);
    start = index + between.length;
  }
  parts.push(message.slice(start));
  const said = parts.map((part) => part.trim()).filter(Boolean);
  const requests = new Set(said.filter(isRequest));
  if (requests.size === 0) return [message];
  const namedIn = (text: string): string[] =>
    wordsOf(text).words.flatMap(({ meant }) => (people.includes(meant) ? [meant] : []));
  // Whose they are is said around the request: "Diego is away, assign his leads to Priya".
  const [owner, ...others] = new Set(said.filter((part) => !requests.has(part)).flatMap(namedIn));
  return said
    .filter((part) => requests.has(part) || asks(part))
    .map((part) =>
      owner === undefined || others.length > 0 || namedIn(part).includes(owner)
        ? part
        : part.replace(POSSESSIVES, (word) => (/^s?he$|^they$/iu.test(word) ? owner : `${owner}'s`)),
    );
}

/** Whether a request begins a text with its verb, unlike "Ann Lee und Bob Stone bitte ablehnen", which ends with it. */
function beginsRequest(text: string): boolean {
  const translated = translate(text);
  const [first, next] = translated.wording.words;
  return asksForChange(translated) && (first === undefined || next === undefined || first.start <= next.start);
}

const asks = (part: string): boolean => QUESTION.test(plainWord(part.trim()));

/** Whether a quote is open at the end of a text. */
function isQuoted(text: string): boolean {
  return (text.match(/"/gu)?.length ?? 0) % 2 === 1 || /[“„«][^”“»]*$/u.test(text);
}
