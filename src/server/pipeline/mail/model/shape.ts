import { plainText } from "./sentences.ts";
import type { Sentence } from "./sentences.ts";

/** A number with a unit: 40mm, 3.2 m, 600 kg, 230 V. */
const MEASURE =
  /\d\s?(?:mm|cm|km|m[23²³]?|qm|sqm|cbm|kg|g|gsm|kwh?|l|ltr|ml|lit(?:er|re)s?|ft|inch(?:es)?|t|tons?|tonnes?|bar|volts?|v|watts?|w|hz|hp|ps|lbs?|oz|miles|rpm|met(?:er|re)s?|kilos?|°|"|')(?![\p{L}\d])/iu;
const DIMENSIONS = /\d{2,4}\s?[x×]\s?\d{2,4}/u;
/** Digits after a letter prefix: LK-77, PX40, M20. */
const CODE = /\p{L}[/-]?\d{2}/u;
const NUMBERED = /#\s?\d{3}|(?<!\p{L})(?:no|nr|ref|n°|nº)\.?\s?\d{3}/iu;
const LONG_NUMBER = /\d{4}/u;
const TIME = /(?<!\d)\d{1,2}(?:[:.]\d{2}(?!\d)|\s?(?:am|pm|uhr|h)(?!\p{L}))/iu;
const GREETING =
  /^(?:dear|hi|hello|hey|good (?:day|morning|afternoon|evening)|hallo|guten|sehr|liebe|moin|servus|bonjour|bonsoir|madame|monsieur|cher|hola|buen|estimad|muy)/u;
const TO_ALL = /(?:team|sir|madam|all|everyone|damen und|messieurs|zusammen|sales|equipo|senores|whom)/u;
const BY_FIRST_NAME = /^(?:dear|hi|hello|hey|hallo|lieber?|bonjour|cher|hola|estimad[oa])\s+\p{L}+\s?[,!.]?$/u;
const BY_LAST_NAME = /(?<!\p{L})(?:herr|frau|mr|mrs|ms|dr|monsieur|madame|sr|sra|don|dona|lic|ing)(?!\p{L})/u;
const FORM_LINE = /^[ \t]{0,4}\p{L}[\p{L} ]{1,25}:/u;
const LIST_LINE = /^[ \t]{0,4}(?:[-*•]|\d[.)])[ \t]/u;

/** Same limit as for sentences. */
const LONGEST_TEXT = 3_000;
const FORM_LINES = 3;

/**
 * Describes a message's form rather than its content: where it asks something, and whether it has measurements,
 * references, code or a greeting. Linear in the text; reads its first 3,000 characters.
 */
export function shapeOf(subject: string, text: string, sentences: readonly Sentence[]): string[] {
  const read = text.slice(0, LONGEST_TEXT);
  const all = `${subject.slice(0, LONGEST_TEXT)}\n${read}`;
  return [...questionsIn(subject, sentences), ...signsIn(all, read), ...greetingOf(read)];
}

function questionsIn(subject: string, sentences: readonly Sentence[]): string[] {
  const questions = sentences.filter(({ isQuestion }) => isQuestion).length;
  const shape: string[] = [];
  if (questions === 0) shape.push("asks no question");
  if (questions > 1) shape.push("asks several questions");
  if (questions > 0 && questions * 2 >= sentences.length) shape.push("consists mostly of questions");
  if (sentences[0]?.isQuestion === true) shape.push("begins with a question");
  if (sentences.at(-1)?.isQuestion === true) shape.push("ends with a question");
  if (subject.includes("?")) shape.push("asks in the subject");
  if (subject === "") shape.push("has no subject");
  if (/^\s{0,3}(?:re|aw|sv|rv|antw)\s?:/iu.test(subject)) shape.push("is a reply");
  if (/^\s{0,3}(?:fwd?|wg|tr)\s?:/iu.test(subject)) shape.push("is forwarded");
  return shape;
}

function signsIn(all: string, text: string): string[] {
  const shape: string[] = [];
  if (MEASURE.test(all)) shape.push("names a measure");
  if (DIMENSIONS.test(all)) shape.push("names dimensions");
  if (CODE.test(all)) shape.push("names a model or reference number");
  if (NUMBERED.test(all)) shape.push("refers to a numbered document");
  if (LONG_NUMBER.test(all)) shape.push("has a long number");
  if (TIME.test(all)) shape.push("names a time of day");
  if (/[€$£]/u.test(all)) shape.push("names an amount of money");
  if (/^\p{Ll}/u.test(text)) shape.push("begins in lower case");
  if (all.includes("!")) shape.push("exclaims");
  if (/\p{Extended_Pictographic}/u.test(all)) shape.push("has pictures among its words");
  const lines = text.split("\n");
  if (lines.filter((line) => FORM_LINE.test(line)).length >= FORM_LINES) shape.push("is filled in like a form");
  if (lines.some((line) => LIST_LINE.test(line))) shape.push("has a list");
  if (/^#{1,4} /mu.test(text)) shape.push("has headings");
  if (/^ {0,3}```|^ {4}\S/mu.test(text)) shape.push("has code");
  if (/^\s{0,6}[-*] \[[ xX]\]/mu.test(text)) shape.push("has a checklist");
  if (/!\[[^\]]{0,80}\]\(/u.test(text)) shape.push("shows a picture");
  if (/(?<![\p{L}\p{N}.])@[\p{L}\p{N}-]{2,40}/u.test(text)) shape.push("mentions somebody");
  return shape;
}

function greetingOf(text: string): string[] {
  const first = plainText(text.slice(0, 80).split("\n")[0] ?? "");
  if (!GREETING.test(first)) return [];
  if (TO_ALL.test(first)) return ["greets", "greets nobody in particular"];
  if (BY_LAST_NAME.test(first)) return ["greets", "greets by surname"];
  return BY_FIRST_NAME.test(first) ? ["greets", "greets by first name"] : ["greets"];
}
