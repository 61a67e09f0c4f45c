import { z } from "zod";
import { DEFAULT_RULE, NewRule, RULE_MODES, type Rule, type RuleMode } from "#shared/contract/rule.ts";
import { readCondition } from "#shared/contract/leads/rule-condition.ts";
import { TagName } from "#shared/contract/leads/tag.ts";
import { LIMITS } from "#shared/limits.ts";
import { switchedNumber, textListField, wholeNumberField } from "#web/forms/typed-fields.ts";
import { formatKeywords, parseKeywords } from "#web/screens/rules/form/keyword-text.ts";

const { weight } = LIMITS.rule;

/** Default half-life in days. */
const USUAL_HALF_LIFE = 30;

/** The sign is a separate control. */
const Points = z
  .int("Weight must be a whole number")
  .min(weight.min, `Weight must be at least ${weight.min}`)
  .max(weight.max, `Weight must be at most ${weight.max}`);

const Places = placesField("Select at least one field, or search everywhere");
const ConditionPlaces = placesField("Choose a field");
const Conditions = z
  .array(z.string())
  .min(1, "Choose an option")
  .pipe(NewRule.shape.keywords)
  .refine((all) => all.every((text) => readCondition(text) !== null), "Complete the condition");

function placesField(unchosen: string) {
  return z
    .object({ isEverywhere: z.boolean(), chosen: z.array(z.string()) })
    .transform(({ isEverywhere, chosen }, context) => {
      if (isEverywhere) return [];
      const parsed = NewRule.shape.fields.unwrap().min(1, unchosen).safeParse(chosen);
      if (parsed.success) return parsed.data;
      for (const { message } of parsed.error.issues) context.addIssue({ code: "custom", message, path: ["chosen"] });
      return z.NEVER;
    });
}

/**
 * Converts the form to a rule. Keywords of `rule` stay exactly as they are until edited, even if one contains a comma.
 */
export function ruleFields(mode: RuleMode, rule: Rule | null) {
  const split = (text: string): string[] =>
    rule !== null && text === formatKeywords(rule.keywords, mode) ? rule.keywords : parseKeywords(text, mode);
  return z
    .object({
      name: NewRule.shape.name,
      keywordsText: textListField(mode === "condition" ? Conditions : NewRule.shape.keywords, split),
      scoreWeight: wholeNumberField(Points),
      isActive: z.boolean(),
      mode: z.enum(RULE_MODES),
      places: mode === "condition" ? ConditionPlaces : Places,
      isTakenOff: z.boolean(),
      counting: NewRule.shape.counting.unwrap(),
      fade: switchedNumber(wholeNumberField(NewRule.shape.halfLifeDays.unwrap().unwrap())),
      note: NewRule.shape.note.unwrap(),
      tag: z.union([z.literal(""), TagName]),
    })
    .transform(({ keywordsText, places, isTakenOff, fade, scoreWeight, tag, ...rest }): NewRule => ({
      ...rest,
      tag: tag === "" ? null : tag,
      keywords: keywordsText,
      scoreWeight: isTakenOff ? -scoreWeight : scoreWeight,
      fields: places,
      halfLifeDays: fade,
    }));
}

export type RuleValues = z.input<ReturnType<typeof ruleFields>>;

/** Form fields by API name. */
export const SERVER_FIELDS = {
  keywords: "keywordsText",
  fields: "places.chosen",
  halfLifeDays: "fade.typed",
} as const;

export function ruleValues(rule: Rule | null): RuleValues {
  const { keywords, fields, halfLifeDays, scoreWeight, mode, ...rest } = rule ?? {
    ...DEFAULT_RULE,
    name: "",
    keywords: [],
  };
  return {
    name: rest.name,
    keywordsText: formatKeywords(keywords, mode),
    scoreWeight: String(Math.abs(scoreWeight)),
    isActive: rest.isActive,
    mode,
    places: { isEverywhere: fields.length === 0, chosen: fields },
    isTakenOff: scoreWeight < 0,
    counting: rest.counting,
    fade: { isOn: halfLifeDays !== null, typed: String(halfLifeDays ?? USUAL_HALF_LIFE) },
    note: rest.note,
    tag: rest.tag ?? "",
  };
}

/** Whether a rule uses options beyond the basic form. */
export function hasMoreOptions(rule: Rule | null): boolean {
  if (rule === null) return false;
  const { mode, fields, scoreWeight, counting, halfLifeDays, note, tag } = rule;
  const isPlain = mode === "condition" || (mode === "words" && fields.length === 0);
  return !isPlain || counting !== "each" || note !== "" || tag !== null || halfLifeDays !== null || scoreWeight < 0;
}
