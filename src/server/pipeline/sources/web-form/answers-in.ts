import { isRecord, listAt, sayValue, textAt } from "#server/pipeline/sources/web-form/loose-value.ts";
import { parseJson } from "#server/pipeline/text/parse-json.ts";
import { asWords, roleOfQuestion } from "#server/pipeline/text/question-role.ts";
import type { Answer } from "#server/pipeline/sources/web-form/read-form.ts";
import type { ColumnRole } from "#server/pipeline/text/header-words.ts";

/** More answers than any real form has; a bot can submit as many as fit in the body. */
const MOST_ANSWERS = 20_000;
/**
 * An answer is named after the keys around it. Bots can make those long and deep, so only the start of the nearest few
 * keys is used.
 */
const MOST_NAMES = 6;
const LONGEST_NAME = 500;

/** Wrapper keys that only group answers. */
const WRAPPERS = new Set(
  `data fields formdata formfields submission submissions payload body response responses answers values entry entries
  record records lead leads contact contacts person user customer client attributes properties items results rawrequest
  json wpforms value signup feedback comment enquiry inquiry quote callback`.split(/\s+/u),
);
const QUESTION_NAMES = ["label", "question", "title", "name", "field", "key", "column_name", "column_id"];
const VALUE_NAMES = ["value", "values", "answer", "response", "text", "raw_value", "string_value"];
/** Other keys allowed next to question and value in an answer; any other key makes it a nested object. */
const OTHER_KEYS = new Set([
  ...QUESTION_NAMES,
  ...VALUE_NAMES,
  ..."id ref type kind required options order position description placeholder".split(" "),
]);
/** Keys that still describe the person inside a nested object, where a name or address could be anything's. */
const OF_A_PERSON: ReadonlySet<ColumnRole> = new Set(["email", "phone", "firstName", "lastName"]);
const OF_ANOTHER =
  /refer|friend|colleague|manager|owner|assign|recipient|sender|agent|author|emergency|partner|organi[sz]er/iu;
/** URLs of a page, not of the person. */
const VAGUE_ADDRESSES = new Set(["url", "link", "site", "web"]);

/**
 * Extracts every answer from an object of any shape: flat or nested, lists of {name, value}, {label, answer} and
 * similar, and JSON embedded in strings. In document order, at most 20,000.
 */
export function answersIn(value: unknown): Answer[] {
  const answers: Answer[] = [];
  collect(value, [], answers, true);
  return answers;
}

/** Whether an object is a single answer: a question, a value and nothing else significant. */
function isLabeled(value: unknown): value is Record<string, unknown> {
  return (
    isRecord(value) &&
    QUESTION_NAMES.some((name) => textAt(value, name) !== "") &&
    VALUE_NAMES.some((name) => Object.hasOwn(value, name)) &&
    Object.keys(value).every((name) => OTHER_KEYS.has(name))
  );
}

/**
 * Whether a list item is one answer among many. Services add ids, flags and positions to question and value, which a
 * standalone object would not have. An item with an address or phone is a person with a note instead.
 */
export function isLabeledItem(item: unknown): item is Record<string, unknown> {
  if (isLabeled(item)) return true;
  return (
    isRecord(item) &&
    QUESTION_NAMES.some((name) => textAt(item, name) !== "") &&
    VALUE_NAMES.some((name) => name !== "text" && Object.hasOwn(item, name)) &&
    !Object.keys(item).some((name) => OF_A_PERSON.has(roleOfQuestion(name)?.role ?? "id"))
  );
}

function answerOf(item: Record<string, unknown>): Answer {
  const question = QUESTION_NAMES.map((name) => textAt(item, name)).find((text) => text !== "") ?? "";
  const name = VALUE_NAMES.find((one) => Object.hasOwn(item, one)) ?? "";
  return { question, value: sayValue(item[name]), ...roleOfType(textAt(item, "type")) };
}

function collect(value: unknown, path: readonly string[], answers: Answer[], mayParse: boolean): void {
  if (answers.length >= MOST_ANSWERS) return;
  if (isLabeled(value)) {
    answers.push(answerOf(value));
  } else if (Array.isArray(value) && value.some(isRecord)) {
    for (const [index, item] of value.entries()) {
      if (answers.length >= MOST_ANSWERS) return;
      if (isLabeledItem(item)) answers.push(answerOf(item));
      else collect(item, value.length === 1 ? path : within(path, [String(index + 1)]), answers, mayParse);
    }
  } else if (isRecord(value)) {
    for (const [name, part] of Object.entries(value)) collect(part, within(path, partsOf(name)), answers, mayParse);
  } else {
    const inner = mayParse && typeof value === "string" ? objectIn(value) : null;
    if (inner === null) answers.push(plainAnswer(path, sayValue(value)));
    else collect(inner, path, answers, false);
  }
}

function within(path: readonly string[], names: readonly string[]): string[] {
  return [...path, ...names.map((name) => name.slice(0, LONGEST_NAME))].slice(-MOST_NAMES);
}

function plainAnswer(path: readonly string[], value: string): Answer {
  const names = path.filter((name) => !WRAPPERS.has(name.toLowerCase().replace(/[^a-z]/gu, "")));
  const own = names.length === 0 ? path.slice(-1) : names;
  const role = roleOfPath(own);
  return { question: own.map(asWords).join(" "), value, ...(role !== undefined && { role }) };
}

/** Undefined leaves the role to the question. */
function roleOfPath(path: readonly string[]): ColumnRole | null | undefined {
  const [last = "", parent] = path.toReversed();
  if (parent === undefined) return VAGUE_ADDRESSES.has(last.toLowerCase()) ? null : undefined;
  if (path.some((name) => OF_ANOTHER.test(name))) return null;
  const together = roleOfQuestion(`${asWords(parent)} ${asWords(last)}`);
  if (together !== null) return together.role;
  const alone = roleOfQuestion(last)?.role;
  return alone === undefined || OF_A_PERSON.has(alone) ? alone : null;
}

/** HTML input types and other services' names for them. */
function roleOfType(type: string): { role: ColumnRole } | object {
  if (/^(?:email|email_?address|input_email)$/iu.test(type)) return { role: "email" };
  if (/^(?:tel|phone|phone_?number)$/iu.test(type)) return { role: "phone" };
  return /^(?:textarea|long_?text|paragraph)$/iu.test(type) ? { role: "notes" } : {};
}

/** `form_fields[name]` and `contact.email` are nested names. */
function partsOf(name: string): string[] {
  const parts = name.includes("[") ? name.split(/[[\]]+/u) : /\s/u.test(name) ? [name] : name.split(".");
  const named = parts.filter((part) => part !== "");
  return named.length === 0 ? [name] : named;
}

/** Some services send the whole submission as a JSON string among other fields. */
function objectIn(text: string): unknown {
  const trimmed = text.trim();
  if (!(trimmed.startsWith("{") && trimmed.endsWith("}")) && !(trimmed.startsWith("[{") && trimmed.endsWith("}]"))) {
    return null;
  }
  const parsed = parseJson(trimmed);
  return "value" in parsed && (isRecord(parsed.value) || listAt({ list: parsed.value }, "list").length > 0)
    ? parsed.value
    : null;
}
