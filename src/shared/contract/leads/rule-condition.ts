import { FIELD_KINDS, readFieldValue, type FieldKind } from "#shared/contract/leads/field-value.ts";
import { nameKey } from "#shared/text/plain-signs.ts";

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
  asks: "empty" | "filled in" | "option" | "range";
  /** The numbers, or the starts of the days, that meet it, inclusive; everything unless it compares. */
  range: readonly [number, number];
  /** Whether the field's text meets it; undefined if the field is empty. Options are on separate lines. */
  meets: (text: string | undefined) => boolean;
}

/** What to write instead of a condition that can't be read. */
export const UNREADABLE_CONDITION =
  "Use a condition like at least 5000, between 1 and 5, before 2026-01-31, is Gold, empty or filled in.";

/** A condition as a sentence: "Budget is at least 5,000". */
export function conditionWords(name: string, text: string): string {
  return `${name} ${readCondition(text)?.words ?? text}`;
}

/** Whether every value that meets the first condition meets the second; both are on the same field. */
export function impliesCondition(one: RuleCondition | null, other: RuleCondition | null): boolean {
  if (one === null || other === null) return false;
  if (other.asks === "filled in") return one.asks !== "empty";
  if (one.asks !== other.asks) return false;
  if (one.asks === "option") return nameKey(one.option) === nameKey(other.option);
  const [[least, most], [from, to]] = [one.range, other.range];
  return one.kinds.join() === other.kinds.join() && from <= least && most <= to;
}

const EVERY_KIND = Object.keys(FIELD_KINDS) as FieldKind[];
const OPTIONS = ["choice", "choices", "yesNo"] as const;
// Making a format takes longer than reading a condition.
const NUMBER = new Intl.NumberFormat("en-US", { maximumFractionDigits: 20 });
const DAY = new Intl.DateTimeFormat("en-US", { dateStyle: "medium", timeZone: "UTC" });
const EVERYTHING = [-Infinity, Infinity] as const;

/**
 * Reads a condition: "at least 5000", "at most 100", "between 1 and 5", "before 2026-01-31", "after 2026-01-31",
 * "between 2026-01-01 and 2026-01-31", "is Gold", "empty", "filled in". Null for another text.
 */
export function readCondition(text: string): RuleCondition | null {
  const plain = text.trim();
  const onEmpty = { kinds: EVERY_KIND, option: "", range: EVERYTHING };
  if (/^empty$/iu.test(plain)) return { ...onEmpty, words: "is empty", asks: "empty", meets: isEmpty };
  if (/^filled in$/iu.test(plain)) {
    return { ...onEmpty, words: "is filled in", asks: "filled in", meets: (value) => !isEmpty(value) };
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
  const key = nameKey(option);
  const meets = (text = ""): boolean => text.split("\n").some((one) => nameKey(one) === key);
  return { kinds: OPTIONS, words: `is ${option}`, asks: "option", option, range: EVERYTHING, meets };
}

function comparison(test: string, first: string, last: string): RuleCondition | null {
  const [from, to] = [first, last].map((text) => valueOf("number", text));
  if (typeof from === "number" && typeof to === "number" && test !== "before" && test !== "after") {
    if (from > to) return null;
    const words = wordsOf(test, numberWords(from), numberWords(to));
    return inRange("number", words, [test === "at most" ? -Infinity : from, test === "at least" ? Infinity : to]);
  }
  const [begin, end] = [first, last].map((text) => valueOf("date", text));
  if (typeof begin !== "string" || typeof end !== "string" || test.startsWith("at ") || begin > end) return null;
  const words = wordsOf(test, dayWords(begin), dayWords(end));
  if (test === "before") return inRange("date", words, [-Infinity, Date.parse(begin) - 1]);
  if (test === "after") return inRange("date", words, [Date.parse(end) + 1, Infinity]);
  return inRange("date", words, [Date.parse(begin), Date.parse(end)]);
}

function inRange(kind: "number" | "date", words: string, range: RuleCondition["range"]): RuleCondition {
  const meets = (text = ""): boolean => {
    const value = text === "" ? Number.NaN : kind === "number" ? Number(text) : Date.parse(text);
    return value >= range[0] && value <= range[1];
  };
  return { kinds: [kind], words, asks: "range", option: "", range, meets };
}

function wordsOf(test: string, first: string, last: string): string {
  return test === "between" ? `is between ${first} and ${last}` : `is ${test} ${first}`;
}

function valueOf(kind: "number" | "date", text: string): unknown {
  const read = readFieldValue({ kind, options: [] }, text);
  return "value" in read ? read.value : null;
}

function numberWords(value: number): string {
  return NUMBER.format(value);
}

function dayWords(day: string): string {
  return DAY.format(new Date(day));
}
