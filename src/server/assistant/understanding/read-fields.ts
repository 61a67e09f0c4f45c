import { fieldSortOf, type FieldCondition } from "#shared/contract/leads/field-filter.ts";
import type { FieldKind } from "#shared/contract/leads/field-value.ts";
import type { Language } from "#shared/language.ts";
import { readDays } from "#server/assistant/understanding/day-range.ts";
import {
  amount,
  amountOf,
  countOf,
  LONGEST_TEXT,
  optionAt,
  textAt,
  textOf,
} from "#server/assistant/understanding/field-values.ts";
import { localDay } from "#server/assistant/understanding/time-span.ts";
import {
  plainWord,
  wordingOf,
  type AskedField,
  type Word,
  type Wording,
} from "#server/assistant/understanding/words.ts";

/** What surrounds the name of a field: words on both sides, up to the next field. */
interface Around {
  field: AskedField;
  before: readonly Word[];
  after: readonly Word[];
  /** Between the name and the next word: "budget > 5000". */
  sign: string;
  language: Language;
  now: Date;
}

/** What was understood, and how many words on each side say it. */
interface Part extends Pick<AskedField, "conditions" | "isExcluded" | "sort" | "figure"> {
  before?: number;
  after?: number;
}

const LINK = "(?:(?:value|amount|that|which|is|are|was|were|has|have|of|a|an|the|with) )*";
const STRICT_MIN = "above|over|more than|greater than|higher than|larger than|bigger than|exceeds|exceeding|beyond";
const STRICT_MAX = "below|under|less than|lower than|smaller than|cheaper than";
const LOOSE_MIN = "at least|from|minimum|starting at|no less than|not less than";
const LOOSE_MAX = "at most|up to|maximum|no more than|not more than";
const COMPARED = `(?:(?<strictMin>${STRICT_MIN})|(?<strictMax>${STRICT_MAX})|(?<min>${LOOSE_MIN})|(?<max>${LOOSE_MAX}))(?: of)?`;
const NUMBER_AFTER = new RegExp(
  `^${LINK}(?:${COMPARED} |(?<near>around|about|roughly|approximately|circa|ca|some) |(?<is>is|equals|equal to|exactly) )?${amount("n")}(?: (?:(?<more>or|and) (?:more|higher|above|up)|(?<less>or|and) (?:less|lower|below)))?(?=$| )`,
  "u",
);
/** "Around 5000" is 20% more or less. */
const NEAR = 0.2;
const BETWEEN = new RegExp(`^${LINK}(?:between|from) ${amount("n")} (?:and|to) ${amount("m")}(?=$| )`, "u");
const NUMBER_BEFORE = new RegExp(`(?:^| )${COMPARED} ${amount("n")}(?: (?:in|of))?$`, "u");

const NONE_BEFORE =
  /(?:^| )(?:without|with no|no|(?:have|has|having) no|(?:do|does|did) not have|not having|missing|lacking|lack)(?: (?:an?|the|any|their|known))*$/u;
const NONE_AFTER =
  /^(?:(?:is|are|that is|field is) )?(?:still )?(?:missing|empty|blank|unknown|not (?:set|known|given|filled(?: in)?))\b/u;
const SOME_AFTER = /^(?:is |are )?(?:set|known|given|available|filled(?: in)?|not (?:empty|missing|blank))\b/u;
const SOME_BEFORE = /(?:^| )(?:with|have|has|having|had|got|but(?= an? ?$))(?: (?:an?|the|any|some|their|known))*$/u;
const BEING_BEFORE = /(?:^| )(?:is|are|being|only|a|an|with|have|has|want|wants|as)$/u;
const NOT_BEFORE = /(?:^| )not(?: an?)?$/u;
const HIGHEST =
  /(?:^| )(?:highest|biggest|largest|greatest|top|most|best|maximum|max|latest|longest|with (?:the )?more)(?: (?:amount|value) of| in| of)?$/u;
const LOWEST =
  /(?:^| )(?:lowest|smallest|least|worst|minimum|min|cheapest|earliest|soonest|next|shortest)(?: (?:amount|value) of| in| of)?$/u;
const SORTED = /(?:^| )(?:sort|sorted|order|ordered|rank|ranked|arranged|arrange)(?: (?:them|leads|it))? by(?: the)?$/u;
const BY = /(?:^| )(?:by|per|for each|for every|in each|each|every)(?: the| an?)?$/u;
const LISTED =
  /^(?:(?:show|list|tell|give|me|us|all|of|the|our|different|available|possible|which|what|are|do|we|have) )*$/u;
const LISTED_AFTER =
  /^(?:(?:options|values|choices) ?)?(?:do (?:we|you|i) (?:have|use)|are there|are used|exist|have we|are possible|)$/u;
const AVERAGE = /(?:^| )(?:average|avg|mean|averaged|typical|on average)(?: (?:of|the|our|all|value))*$/u;
const TOTAL =
  /(?:^| )(?:total|sum|combined|overall|sum up|add up|how much|how many)(?: (?:of|the|our|all|pipeline|open|expected))*$/u;
const TOTAL_AFTER = /(?:^| )(?:in total|total|in sum|altogether|combined)$/u;
const ASKS_WHAT = /^(?:and )?(?:what|which)$/u;

const MENTIONED =
  /(?:^| )(?:mention\w*|(?:talk|speak|writ)\w* (?:about|of)|ask\w* about|words?|keywords?)(?: (?:an?|the|their))?$/u;

const SETTING =
  /^(?:(?:please|can|could|would|you|hey|hi|ok|i|want|need|to) )*(?<verb>set|change|update|put|move|shift|enter|fill in|fill|make|mark|clear|empty|erase|reset|remove|delete)\b/u;
const CLEARING = /^(?:clear|empty|erase|reset|remove|delete)$/u;
/** Before a field that says which leads are meant, rather than what is set. */
const WHOSE = /\b(?:with|without|whose|where|that|which|who|having|by|if|field)\b/u;
const ASSIGNED = /(?:^| )(?:to|as|with|at)(?= )/u;
const OF_TEXT: ReadonlySet<FieldKind> = new Set(["text", "link"]);

/**
 * Reads what a question asks of the custom fields in it; the words that say so are removed, since they mean nothing
 * else. A field that isn't understood stays without conditions.
 */
export function readFields(wording: Wording, now: Date, language: Language): Wording {
  const { words, question } = wording;
  if (words.every(({ field }) => field === undefined)) return wording;
  const verb = SETTING.exec(wording.text)?.groups?.["verb"];
  const gone = new Set<number>();
  let isSet = false;
  const read = words.map((word, at): Word => {
    const { field } = word;
    if (field === undefined || field.conditions !== undefined) return word;
    const until = words.findIndex((other, index) => index > at && other.field !== undefined);
    const since = words.findLastIndex((other, index) => index < at && other.field !== undefined);
    const around: Around = {
      field,
      before: words.slice(since + 1, at).filter((_, index) => !gone.has(since + 1 + index)),
      after: words.slice(at + 1, until === -1 ? words.length : until),
      sign: question.slice(word.end, words[at + 1]?.start).trim(),
      language,
      now,
    };
    if (verb !== undefined && !isSet && !WHOSE.test(textOf(around.before))) {
      isSet = true;
      const set = CLEARING.test(verb) ? { text: "", from: 0, words: 0 } : assigned(around);
      if (set === null) {
        // "Put Ann in the food segment"
        const option = field.options.length === 0 ? null : ofChoice(around);
        const [chosen] = option?.conditions ?? [];
        if (option?.before === undefined || chosen === undefined) return word;
        for (let index = 1; index <= option.before; index += 1) gone.add(at - index);
        return { ...word, field: { ...field, set: chosen.value } };
      }
      for (let index = 0; index < set.words; index += 1) gone.add(at + 1 + set.from + index);
      return { ...word, field: { ...field, set: set.text } };
    }
    // "Leads that mention budget" have the word rather than a value.
    if (MENTIONED.test(textOf(around.before)))
      return { said: word.said, meant: plainWord(word.said), start: word.start, end: word.end };
    const part = partOf(around);
    if (part === null) return word;
    const { before = 0, after = 0, ...asked } = part;
    for (let index = 1; index <= before; index += 1) gone.add(at - index);
    for (let index = 1; index <= after; index += 1) gone.add(at + index);
    return { ...word, field: { ...field, ...asked } };
  });
  return wordingOf(
    question,
    read.filter((_, at) => !gone.has(at)),
  );
}

function partOf(around: Around): Part | null {
  const { field, before, after } = around;
  const [said, follows] = [textOf(before), textOf(after)];
  const condition = (test: FieldCondition["test"], value = ""): Pick<Part, "conditions"> => ({
    conditions: [{ key: field.key, test, value }],
  });
  if (field.kind === "yesNo") {
    const yesOrNo = yesNo(said, follows);
    if (yesOrNo !== null) {
      const { value, ...size } = yesOrNo;
      return { ...condition("is", value), ...size };
    }
  } else {
    const none = NONE_BEFORE.exec(said)?.[0];
    if (none !== undefined) return { ...condition("empty"), before: countOf(none) };
  }
  const noneAfter = NONE_AFTER.exec(follows)?.[0];
  if (noneAfter !== undefined) return { ...condition("empty"), after: countOf(noneAfter) };
  // "What region is Ann in?" doesn't say what the region is.
  const value = OF_TEXT.has(field.kind) && ASKS_WHAT.test(said) ? null : valueOf(around);
  if (value !== null) return value;
  const some = SOME_AFTER.exec(follows)?.[0];
  if (some !== undefined) return { ...condition("filled"), after: countOf(some) };
  const other = figureOf(field, said, follows) ?? sortOf(field, said, follows, around.now);
  const someBefore = SOME_BEFORE.exec(said)?.[0];
  if (other !== null || someBefore === undefined) return other;
  return { ...condition("filled"), before: countOf(someBefore) };
}

function figureOf({ kind }: AskedField, said: string, follows: string): Part | null {
  if (kind === "number") {
    const average = AVERAGE.exec(said)?.[0];
    if (average !== undefined) return { figure: "average", before: countOf(average) };
    const total = TOTAL.exec(said)?.[0];
    if (total !== undefined) return { figure: "total", before: countOf(total) };
    // "Presupuesto medio"
    if (/^(?:average|mean)\b/u.test(follows)) return { figure: "average", after: 1 };
    return TOTAL_AFTER.test(follows) || /^(?:in )?total\b/u.test(follows) ? { figure: "total" } : null;
  }
  if (kind !== "choice" && kind !== "choices" && kind !== "yesNo") return null;
  const by = SORTED.test(said) ? undefined : BY.exec(said)?.[0];
  if (by !== undefined) return { figure: "each", before: countOf(by) };
  if (/(?:^| )which$/u.test(said) && /^(?:has|have|brings?|with|is|are|spends?)\b/u.test(follows))
    return { figure: "each", before: 1 };
  const isListed = LISTED.test(said === "" ? "" : `${said} `) && LISTED_AFTER.test(follows);
  return isListed ? { figure: "each", before: countOf(said), after: countOf(follows) } : null;
}

/** Leads without a value are skipped, except where the whole list is put in order. */
function sortOf({ key, kind }: AskedField, said: string, follows: string, now: Date): Part | null {
  const up = fieldSortOf(key);
  const isOfSize = kind === "number" || kind === "date";
  const sorted = SORTED.exec(said)?.[0] ?? (isOfSize ? BY.exec(said)?.[0] : undefined);
  if (sorted !== undefined) {
    const [way] = /^(?:in )?(?:ascending|descending)(?: order)?/u.exec(follows) ?? [];
    const isDown = way === undefined ? kind === "number" : way.includes("descending");
    return { sort: isDown ? `-${up}` : up, before: countOf(sorted), after: countOf(way ?? "") };
  }
  if (!isOfSize) return null;
  const highest = HIGHEST.exec(said)?.[0];
  const lowest = highest === undefined ? LOWEST.exec(said)?.[0] : undefined;
  const words = highest ?? lowest;
  if (words === undefined) return null;
  return {
    sort: highest === undefined ? up : `-${up}`,
    // The next one isn't over.
    conditions: [
      kind === "date" && /\b(?:next|soonest)\b/u.test(words)
        ? { key, test: "min", value: localDay(now) }
        : { key, test: "filled", value: "" },
    ],
    before: countOf(words),
  };
}

function yesNo(said: string, follows: string): { value: string; before?: number; after?: number } | null {
  const [whole, value] = /^(?:is |are |set to |with )?(yes|no|true|false)\b/u.exec(follows) ?? [];
  if (whole !== undefined && value !== undefined) {
    const isYes = value === "yes" || value === "true";
    return { value: isYes ? "yes" : "no", after: countOf(whole) };
  }
  const no = NONE_BEFORE.exec(said)?.[0] ?? NOT_BEFORE.exec(said)?.[0];
  if (no !== undefined) return { value: "no", before: countOf(no) };
  const yes = BEING_BEFORE.exec(said)?.[0];
  if (yes !== undefined) return { value: "yes", before: countOf(yes) };
  return /^(?:leads|contacts|people)\b/u.test(follows) ? { value: "yes" } : null;
}

function valueOf(around: Around): Part | null {
  switch (around.field.kind) {
    case "number":
      return ofNumber(around);
    case "date":
      return ofDate(around);
    case "choice":
    case "choices":
      return ofChoice(around);
    case "text":
    case "link":
      return ofText(around);
    case "yesNo":
      return null;
  }
}

function ofNumber({ field, before, after, sign, language }: Around): Part | null {
  const follows = textOf(after);
  const bound = (test: "min" | "max" | "is", value: number): FieldCondition => ({
    key: field.key,
    test,
    value: String(value),
  });
  const between = BETWEEN.exec(follows);
  const [from, to] = [amountOf(between, "n", language), amountOf(between, "m", language)];
  if (between !== null && from !== null && to !== null) {
    return { conditions: [bound("min", from), bound("max", to)], after: countOf(between[0]) };
  }
  const behind = NUMBER_AFTER.exec(follows);
  const ahead = behind === null ? NUMBER_BEFORE.exec(textOf(before)) : null;
  const groups = (behind ?? ahead)?.groups ?? {};
  const number = amountOf(behind ?? ahead, "n", language);
  if (number === null) return null;
  const size = behind === null ? { before: countOf(ahead?.[0] ?? "") } : { after: countOf(behind[0]) };
  if (groups["near"] !== undefined) {
    return { conditions: [bound("min", number * (1 - NEAR)), bound("max", number * (1 + NEAR))], ...size };
  }
  const isStrictMin = groups["strictMin"] !== undefined || /^>(?!=)/u.test(sign);
  const isStrictMax = groups["strictMax"] !== undefined || /^<(?!=)/u.test(sign);
  if (isStrictMin) return { conditions: [bound("min", beyond(number, 1))], ...size };
  if (isStrictMax) return { conditions: [bound("max", beyond(number, -1))], ...size };
  if (groups["min"] !== undefined || groups["more"] !== undefined || /^(?:>=|≥)/u.test(sign))
    return { conditions: [bound("min", number)], ...size };
  if (groups["max"] !== undefined || groups["less"] !== undefined || /^(?:<=|≤)/u.test(sign))
    return { conditions: [bound("max", number)], ...size };
  return { conditions: [bound("is", number)], ...size };
}

/** Just past a number: limits of a list include their value, and amounts have cents. */
function beyond(number: number, way: 1 | -1): number {
  const digits = (String(number).split(".")[1] ?? "").length + 2;
  return Number((number + way * 10 ** -digits).toFixed(digits));
}

function ofDate({ field, after, now }: Around): Part | null {
  const days = readDays(textOf(after), now);
  if (days === null) return null;
  const { min, max, words } = days;
  return {
    conditions: [
      ...(min === undefined ? [] : [{ key: field.key, test: "min" as const, value: min }]),
      ...(max === undefined ? [] : [{ key: field.key, test: "max" as const, value: max }]),
    ],
    after: words,
  };
}

/** "segment is enterprise or SMB", "enterprise segment" */
function ofChoice({ field, before, after }: Around): Part | null {
  const [linked = ""] =
    /^(?:(?:is|are|was|equals|of|as|in|either|set to|the|a|an|value|option|to|not|except) )*/u.exec(
      `${textOf(after)} `,
    ) ?? [];
  let at = countOf(linked);
  const chosen: string[] = [];
  for (;;) {
    const found = optionAt(field.options, after, at);
    if (found === null) break;
    chosen.push(found.option);
    at += found.words;
    if (!/^(?:or|and)$/u.test(after[at]?.meant ?? "") || optionAt(field.options, after, at + 1) === null) break;
    at += 1;
  }
  const isNot = after.slice(0, at).some(({ meant }) => meant === "not" || meant === "except");
  if (chosen.length > 0) {
    const not = isNot ? { isExcluded: true } : excludedBefore(before, before.length);
    return { conditions: chosen.map((value) => ({ key: field.key, test: "is", value })), ...not, after: at };
  }
  for (let words = Math.min(before.length, LONGEST_TEXT); words > 0; words -= 1) {
    const found = optionAt(field.options, before, before.length - words);
    if (found?.words !== words) continue;
    const { before: more = 0, ...not } = excludedBefore(before, before.length - words);
    return { conditions: [{ key: field.key, test: "is", value: found.option }], ...not, before: words + more };
  }
  return null;
}

const EXCLUDED =
  /(?:^| )(?:not|except|excluding|without|outside|other than|apart from)(?: (?:in|of|from|for|by|the|an?))*$/u;

/** "Not in the", before an option. */
function excludedBefore(words: readonly Word[], end: number): { isExcluded?: true; before?: number } {
  const match = EXCLUDED.exec(textOf(words.slice(0, end)))?.[0];
  return match === undefined ? {} : { isExcluded: true, before: countOf(match) };
}

function ofText({ field, after }: Around): Part | null {
  const [linked = ""] =
    /^(?:(?:is|are|equals|contains|containing|includes|including|like|named|called|starts with) )*/u.exec(
      `${textOf(after)} `,
    ) ?? [];
  const at = countOf(linked);
  const value = textAt(after, at);
  if (value === null || after[at]?.meant === "not") return null;
  return { conditions: [{ key: field.key, test: "contains", value: value.text }], after: at + value.words };
}

/** "budget to 5000 for Ann", "budget of Ann to 5000", "budget 5000": the value a request sets. */
function assigned({ field, after, language, now }: Around): { text: string; from: number; words: number } | null {
  const match = ASSIGNED.exec(textOf(after));
  const from = match === null ? 0 : countOf(textOf(after).slice(0, match.index + match[0].length));
  const value = after.slice(from);
  const text = textOf(value);
  switch (field.kind) {
    case "number": {
      const number = new RegExp(`^${amount("n")}(?=$| )`, "u").exec(text);
      const read = amountOf(number, "n", language);
      return number === null || read === null ? null : taken(String(read), from, countOf(number[0]));
    }
    case "date": {
      const days = readDays(text, now);
      return days?.min === undefined ? null : taken(days.min, from, days.words);
    }
    case "choice":
    case "choices": {
      const found = optionAt(field.options, value, 0);
      if (found !== null) return taken(found.option, from, found.words);
      const other = textAt(value, 0);
      return match === null || other === null ? null : taken(other.text, from, other.words);
    }
    case "yesNo": {
      const [said] = /^(?:yes|no|true|false)\b/u.exec(text) ?? [];
      return said === undefined ? null : taken(said, from, 1);
    }
    case "text":
    case "link": {
      const other = textAt(value, 0);
      return match === null || other === null ? null : taken(other.text, from, other.words);
    }
  }
}

/** The word before the value belongs to it: "to". */
function taken(text: string, from: number, words: number): { text: string; from: number; words: number } {
  return from === 0 ? { text, from, words } : { text, from: from - 1, words: words + 1 };
}
