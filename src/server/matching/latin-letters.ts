import { fold } from "#server/reading/fold.ts";

/** How names in Cyrillic and Greek letters are mostly written in Latin ones, one way of several that is enough to compare by. */
const CYRILLIC =
  "а a б b в v г g ґ g д d е e ё e є e ж zh з z и i і i ї i й i к k л l м m н n о o п p р r с s т t у u ў u ф f х kh ц ts ч ch ш sh щ shch ъ - ы y ь - э e ю yu я ya";
const GREEK = "α a β v γ g δ d ε e ζ z η i θ th ι i κ k λ l μ m ν n ξ x ο o π p ρ r σ s ς s τ t υ i φ f χ ch ψ ps ω o";
/** Letters that have no accent to take off, as those who lack them type them. */
const OTHERS = "ß ss æ ae œ oe ø o ł l đ d ð d þ th ı i";

const LATIN = new Map<string, string>();
for (const table of [CYRILLIC, GREEK, OTHERS]) {
  const letters = table.split(" ");
  for (let at = 0; at < letters.length; at += 2) {
    LATIN.set(letters[at] ?? "", letters[at + 1] === "-" ? "" : (letters[at + 1] ?? ""));
  }
}

/**
 * Text in small Latin letters without accents, where its script is known: "Müller" → "muller", "Иванов" → "ivanov". Other
 * scripts stay as they are.
 */
function latinLetters(text: string): string {
  const folded = fold(text);
  if (/^[\u0020-\u007e]*$/u.test(folded)) return folded;
  return Array.from(folded, (letter) => LATIN.get(letter) ?? letter).join("");
}

/**
 * One spelling for words that people write in several: "mueller" and "muller", "kjaer" and "kjar", "Yuri" and "Juri",
 * "Philipp" and "Filip". Only to compare by, never to show.
 */
export function commonSpelling(word: string): string {
  return latinLetters(word)
    .replaceAll(/(?<=[aou])e(?=[^aeiou]|$)/gu, "")
    .replaceAll("aa", "a")
    .replaceAll("ph", "f")
    .replaceAll(/[yj]/gu, "i")
    .replaceAll(/(\p{L})\1/gu, "$1");
}
