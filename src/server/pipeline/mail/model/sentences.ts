import { fold } from "#server/pipeline/text/fold.ts";

/** The words of a sentence: lower case, without accents, contractions expanded, numbers as `#`. */
export interface Sentence {
  words: string[];
  isQuestion: boolean;
}

/** Text beyond this adds time, not accuracy. */
const LONGEST_TEXT = 3_000;
/** Lines at least this long were wrapped by the mail program; shorter ones end a sentence. */
const WRAPPED_LINE = 58;

const PIECE =
  /[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Hangul}]|[^\P{L}\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Hangul}]+|\d[\d.,]*|[€$£%?!.:;？！。；：]/gu;

/** Dropped so that "could you please also send" matches "could you send". */
const FILLERS = new Set(
  (
    "please kindly also just maybe perhaps really very quite simply actually possibly currently " +
    "bitte auch mal eventuell vielleicht sehr gerade aktuell svp plait favor amablemente tambien actualmente aussi actuellement"
  ).split(" "),
);

const CONTRACTIONS: readonly (readonly [RegExp, string])[] = [
  [/\bcan't\b/gu, "can not"],
  [/\bwon't\b/gu, "will not"],
  [/n't\b/gu, " not"],
  [/'d\b/gu, " would"],
  [/'m\b/gu, " am"],
  [/'re\b/gu, " are"],
  [/'ll\b/gu, " will"],
  [/'ve\b/gu, " have"],
];

/** Folded, without ß and with plain apostrophes: the form in which lexicon and messages are compared. */
export function plainText(text: string): string {
  return fold(text)
    .replaceAll("ß", "ss")
    .replaceAll(/[‘’ʼ´`]/gu, "'");
}

/** Splits text into sentences of folded words. Addresses become `<url>` and `<mail>`, amounts `<money>`. Linear time. */
export function sentencesOf(text: string): Sentence[] {
  let folded = plainText(text.slice(0, LONGEST_TEXT));
  for (const [pattern, spelled] of CONTRACTIONS) folded = folded.replace(pattern, spelled);
  const sentences: Sentence[] = [];
  const words: string[] = [];
  const end = (isQuestion: boolean) => {
    if (words.length > 0) sentences.push({ words: words.splice(0), isQuestion });
  };
  for (const line of folded.split("\n")) {
    for (const chunk of line.split(/\s+/u)) {
      if (chunk.includes("://") || chunk.startsWith("www.")) words.push("<url>");
      else if (chunk.includes("@") && chunk.includes(".")) words.push("<mail>");
      else addPieces(chunk, words, end);
    }
    if (line.length < WRAPPED_LINE) end(false);
  }
  end(false);
  return sentences;
}

function addPieces(chunk: string, words: string[], end: (isQuestion: boolean) => void): void {
  const pieces = chunk.match(PIECE) ?? [];
  for (const [at, piece] of pieces.entries()) {
    if (piece === "?" || piece === "？") end(true);
    else if (/^[!:;！。；：]$/u.test(piece)) end(false);
    else if (piece === ".") {
      // A period inside a chunk is part of a name, such as node.js.
      if (at === pieces.length - 1) end(false);
    } else if (piece === "€" || piece === "$" || piece === "£") words.push("<money>");
    else if (piece === "%") words.push("%");
    else if (piece.charCodeAt(0) <= 57) {
      // The currency sign already represents the amount.
      if (words.at(-1) !== "<money>") words.push("#");
    } else if (!FILLERS.has(piece)) words.push(piece);
    // "3." ends a sentence even though its period was read with the number.
    if (at === pieces.length - 1 && piece.length > 1 && piece.endsWith(".")) end(false);
  }
}
