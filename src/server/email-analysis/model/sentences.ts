/** The words of a sentence: lower-case, without accents, contractions spelled out, numbers as `#`. */
export interface Sentence {
  words: string[];
  isQuestion: boolean;
}

/** More says nothing new about what the writer wants, and would cost time. */
const LONGEST_TEXT = 3_000;
/** A line this long was wrapped by the mail program, a shorter one ended where the writer ended it. */
const WRAPPED_LINE = 58;

const PIECE = /\p{L}+|\d[\d.,]*|[€$£%?!.:;]/gu;
const MARK = /\p{M}+/gu;

/** Words of courtesy and degree that stand between those that matter: "could you please also send" asks as "could you send". */
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

/** Lower-case, without accents, typographic signs as the plain ones: how the lexicon and the messages are compared. */
export function fold(text: string): string {
  return text
    .toLowerCase()
    .normalize("NFKD")
    .replace(MARK, "")
    .replaceAll("ß", "ss")
    .replaceAll(/[‘’ʼ´`]/gu, "'");
}

/** A text as sentences of plain words. Addresses become `<url>` and `<mail>`, amounts of money `<money>`. Linear time. */
export function sentencesOf(text: string): Sentence[] {
  let folded = fold(text.slice(0, LONGEST_TEXT));
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
    if (piece === "?") end(true);
    else if (piece === "!" || piece === ":" || piece === ";") end(false);
    else if (piece === ".") {
      // A point inside of a chunk belongs to a name such as node.js or e.g.
      if (at === pieces.length - 1) end(false);
    } else if (piece === "€" || piece === "$" || piece === "£") words.push("<money>");
    else if (piece === "%") words.push("%");
    else if (piece.charCodeAt(0) <= 57) {
      // The sign before an amount has said already that it is one.
      if (words.at(-1) !== "<money>") words.push("#");
    } else if (!FILLERS.has(piece)) words.push(piece);
    // "3." and "12.50." end a sentence although their point was read with the number.
    if (at === pieces.length - 1 && piece.length > 1 && piece.endsWith(".")) end(false);
  }
}
