import { fieldConditionsOf, type FieldCondition } from "#shared/contract/leads/field-filter.ts";
import { fieldText, type FieldValue } from "#shared/contract/leads/field-value.ts";
import type { CustomField } from "#shared/contract/leads/lead-field.ts";
import type { LeadFilter } from "#shared/contract/leads/lead.ts";
import type { Language } from "#shared/language.ts";
import { numberWords } from "#server/assistant/words/moment.ts";
import { quoted, sayIn } from "#server/assistant/words/say.ts";

/** A filter by custom fields: "with Budget from 5,000 to 10,000 and without Region". */
export function fieldFilterWords(
  { fields }: Pick<LeadFilter, "fields">,
  known: readonly CustomField[],
  language: Language,
): string {
  const conditions = fieldConditionsOf(fields ?? "") ?? [];
  const parts = [...Map.groupBy(conditions, ({ key }) => key)].map(([key, own]) =>
    conditionWords(
      own,
      known.find((field) => field.key === key),
      language,
    ),
  );
  const and = sayIn(language)("and", "und", "et", "y");
  const again = sayIn(language)("with ", "mit ", "avec ", "con ");
  return parts.map((part, at) => (at > 0 && part.startsWith(again) ? part.slice(again.length) : part)).join(` ${and} `);
}

function conditionWords(
  conditions: readonly FieldCondition[],
  field: CustomField | undefined,
  language: Language,
): string {
  const say = sayIn(language);
  const name = field?.name ?? conditions[0]?.key ?? "";
  const valueOf = (test: FieldCondition["test"]): string[] =>
    conditions
      .filter((one) => one.test === test)
      .map(({ value }) => (field?.kind === "number" ? numberWords(Number(value), language) : value));
  const beyond = field?.kind === "number" ? beyondWords(conditions, language) : undefined;
  if (valueOf("empty").length > 0) return say(`without ${name}`, `ohne ${name}`, `sans ${name}`, `sin ${name}`);
  const [min, max, part] = [valueOf("min")[0], valueOf("max")[0], valueOf("contains")[0]];
  const values = valueOf("is");
  const is = values.map((value) => quoted(value, say)).join(say(" or ", " oder ", " ou ", " o "));
  const range =
    beyond ??
    (min !== undefined && max !== undefined
      ? say(`from ${min} to ${max}`, `von ${min} bis ${max}`, `de ${min} à ${max}`, `de ${min} a ${max}`)
      : min !== undefined
        ? say(`of ${min} or more`, `ab ${min}`, `à partir de ${min}`, `desde ${min}`)
        : max !== undefined
          ? say(`of ${max} or less`, `bis ${max}`, `jusqu'à ${max}`, `hasta ${max}`)
          : "");
  const dated =
    field?.kind === "date" && language === "en"
      ? range.replace(/^of (.+) or more$/u, "on $1 or later").replace(/^of (.+) or less$/u, "on $1 or earlier")
      : range;
  const has = part === undefined ? "" : `${say("containing", "mit", "contenant", "con")} ${quoted(part, say)}`;
  const what = [is, dated, has].filter((text) => text !== "").join(" ");
  return say(
    `with ${name}${what === "" ? "" : ` ${what}`}`,
    `mit ${name}${what === "" ? "" : ` ${what}`}`,
    `avec ${name} ${what}`.trim(),
    `con ${name} ${what}`.trim(),
  );
}

/** A limit just past a number, from "over 5000" or "under 5000". */
function beyondWords(conditions: readonly FieldCondition[], language: Language): string | undefined {
  const [only, ...others] = conditions;
  if (only === undefined || others.length > 0) return undefined;
  const isOver = only.test === "min" && /\.\d*01$/u.test(only.value);
  const isUnder = only.test === "max" && /\.\d*99$/u.test(only.value);
  if (!isOver && !isUnder) return undefined;
  const digits = (only.value.split(".")[1] ?? "").length - 2;
  const number = numberWords(Number(Number(only.value).toFixed(digits)), language);
  const say = sayIn(language);
  return isOver
    ? say(`over ${number}`, `über ${number}`, `de plus de ${number}`, `de más de ${number}`)
    : say(`under ${number}`, `unter ${number}`, `de moins de ${number}`, `de menos de ${number}`);
}

/** A value as a person reads it. */
export function fieldValueWords(value: FieldValue, language: Language): string {
  return typeof value === "number" ? value.toLocaleString(language, { maximumFractionDigits: 10 }) : fieldText(value);
}

/** The keys of the custom fields that a list is about, in the order of the question. */
export function keysOfFields(filter: Pick<LeadFilter, "fields">, asked: readonly CustomField[]): string[] {
  const conditions = (fieldConditionsOf(filter.fields ?? "") ?? []).filter(({ test }) => test !== "empty");
  return [...new Set([...conditions, ...asked].map(({ key }) => key))];
}
