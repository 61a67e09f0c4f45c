import { z } from "zod";
import { AssignmentConditions, type AssignmentRule, NewAssignmentRule } from "#shared/contract/assignment.ts";
import { readCondition } from "#shared/contract/leads/rule-condition.ts";
import type { TeamMember } from "#shared/contract/user.ts";
import { LEAD_TEXT_FIELDS } from "#shared/lead-fields.ts";
import { LIMITS } from "#shared/limits.ts";
import type { FieldNames } from "#web/forms/field-errors.ts";

const { weight } = LIMITS.assignment;
const { shape } = AssignmentConditions;
const Contains = shape.texts.unwrap().element.shape.contains;
const Alternatives = shape.customFields.unwrap().element.shape.anyOf;
const Score = z.string().regex(/^(?:|\d|[1-9]\d|100)$/u, "Enter a number from 0 to 100");

/** A condition on a custom field, `place`; alternatives are on separate lines. */
const Condition = z.object({ place: z.string().min(1, "Choose a field"), text: z.string() }).check((context) => {
  const { place, text } = context.value;
  if (place === "") return;
  const lines = linesOf(text);
  const isComplete = lines.every((line) => readCondition(line) !== null);
  const message = isComplete ? Alternatives.safeParse(lines).error?.issues[0]?.message : "Complete the condition";
  if (message !== undefined) context.issues.push({ code: "custom", message, input: text, path: ["text"] });
});

/** The form of an assignment rule. */
export const RuleFields = z
  .object({
    name: NewAssignmentRule.shape.name,
    source: z.string(),
    minScore: Score,
    maxScore: Score,
    country: z
      .string()
      .trim()
      .regex(/^(?:|[A-Za-z]{2})$/u, "Enter a two-letter country code, such as DE"),
    field: z.enum(LEAD_TEXT_FIELDS),
    contains: z.union([z.literal(""), Contains]),
    tag: z.string(),
    conditions: z.array(Condition),
    strategy: NewAssignmentRule.shape.strategy,
    /** By account; 0 for those who get no leads. */
    weights: z.record(z.string(), z.number().int().min(0).max(weight)),
  })
  .refine(({ weights }) => Object.values(weights).some((one) => one > 0), {
    path: ["weights"],
    message: "Choose at least one person",
  });
export type RuleValues = z.infer<typeof RuleFields>;

/** Form fields by API name. */
export const SERVER_FIELDS: FieldNames<RuleValues> = { "conditions.tags": "tag" };

export function valuesOf(rule: AssignmentRule | null): RuleValues {
  const { source = "", minScore, maxScore, country = "", texts = [], tags = [] } = rule?.conditions ?? {};
  return {
    name: rule?.name ?? "",
    source,
    minScore: minScore === undefined ? "" : String(minScore),
    maxScore: maxScore === undefined ? "" : String(maxScore),
    country,
    field: texts[0]?.field ?? "company",
    contains: texts[0]?.contains ?? "",
    tag: tags[0] ?? "",
    conditions: (rule?.conditions.customFields ?? []).map(({ field, anyOf }) => ({
      place: field,
      text: anyOf.join("\n"),
    })),
    strategy: rule?.strategy ?? "round_robin",
    weights: Object.fromEntries((rule?.people ?? []).map(({ accountId, weight: one }) => [accountId, one])),
  };
}

/** The rule as entered with the people shown; further texts and tags, which only the API sets, stay. */
export function ruleOf(
  values: RuleValues,
  rule: AssignmentRule | null,
  team: readonly TeamMember[],
): NewAssignmentRule {
  const { name, source, minScore, maxScore, country, field, contains, tag, conditions, strategy, weights } = values;
  const { texts: knownTexts = [], tags: knownTags = [] } = rule?.conditions ?? {};
  const texts = [...(contains === "" ? [] : [{ field, contains }]), ...knownTexts.slice(1)];
  const tags = [...(tag === "" ? [] : [tag]), ...knownTags.slice(1)];
  return {
    name,
    isActive: rule?.isActive ?? true,
    conditions: {
      ...(source !== "" && { source }),
      ...(minScore !== "" && { minScore: Number(minScore) }),
      ...(maxScore !== "" && { maxScore: Number(maxScore) }),
      ...(country !== "" && { country: country.toUpperCase() }),
      ...(texts.length > 0 && { texts }),
      ...(tags.length > 0 && { tags }),
      ...(conditions.length > 0 && {
        customFields: conditions.map(({ place, text }) => ({ field: place, anyOf: linesOf(text) })),
      }),
    },
    strategy,
    people: team.flatMap(({ id }) => ((weights[id] ?? 0) > 0 ? [{ accountId: id, weight: weights[id] ?? 1 }] : [])),
  };
}

function linesOf(text: string): string[] {
  return text.split("\n").flatMap((line) => line.trim() || []);
}
