import { z } from "zod";
import { Id, line, Timestamp, Version, visibleLine } from "#shared/contract/common.ts";
import { readCondition, UNREADABLE_CONDITION } from "#shared/contract/leads/rule-condition.ts";
import { LEAD_TEXT_FIELDS } from "#shared/lead-fields.ts";
import { LIMITS } from "#shared/limits.ts";

const { nameLength, people, weight, capacity, conditions } = LIMITS.assignment;

/** Whom a rule picks: always the same person, each in turn by weight, or the one with the fewest open leads. */
export const ASSIGNMENT_STRATEGIES = ["person", "round_robin", "least_busy"] as const;

const Score = z.int().min(LIMITS.score.min).max(LIMITS.score.max);

/** A custom field (`field:KEY`) whose value must meet one of these conditions, which are those of scoring rules. */
const FieldCondition = z.object({
  field: line(LIMITS.lead.fieldLength).regex(/^field:[a-z0-9_]+$/u, "Choose a custom field"),
  anyOf: z
    .array(
      visibleLine(LIMITS.rule.keywordLength, UNREADABLE_CONDITION).refine(
        (text) => readCondition(text) !== null,
        UNREADABLE_CONDITION,
      ),
    )
    .min(1, "Choose an option")
    .max(LIMITS.customField.options),
});
export type FieldCondition = z.infer<typeof FieldCondition>;

/** What a lead must have; absent parts don't matter. */
export const AssignmentConditions = z.object({
  source: z.string().max(LIMITS.lead.fieldLength).optional(),
  minScore: Score.optional(),
  maxScore: Score.optional(),
  /** ISO 3166-1 alpha-2, by the phone number or the email's or website's domain. */
  country: z
    .string()
    .regex(/^[A-Z]{2}$/u, "Enter a two-letter country code, such as DE")
    .optional(),
  /** Each field must contain its text, ignoring case and accents. */
  texts: z
    .array(
      z.object({
        field: z.enum(LEAD_TEXT_FIELDS),
        contains: visibleLine(LIMITS.rule.keywordLength, "Enter the text to look for"),
      }),
    )
    .max(conditions)
    .optional(),
  customFields: z.array(FieldCondition).max(conditions).optional(),
  /** Ids of tags, all of which it must have. */
  tags: z.array(Id).max(conditions).optional(),
});
export type AssignmentConditions = z.infer<typeof AssignmentConditions>;

const fields = {
  name: visibleLine(nameLength, "Name is required"),
  isActive: z.boolean(),
  conditions: AssignmentConditions,
  strategy: z.enum(ASSIGNMENT_STRATEGIES),
  /** The weight is a person's share of a round robin. */
  people: z
    .array(z.object({ accountId: Id, weight: z.int().min(1).max(weight) }))
    .min(1, "Choose at least one person")
    .max(people)
    .refine((all) => new Set(all.map(({ accountId }) => accountId)).size === all.length, "Choose each person once"),
};

/** An assignment rule. Rules apply in the order of the list, and the first that has someone available decides. */
export const AssignmentRule = z.object({
  id: Id,
  ...fields,
  createdAt: Timestamp,
  /** Why it can never assign a lead; null if it can. */
  neverMatches: z.string().nullable(),
  version: Version,
});
export type AssignmentRule = z.infer<typeof AssignmentRule>;

export const NewAssignmentRule = z.object({ ...fields, isActive: fields.isActive.default(true) });
export type NewAssignmentRule = z.infer<typeof NewAssignmentRule>;

/** `before` is the rule to move it in front of; null moves it to the end. */
export const AssignmentRuleUpdate = z.object({ ...fields, before: Id.nullable(), version: Version }).partial();
export type AssignmentRuleUpdate = z.infer<typeof AssignmentRuleUpdate>;

/** How many leads a person takes a day, and when they are away; days are in the time zone of reports, and the last one is included. */
export const Availability = z.object({
  accountId: Id,
  perDay: z.int().min(1).max(capacity).nullable(),
  awayFrom: z.iso.date().nullable(),
  awayTo: z.iso.date().nullable(),
});
export type Availability = z.infer<typeof Availability>;

export const AvailabilityUpdate = Availability.omit({ accountId: true }).refine(
  ({ awayFrom, awayTo }) => awayFrom === null || awayTo === null || awayFrom <= awayTo,
  { path: ["awayTo"], message: "The last day must not be before the first" },
);
export type AvailabilityUpdate = z.infer<typeof AvailabilityUpdate>;

/** The unassigned leads to assign: with these rules instead of the saved ones. */
export const AssignmentTrial = z.object({ rules: z.array(NewAssignmentRule).max(LIMITS.assignment.rules).optional() });

/** What the rules would do to the unassigned leads; people with the most leads first. */
export const AssignmentPreview = z.object({
  unassigned: z.int(),
  assigned: z.int(),
  people: z.array(z.object({ accountId: Id, username: z.string(), leads: z.int() })),
});
export type AssignmentPreview = z.infer<typeof AssignmentPreview>;

/** Why a rule gave a lead its owner. */
export const LeadAssignment = z.object({ ruleName: line(nameLength), reason: z.string() });
export type LeadAssignment = z.infer<typeof LeadAssignment>;
