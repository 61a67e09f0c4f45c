import { GIVEN_NAMES } from "#server/pipeline/text/given-names.ts";

/** Letters that addresses spell with others; the rest only lose their accents. */
const SPELLED = new Map(
  `ä ae ö oe ü ue ß ss æ ae ø oe å aa œ oe ł l đ d ð d þ th ı i
  а a б b в v г g д d е e ё e ж zh з z и i й y к k л l м m н n о o п p р r с s т t у u ф f х h ц ts ч ch ш sh щ sch ъ ' ы y
  ь ' э e ю yu я ya і i ї yi є ye`
    .match(/\S+ \S+/gu)
    ?.map((pair) => [pair.slice(0, 1), pair.slice(2)]),
);
const SPELLED_LETTERS = /[äöüßæøåœłđðþı]|\p{sc=Cyrillic}/gu;

const HYPHEN = /(?<=\s\p{L}{4,})-(?=\p{L}{4,}$)/u;

/**
 * How well an address matches a name: 3 for first and last name, 2 for the last name, alone or with an initial, 1 for
 * the first name, 0 for no match. Both spellings of accents and umlauts are tried.
 */
export function nameAffinity(name: string, address: string): number {
  const local = address
    .slice(0, Math.max(0, address.lastIndexOf("@")))
    .toLowerCase()
    .replace(/\+.*$|\d+$/u, "");
  if (local.length < 2) return 0;
  const written = plain(local);
  return Math.max(...spellings(name).map((words, at) => Math.min(at < 2 ? 3 : 2, score(words, written))));
}

/** Whether an address is somebody's first and last name: "anna.lee@". */
export function spellsPerson(email: string): boolean {
  const [, given = "", family = ""] = /^(\p{L}{3,})[._](\p{L}{3,})\d*@/u.exec(email.toLowerCase()) ?? [];
  return GIVEN_NAMES.has(given) && !GIVEN_NAMES.has(family);
}

let lastName = "";
let lastSpellings: string[][] = [];

/** Caches the spellings of the last name, which is compared with many addresses in a row. */
function spellings(name: string): string[][] {
  if (name !== lastName) {
    lastName = name;
    lastSpellings = spellingsOf(name);
  }
  return lastSpellings;
}

/** A text in lowercase as addresses spell it: "müller" → "mueller", "альтко" → "altko". */
export function spelledOut(small: string): string {
  return small.replace(SPELLED_LETTERS, (letter) => SPELLED.get(letter) ?? letter);
}

function spellingsOf(name: string): string[][] {
  const small = name.toLowerCase();
  // Addresses can have half of a hyphenated name.
  const whole = [spelledOut(small), small.replaceAll("ß", "ss").replaceAll("ł", "l").replaceAll("ø", "o")];
  return [...whole, ...(HYPHEN.test(small) ? [small.replace(HYPHEN, " ")] : [])].map((text) =>
    text
      .split(/[\s,]+/u)
      .map(plain)
      .filter((word) => word !== ""),
  );
}

function score(words: readonly string[], local: string): number {
  const first = words[0] ?? "";
  const last = words.at(-1) ?? "";
  if (words.length < 2) return local === first && first.length > 2 ? 2 : 0;
  const [holdsFirst, holdsLast] = [first, last].map((word) => word.length > 1 && local.includes(word));
  if (holdsFirst === true && holdsLast === true && (first.length + last.length) * 2 > local.length) return 3;
  if (local === words.map((word) => word[0]).join("") && words.length >= 2) return 2;
  if (first.length > 2 && local === first + last.charAt(0)) return 2;
  if (last.length > 2 && (local === last || local === first.charAt(0) + last || local === last + first.charAt(0)))
    return 2;
  if (holdsLast === true && last.length > 3 && last.length * 3 > local.length) return 2;
  // Some systems cut names off: "vkolbenh" for Vidra Kolbenheyer.
  const cut = local.slice(local.startsWith(first.charAt(0)) ? 1 : 0);
  if ([cut, cut.slice(1)].some((part) => part.length > 4 && last.startsWith(part))) return 2;
  if (words.slice(1, -1).some((word) => word.length > 3 && local.includes(word))) return 2;
  return first.length > 2 && local === first ? 1 : 0;
}

function plain(text: string): string {
  if (/^[a-z\d]*$/u.test(text)) return text;
  return text.normalize("NFKD").replace(/[^\p{L}\p{N}]/gu, "");
}
