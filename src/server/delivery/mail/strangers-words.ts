import { readPersonName } from "#server/pipeline/text/person-name.ts";

// What text by strangers may appear in messages that Winnow sends. Anyone can enter anyone's address into a form, so
// messages to leads repeat only text without links or contact details. Reports to colleagues show more, but no links.

const NAME_LENGTH = 60;
const NAME_WORDS = 5;
const WORDS_LENGTH = 150;
const LONGEST_WORD = 30;
/** Phone numbers have more digits; short codes have fewer, but without a gap. */
const MOST_DIGITS = 6;

/** Letters, digits and sentence punctuation, without control, bidirectional or invisible characters. */
const PLAIN = /^[\p{L}\p{M}\p{N} '’‘"“”„«»‚‹›,.;:!?¿¡()[\]&+/#%€$£°|–—-]+$/u;
const LEADS_AWAY = [
  // A dot, comma or colon inside a word, in brackets or between spaces: URLs, including obfuscated ones.
  /[.,:;!?](?=\p{L})|[:;](?=\S)|\d\.\d+\.\d|[([|]\s?\.|\s[.]\s|\/\/|\/\s\//u,
  /(?<![\p{L}\p{N}])(?:h[tx]{2}ps?|ftp|www|com|net|org|biz|xyz|onion|d[o0]t|punkt|point|punto|ponto|arroba|chiocciola)(?![\p{L}\p{N}])/u,
  /\+\s?\d|\d{5}/u,
  // Two alphabets in one word imitate another word.
  /\p{sc=Latin}\p{M}*[\p{sc=Cyrillic}\p{sc=Greek}]|[\p{sc=Cyrillic}\p{sc=Greek}]\p{M}*\p{sc=Latin}/u,
  /\p{M}{3}/u,
];
/** Digits spelled out, in the languages of follow-ups. */
const DIGIT_WORD =
  /(?<!\p{L})(?:zero|one|two|three|four|five|six|seven|eight|nine|null|eins|zwei|drei|vier|fünf|sechs|sieben|acht|neun|zéro|un|deux|trois|quatre|cinq|sept|huit|neuf|cero|uno|dos|tres|cuatro|cinco|seis|siete|ocho|nueve)(?!\p{L})/gu;
const MOST_DIGIT_WORDS = 3;

/** Invisible characters, which hide or reorder words. Joiners are kept because words and emoji need them. */
const UNSEEN = /(?![\u200c\u200d])[\p{Cf}\u115f\u1160\u2800\u3164\uffa0]|\u034f/gu;
/** What mail programs turn into a link: any kind of dot before letters, a scheme, a Windows path. */
const LINK = /[.\u3002\uff0e\uff61\u2024](?=\u0000?[\p{L}\p{N}])(?!\u0000?\d+(?!\p{L}))|:(?=\/\/)|\\(?=\\)/gu;
const SCHEME = /(?<!\p{L})(mailto|tel|sms|callto|skype|facetime|whatsapp):/giu;

/** A name for a greeting; null unless it's plainly one person's name. */
export function greetingName(text: string): string | null {
  const written = text.trim();
  if (written.length > NAME_LENGTH || written.split(" ").length > NAME_WORDS || !isHarmless(written)) return null;
  const read = readPersonName(written);
  if (read === null) return null;
  const isAsSpoken = /^[\p{L}\p{M}.'’ -]+$/u.test(written) && written !== written.toUpperCase();
  return isAsSpoken ? written : read.name;
}

/** Text by a stranger that is safe in a message to a lead or in a header; null if it isn't. */
export function repeatableWords(text: string): string | null {
  const written = text.trim();
  return written.length <= WORDS_LENGTH && isHarmless(written) ? written : null;
}

/** Whether a text is a single line without an address, link or phone number, even a hidden one. */
function isHarmless(text: string): boolean {
  const folded = text.normalize("NFKC").toLowerCase();
  return (
    /\p{L}/u.test(folded) &&
    !/\p{C}/u.test(text) &&
    PLAIN.test(folded) &&
    !LEADS_AWAY.some((pattern) => pattern.test(folded)) &&
    folded.split(/[\s/-]+/u).every((word) => word.length <= LONGEST_WORD) &&
    (folded.match(/\p{N}/gu) ?? []).length <= MOST_DIGITS &&
    (folded.match(DIGIT_WORD) ?? []).length <= MOST_DIGIT_WORDS
  );
}

/** Removes invisible characters. */
export function withoutUnseen(text: string): string {
  return text.replace(UNSEEN, "");
}

/** Text by a stranger for colleagues, in which mail programs find no link: "evil[.]example". */
export function withoutLinks(text: string): string {
  return text.replace(LINK, (sign) => `[${sign}]`).replace(SCHEME, "$1[:]");
}

/**
 * A lead's address for colleagues, unchanged so they can write to it, unless a mail program could take it for a
 * website.
 */
export function shownAddress(address: string): string {
  return /^[\w+%-]+(?:\.[\w+%-]+)*@[\w.-]+$/u.test(address) ? address : withoutLinks(address);
}
