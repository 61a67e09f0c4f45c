import { FIELD_KINDS, fieldNameKey, readFieldValue, type FieldKind } from "#shared/contract/leads/field-value.ts";

const FIELD = "field:";

/** The kinds of custom fields that keywords are searched in; conditions compare the others. */
export const SEARCHED_KINDS: ReadonlySet<FieldKind> = new Set(["text", "choice", "choices", "link"]);

/** A custom field where a rule looks: `field:KEY`. */
export function ruleFieldOf(key: string): string {
  return `${FIELD}${key}`;
}

/** The key of the custom field; null for other places. */
export function keyOfRuleField(field: string): string | null {
  return field.startsWith(FIELD) ? field.slice(FIELD.length) : null;
}

/** A condition on the value of a custom field. */
export interface RuleCondition {
  /** The kinds of fields it fits. */
  kinds: readonly FieldKind[];
  /** What it asks, after the field's name: "is at least 5,000". */
  words: string;
  /** The text that it compares with; empty if there is none. */
  option: string;
  /** Whether the field's text meets it; undefined if the field is empty. Options are on separate lines. */
  meets: (text: string | undefined) => boolean;
}

/** A condition as a sentence: "Budget is at least 5,000". */
export function conditionWords(name: string, text: string): string {
  return `${name} ${readCondition(text)?.words ?? text}`;
}

const EVERY_KIND = Object.keys(FIELD_KINDS) as FieldKind[];
const OPTIONS = ["choice", "choices", "yesNo"] as const;

/**
 * Reads a condition: "at least 5000", "at most 100", "between 1 and 5", "before 2026-01-31", "after 2026-01-31",
 * "between 2026-01-01 and 2026-01-31", "is Gold", "empty", "filled in". Null for another text.
 */
export function readCondition(text: string): RuleCondition | null {
  const plain = text.trim();
  if (/^empty$/iu.test(plain)) return { kinds: EVERY_KIND, words: "is empty", option: "", meets: isEmpty };
  if (/^filled in$/iu.test(plain)) {
    return { kinds: EVERY_KIND, words: "is filled in", option: "", meets: (value) => !isEmpty(value) };
  }
  const [, option = ""] = /^is\s+(\S.*)$/iu.exec(plain) ?? [];
  if (option !== "") return isOption(option);
  const [, test = "", first = "", last] =
    /^(at least|at most|before|after|between)\s+(.+?)(?:\s+and\s+(.+))?$/iu.exec(plain) ?? [];
  if (test === "" || (test.toLowerCase() === "between") !== (last !== undefined)) return null;
  return comparison(test.toLowerCase(), first, last ?? first);
}

function isEmpty(text: string | undefined): boolean {
  return text === undefined;
}

function isOption(option: string): RuleCondition {
  const key = fieldNameKey(option);
  const meets = (text = ""): boolean => text.split("\n").some((one) => fieldNameKey(one) === key);
  return { kinds: OPTIONS, words: `is ${option}`, option, meets };
}

function comparison(test: string, first: string, last: string): RuleCondition | null {
  const [from, to] = [first, last].map((text) => valueOf("number", text));
  if (typeof from === "number" && typeof to === "number" && test !== "before" && test !== "after") {
    if (from > to) return null;
    const [least, most] = [test === "at most" ? -Infinity : from, test === "at least" ? Infinity : to];
    const meets = (text = ""): boolean => text !== "" && Number(text) >= least && Number(text) <= most;
    return { kinds: ["number"], words: wordsOf(test, numberWords(from), numberWords(to)), option: "", meets };
  }
  const [begin, end] = [first, last].map((text) => valueOf("date", text));
  if (typeof begin !== "string" || typeof end !== "string" || test.startsWith("at ") || begin > end) return null;
  const words = wordsOf(test, dayWords(begin), dayWords(end));
  if (test === "before") return { kinds: ["date"], words, option: "", meets: (day = "") => day !== "" && day < begin };
  if (test === "after") return { kinds: ["date"], words, option: "", meets: (day = "") => day > end };
  return { kinds: ["date"], words, option: "", meets: (day = "") => day >= begin && day <= end };
}

function wordsOf(test: string, first: string, last: string): string {
  return test === "between" ? `is between ${first} and ${last}` : `is ${test} ${first}`;
}

function valueOf(kind: "number" | "date", text: string): unknown {
  const read = readFieldValue({ kind, options: [] }, text);
  return "value" in read ? read.value : null;
}

function numberWords(value: number): string {
  return value.toLocaleString("en-US", { maximumFractionDigits: 20 });
}

function dayWords(day: string): string {
  return new Date(day).toLocaleDateString("en-US", { dateStyle: "medium", timeZone: "UTC" });
}
