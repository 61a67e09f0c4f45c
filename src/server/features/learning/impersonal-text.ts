import { findPostalAddress } from "#server/pipeline/text/postal-address.ts";

/** Up to four words capitalized like names. */
const NAMES = String.raw`(?:\p{Lu}[\p{L}\p{M}'’-]*\.?(?:[ \t]+|(?=[^\p{L}]|$))){1,4}`;
const BEFORE_A_NAME =
  "dear|hi|hello|hey|hallo|liebe[rs]?|sehr geehrte[rs]?|guten (?:tag|morgen|abend)|bonjour|ch[eè]re?|hola|estimad[oa]|" +
  "mr|mrs|ms|miss|dr|prof|herrn?|frau|monsieur|madame|mme|señora?|sr|sra|" +
  "my name is|mein name ist|ich heiße|je m['’]appelle|me llamo";
const BEFORE_A_SIGNATURE =
  "regards|wishes|best|cheers|sincerely|faithfully|thanks|thank you|grüßen?|gruß|danke|cordialement|merci|saludos|" +
  "atentamente|gracias";

const ADDRESSED = new RegExp(
  String.raw`(?<![\p{L}])(?:${inEitherCase(BEFORE_A_NAME)})\.?[ \t]+(?=\p{Lu})${NAMES}`,
  "gu",
);
const SIGNED = new RegExp(
  String.raw`(?<![\p{L}])(?:${inEitherCase(BEFORE_A_SIGNATURE)})[,.!]?[ \t]*\n\s*${NAMES}[ \t]*$`,
  "gmu",
);
/** A message contains few; a text with more is a list of addresses. */
const ADDRESSES = 5;
/** Separates words that must not form a phrase. */
const BREAK = " . ";

/** No words are learned beyond this length. */
const MOST_CHARACTERS = 8_000;

/**
 * Makes a pattern without escapes case-insensitive. A modifier, (?i:…), doesn't work: V8 13.6 ignores it in expressions
 * compiled after the first megabyte of a process's regular expressions, which a few thousand rules reach.
 */
function inEitherCase(pattern: string): string {
  let isInClass = false;
  return [...pattern]
    .map((character) => {
      if (character === "[" || character === "]") isInClass = character === "[";
      const [lower, upper] = [character.toLowerCase(), character.toUpperCase()];
      if (lower === upper || upper.length > 1) return character;
      return isInClass ? `${lower}${upper}` : `[${lower}${upper}]`;
    })
    .join("");
}

/**
 * A lead's text without postal addresses, salutations and signatures, within the length that words are learned from.
 */
export function impersonalText(text: string): string {
  let left = text.slice(0, MOST_CHARACTERS).replaceAll(SIGNED, BREAK).replaceAll(ADDRESSED, BREAK);
  for (let count = 0; count < ADDRESSES; count += 1) {
    const address = findPostalAddress(left);
    if (address === null) break;
    left = `${left.slice(0, address.start)}${BREAK}${left.slice(address.end)}`;
  }
  return left + text.slice(MOST_CHARACTERS);
}
