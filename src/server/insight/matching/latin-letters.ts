import { fold } from "#server/pipeline/text/fold.ts";

/** The usual transliteration of Cyrillic and Greek letters. There are several; one is enough for comparing. */
const CYRILLIC =
  "а a б b в v г g ґ g д d е e ё e є e ж zh з z и i і i ї i й i к k л l м m н n о o п p р r с s т t у u ў u ф f х kh ц ts ч ch ш sh щ shch ъ - ы y ь - э e ю yu я ya";
const GREEK = "α a β v γ g δ d ε e ζ z η i θ th ι i κ k λ l μ m ν n ξ x ο o π p ρ r σ s ς s τ t υ i φ f χ ch ψ ps ω o";
/** Letters without a removable accent, as typed on keyboards that lack them. */
const OTHERS = "ß ss æ ae œ oe ø o ł l đ d ð d þ th ı i";

const LATIN = new Map<string, string>();
for (const table of [CYRILLIC, GREEK, OTHERS]) {
  const letters = table.split(" ");
  for (let at = 0; at < letters.length; at += 2) {
    LATIN.set(letters[at] ?? "", letters[at + 1] === "-" ? "" : (letters[at + 1] ?? ""));
  }
}

/**
 * Transliterates known scripts to lowercase Latin letters without accents: "Müller" → "muller", "Иванов" → "ivanov".
 * Other scripts stay as they are.
 */
function latinLetters(text: string): string {
  const folded = fold(text);
  if (/^[\u0020-\u007e]*$/u.test(folded)) return folded;
  return Array.from(folded, (letter) => LATIN.get(letter) ?? letter).join("");
}

/**
 * Unifies spelling variants: "mueller" and "muller", "kjaer" and "kjar", "Yuri" and "Juri", "Philipp" and "Filip". For
 * comparison only, never for display.
 */
export function commonSpelling(word: string): string {
  return latinLetters(word)
    .replaceAll(/(?<=[aou])e(?=[^aeiou]|$)/gu, "")
    .replaceAll("aa", "a")
    .replaceAll("ph", "f")
    .replaceAll(/[yj]/gu, "i")
    .replaceAll(/(\p{L})\1/gu, "$1");
}
