import { plainSigns } from "#shared/text/plain-signs.ts";

/**
 * How the matcher treats a folded character: word separator, standalone unit, mark on the previous character, or part
 * of a word.
 */
export const CHARACTER_KIND = { separator: 0, unit: 1, mark: 2, word: 3 } as const;

export type CharacterKind = (typeof CHARACTER_KIND)[keyof typeof CHARACTER_KIND];

/**
 * Accents, the stroke that stretches Arabic words, and invisible characters: joiners, soft hyphens, variation selectors,
 * emoji skin tones. Marks of scripts not listed here stay, because they are vowels or change the letter (Thai,
 * Devanagari, the Japanese voicing mark).
 */
const DROPPED =
  /[\u0640\p{Default_Ignorable_Code_Point}\p{Emoji_Modifier}[[\p{Mn}\p{Me}]&&[\p{scx=Zinh}\p{scx=Zyyy}\p{scx=Latn}\p{scx=Grek}\p{scx=Cyrl}\p{scx=Hebr}\p{scx=Arab}\p{scx=Syrc}]]]/v;

/** Characters that NFKD keeps distinct although people type one for the other. */
const SPELLED_OUT = new Map([
  ["ß", "ss"],
  ["æ", "ae"],
  ["œ", "oe"],
  ["ø", "o"],
  ["ł", "l"],
  ["đ", "d"],
  ["ð", "d"],
  ["þ", "th"],
  ["ħ", "h"],
  ["ŧ", "t"],
  ["ı", "i"],
  ["ς", "σ"],
  ["ک", "ك"],
  ["ی", "ي"],
  ["ى", "ي"],
  ["’", "'"],
  ["‘", "'"],
  ["ʼ", "'"],
  ["′", "'"],
  ["`", "'"],
]);

/** Signs that NFKD would merge into the previous word (Acme™ → acmetm) or turn into an accent without a letter. */
const BEFORE_NFKD = new Map([
  ["™", " "],
  ["℠", " "],
  ["®", " "],
  ["©", " "],
  ["´", "'"],
]);

/** Computing either value takes about a microsecond, and most text uses few distinct characters. */
const CACHED_CHARACTERS = 65_536;

function remembered<T>(find: (codePoint: number) => T): (codePoint: number) => T {
  const kept = new Map<number, T>();
  return (codePoint) => {
    let known = kept.get(codePoint);
    if (known === undefined) {
      known = find(codePoint);
      if (kept.size >= CACHED_CHARACTERS) kept.clear();
      kept.set(codePoint, known);
    }
    return known;
  };
}

/**
 * Folds one code point for comparison: NFKD, lower case, no accents, ligatures spelled out. Returns folded code points:
 * none if ignored, several for "ﬁ" or "㎏". A lone surrogate folds to itself. Idempotent.
 */
export const foldCodePoint = remembered(fold);

function fold(codePoint: number): readonly number[] {
  if (codePoint >= 0xd800 && codePoint <= 0xdfff) return [codePoint];
  const character = String.fromCodePoint(codePoint);
  const plain = BEFORE_NFKD.get(character) ?? character;
  const folded: number[] = [];
  for (const part of plain.normalize("NFKD").toLowerCase().normalize("NFKD")) {
    if (DROPPED.test(part)) continue;
    for (const sign of SPELLED_OUT.get(part) ?? plainSigns(part)) folded.push(sign.codePointAt(0) ?? 0);
  }
  return folded;
}

const SEPARATOR = /[\p{Z}\p{Cc}\p{P}$+<=>^`|~]/u;
const WORD_PART = /[\p{L}\p{N}\p{M}]/u;
/** Also the vowels and last consonants of folded Korean syllables. */
const MARK = /[\p{M}\u1160-\u11ff]/u;
/**
 * Scripts without spaces between words, in which every character can begin or end a word; also Korean, whose particles
 * follow a word without a space.
 */
const WITHOUT_WORD_SPACES =
  /[\p{scx=Hani}\p{scx=Hira}\p{scx=Kana}\p{scx=Hang}\p{scx=Thai}\p{scx=Laoo}\p{scx=Khmr}\p{scx=Mymr}]/u;

/** The kind of an already folded code point. Symbols, emoji and lone surrogates are units. */
export const kindOfFolded = remembered(findKind);

function findKind(codePoint: number): CharacterKind {
  const character = String.fromCodePoint(codePoint);
  if (SEPARATOR.test(character)) return CHARACTER_KIND.separator;
  if (!WORD_PART.test(character)) return CHARACTER_KIND.unit;
  if (!WITHOUT_WORD_SPACES.test(character)) return CHARACTER_KIND.word;
  return MARK.test(character) ? CHARACTER_KIND.mark : CHARACTER_KIND.unit;
}
