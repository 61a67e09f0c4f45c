import { z } from "zod";
import { Id, line, Timestamp, visibleLine } from "#shared/contract/common.ts";
import { LeadInCrm } from "#shared/contract/crm-connection.ts";
import { CompanySite } from "#shared/contract/leads/company-site.ts";
import { NextStep } from "#shared/contract/leads/next-step.ts";
import { LeadAssignment } from "#shared/contract/assignment.ts";
import { ApprovalEstimate } from "#shared/contract/learning.ts";
import { ADDRESS_QUALITIES } from "#shared/contract/leads/address-quality.ts";
import { LEAD_FIELDS, LEAD_TEXT_FIELDS, type LeadTextField, perField } from "#shared/lead-fields.ts";
import { LEAD_STAGES, LEAD_STATUSES, MISSING_INFO } from "#shared/lead-status.ts";
import { LIMITS } from "#shared/limits.ts";
import { fieldConditionsOf } from "#shared/contract/leads/field-filter.ts";
import { FieldValues, FieldValuesPatch } from "#shared/contract/leads/lead-field.ts";
import { TagNames } from "#shared/contract/leads/tag.ts";
import { TAG_MATCHES } from "#shared/tags.ts";

export const LeadStatus = z.enum(LEAD_STATUSES);
export const QualificationStatus = z.enum(["incomplete", "in_progress", "complete"]);
export const MissingInfo = z.enum(MISSING_INFO);

// Placed further down in the response.
const { scrapeUrl, notes, ...texts } = perField(LEAD_TEXT_FIELDS, () => z.string());
const ownerId = Id.nullable();

/** A lead as every endpoint returns it. Text fields are empty, never absent, and stay as written. */
export const Lead = z.object({
  id: Id,
  ...texts,
  source: z.string(),
  scrapeUrl,
  status: LeadStatus,
  statusSetBy: z.enum(["rule", "person"]),
  qualificationStatus: QualificationStatus,
  missingInfo: z.array(MissingInfo),
  followUpAttempts: z.int(),
  lastFollowUp: Timestamp.nullable(),
  score: z.int().min(LIMITS.score.min).max(LIMITS.score.max),
  keywords: z.array(z.string()),
  /** Names, in alphabetical order. */
  tags: z.array(z.string()),
  /** Values of custom fields, by the key of their field. */
  fields: FieldValues,
  sourceData: z.record(z.string(), z.unknown()).nullable(),
  rawData: z.unknown(),
  notes,
  processedAt: Timestamp.nullable(),
  createdAt: Timestamp,
  updatedAt: Timestamp,
  nextStep: NextStep.nullable(),
  /** The account that owns the lead; null for nobody. */
  ownerId,
  /** The owner's username; empty for nobody. */
  owner: z.string(),
  /** Null for a lead that was never assigned. */
  ownerSetBy: z.enum(["rule", "person"]).nullable(),
  /** Whether email can arrive, checked in the background; null without an email. */
  addressQuality: z.enum(ADDRESS_QUALITIES).nullable(),
  /** Why; empty until it is checked. */
  addressReason: z.string(),
});
export type Lead = z.infer<typeof Lead>;

/**
 * A list item; with `view=row` it omits the raw input, which only the detail needs. `facts` are those that the query
 * names, with repeated ones joined and long ones cut.
 */
export const LeadRow = Lead.partial({ rawData: true, sourceData: true }).extend({
  facts: z.array(z.object({ name: z.string(), value: z.string() })).optional(),
});
export type LeadRow = z.infer<typeof LeadRow>;

/**
 * Why a lead has its score: one part per distinct keyword of a rule, plus the cap. `parts[].points` and `cap` add up to
 * `score`; `start` and `end` are UTF-16 offsets of the match in `field`, `excerpt` is the text around it, and
 * `matchStart` and `matchEnd` are the offsets of the match in the excerpt.
 */
export const LeadExplanation = z.object({
  score: z.int(),
  threshold: z.int(),
  parts: z.array(
    z.object({
      ruleId: Id,
      ruleName: z.string(),
      /** For a condition, a sentence: "Budget is at least 5,000". */
      keyword: z.string(),
      field: z.string(),
      fieldName: z.string(),
      isCondition: z.literal(true).optional(),
      start: z.int(),
      end: z.int(),
      excerpt: z.string(),
      matchStart: z.int(),
      matchEnd: z.int(),
      points: z.int(),
      /** The rule's points, if fading or a score of 0 reduced them. */
      full: z.int().optional(),
    }),
  ),
  cap: z.int(),
  missing: z.int(),
  /** The lead's age, as fading rules count it. */
  ageDays: z.int(),
  /**
   * Below the threshold: active rules that could still add points, most points first. Each has the points of one
   * keyword today, some unmatched keywords, how many more there are, and whether one is enough. Empty `fields` means
   * all.
   */
  open: z.array(
    z.object({
      ruleId: Id,
      ruleName: z.string(),
      points: z.int(),
      keywords: z.array(z.string()),
      more: z.int(),
      fields: z.array(z.string()),
      fieldNames: z.array(z.string()),
      isEnough: z.boolean(),
    }),
  ),
});
export type LeadExplanation = z.infer<typeof LeadExplanation>;

/**
 * How a value was read: typed or edited by a user, from a column, API field or form answer, page markup (such as JSON-LD), a
 * custom selector, visible text, a message's header or signature, the language model, or derived from other values.
 */
export const ORIGIN_METHODS = [
  "typed",
  "edited",
  "column",
  "field",
  "answer",
  "markup",
  "selector",
  "text",
  "header",
  "signature",
  "model",
  "derived",
] as const;
export type OriginMethod = (typeof ORIGIN_METHODS)[number];

/** Where a value came from: the source by kind and name, the row or message, and how it was read. */
export const Origin = z.object({
  source: z.string(),
  sourceName: z.string(),
  locator: z.string(),
  method: z.enum(ORIGIN_METHODS),
  at: Timestamp,
});
export type Origin = z.infer<typeof Origin>;

/** Leads qualified by rules and not yet reviewed, best first: the next one, and how many remain. */
export const ReviewQueue = z.object({
  next: Id.nullable(),
  waiting: z.int(),
  /** False when counting stopped: then there are at least that many. */
  exact: z.boolean(),
});
export type ReviewQueue = z.infer<typeof ReviewQueue>;

/** Starts after this score and id, even if that lead has left the queue; without both, from the beginning. */
export const ReviewQueueQuery = z.object({
  afterScore: z.coerce.number().int().min(LIMITS.score.min).max(LIMITS.score.max).optional(),
  afterId: Id.optional(),
});

export const TimelineItem = z.object({
  id: Id,
  kind: z.string(),
  title: z.string(),
  description: z.string(),
  by: z.string(),
  at: Timestamp,
});
export type TimelineItem = z.infer<typeof TimelineItem>;

/** Everything the lead sheet shows. `learned` is present only while the learned model beats the rules. */
export const LeadDetail = Lead.extend({
  explanation: LeadExplanation,
  learned: ApprovalEstimate.nullable(),
  provenance: z.record(z.string(), Origin),
  facts: z.array(z.object({ name: z.string(), value: z.string() })),
  timeline: z.array(TimelineItem),
  /** Key of the company that groups it with other leads; null if nothing names one. */
  companyKey: z.string().nullable(),
  /** Why a rule gave the lead its owner; null if a person did, or without one. */
  assignment: LeadAssignment.nullable(),
  /** Most confident first; `pairId` matches the duplicates list. */
  possibleDuplicates: z.array(
    z.object({ id: Id, name: z.string(), email: z.string(), reason: z.string(), pairId: Id, confidence: z.int() }),
  ),
  /** One for each connected CRM. */
  crm: z.array(LeadInCrm),
});
export type LeadDetail = z.infer<typeof LeadDetail>;

/**
 * Any editable field; the email may be empty, since a captured lead may have none. `tags` replaces all tags by name and
 * creates unknown ones.
 */
export const LeadUpdate = z
  .object({
    ...perField(LEAD_TEXT_FIELDS, editable),
    status: LeadStatus,
    /** The account to assign the lead to; null for nobody. */
    ownerId,
    tags: TagNames,
    /** Values of custom fields, by the key of their field. */
    fields: FieldValuesPatch,
  })
  .partial();
export type LeadUpdate = z.infer<typeof LeadUpdate>;

/**
 * With `former`, `formerNotes` or `formerStatus`, what the edit is based on, it is refused (409 `stale`) if that has
 * changed since. With `formerTags`, only the difference to them is applied, so that tags which others added or removed
 * since stay as they are.
 */
export const LeadPatch = LeadUpdate.extend({
  former: z.optional(z.object({ ...texts, scrapeUrl, notes, ownerId, fields: FieldValuesPatch }).partial()),
  formerNotes: editable("notes").optional(),
  formerStatus: LeadStatus.optional(),
  formerTags: TagNames.optional(),
});
export type LeadPatch = z.infer<typeof LeadPatch>;

/** Required and optional fields when adding a lead manually. */
export const NewLead = LeadUpdate.extend({
  name: editable("name"),
  email: editable("email").min(1, "Email is required"),
});
export type NewLead = z.infer<typeof NewLead>;

function editable(field: LeadTextField): z.ZodString {
  const { type, maxLength, label } = LEAD_FIELDS[field];
  if (field === "name") return visibleLine(maxLength, `${label} is required`);
  if (type !== "email" && type !== "longText") return line(maxLength);
  const text = type === "email" ? z.string().trim() : z.string();
  return text.max(maxLength);
}

export const LEAD_SORTS = [
  "createdAt",
  "-createdAt",
  "score",
  "-score",
  "name",
  "-name",
  "company",
  "-company",
  "email",
  "-email",
  "source",
  "-source",
  "status",
  "-status",
  "keywords",
  "-keywords",
  "nextStep",
  "-nextStep",
  "owner",
  "-owner",
] as const;

/** One of them, or `fields.` with the key of a custom field. */
export const LeadSort = z.union(
  [z.enum(LEAD_SORTS), z.templateLiteral([z.enum(["", "-"]), "fields.", z.string().regex(/[a-z0-9_]+/u)])],
  `Sort by one of ${LEAD_SORTS.join(", ")}, or by fields. and the key of a custom field`,
);
export type LeadSort = z.infer<typeof LeadSort>;

/** Owners that aren't a particular account. */
export const OWNER_WORDS = ["me", "none"] as const;

/** A timestamp, or a day ("2026-01-31") from its start in UTC. */
const Moment = z.union([z.iso.datetime({ offset: true }), z.iso.date()], "Use 2026-01-31 or 2026-01-31T09:30:00Z");

/** Filters shared by list, export and bulk actions. */
export const LeadFilter = z.object({
  status: z.enum([...LEAD_STATUSES, "all"]).optional(),
  /** A stage of the pipeline: `qualified` includes approved leads, `incoming` and `processing` are the pending ones. */
  stage: z.enum(LEAD_STAGES).optional(),
  /** Words that must all be found, in name, company, email, phone, title, notes, next step or the original message. */
  search: z.string().max(LIMITS.list.searchLength).optional(),
  source: z.string().max(LIMITS.lead.fieldLength).optional(),
  minScore: z.coerce.number().int().min(LIMITS.score.min).max(LIMITS.score.max).optional(),
  maxScore: z.coerce.number().int().min(LIMITS.score.min).max(LIMITS.score.max).optional(),
  /** A keyword as written in rules, matched by the lead. */
  keyword: z.string().max(LIMITS.rule.keywordLength).optional(),
  missing: MissingInfo.optional(),
  /** Whether email can arrive at the lead's address. */
  addressQuality: z.enum(ADDRESS_QUALITIES).optional(),
  /** An account, `me` for the caller's own, or `none` for unassigned leads. */
  owner: z.union([z.enum(OWNER_WORDS), Id]).optional(),
  /** Ids of tags, separated by commas; leads with any of them, unless `tagMatch` is `all` or `none`. */
  tags: z
    .string()
    .max(LIMITS.tag.filtered * 20)
    .regex(/^\d{1,19}(?:,\d{1,19})*$/u, "Tags must be ids, separated by commas")
    .optional(),
  tagMatch: z.enum(TAG_MATCHES).optional(),
  /**
   * Conditions on custom fields, by key and separated by commas, which all apply: "budget:min:1000,tier:is:Gold". Tests
   * are `is` (repeated for one of several), `contains`, `min`, `max`, `filled` and `empty`; in a value, %2C is a comma
   * and %25 a percent.
   */
  fields: z
    .string()
    .max(LIMITS.customField.conditionsLength)
    .refine((text) => fieldConditionsOf(text) !== null, "Use conditions like budget:min:1000, separated by commas")
    .optional(),
  /** Created at or after. */
  from: Moment.optional(),
  /** Created before. */
  to: Moment.optional(),
  /** Changed at or after, by a person, a source or a new status. */
  changedFrom: Moment.optional(),
  /** Next step due on this day or later. */
  dueFrom: z.iso.date().optional(),
  /** Next step due before this day. */
  dueBefore: z.iso.date().optional(),
  /** Of this company, by its key: "@acme.example", or a name. */
  company: z.string().trim().max(LIMITS.lead.emailLength).optional(),
  /** Without a next step. */
  nextStep: z.literal("none").optional(),
});
export type LeadFilter = z.infer<typeof LeadFilter>;

/**
 * `sort` is a field, with a leading minus for descending; `keywords` sorts by the number of matches, `nextStep` by when
 * it is due, and `fields.budget` by the custom field with this key.
 */
export const LeadListQuery = LeadFilter.extend({
  limit: z.coerce.number().int().min(1).max(LIMITS.list.maxPageSize).optional(),
  cursor: z.string().max(2_000).optional(),
  sort: LeadSort.optional(),
  view: z.enum(["full", "row"]).optional(),
  /** Names of extra columns and answers to include, separated by commas; in a name, %2C is a comma and %25 a percent. */
  facts: z
    .string()
    .max(LIMITS.list.factColumns * (LIMITS.list.factNameLength * 3 + 1))
    .optional(),
});
export type LeadListQuery = z.infer<typeof LeadListQuery>;

const LeadIds = z.array(Id).min(1).max(LIMITS.leadIds);
/**
 * The target of a bulk action: all leads that match a filter, or specific ones, of which those that no longer match a
 * filter are skipped. Unknown filter fields are rejected, since ignoring them would affect more leads than intended.
 * With `atMost`, the number a person was shown, a filter that matches more by now is refused (409 `more_leads`).
 */
export const LeadSelection = z.union([
  z.object({ ids: LeadIds, filter: LeadFilter.strict().optional() }),
  z.object({ filter: LeadFilter.strict(), atMost: z.int().min(0).optional() }),
]);
export const BulkStatus = z.object({ selection: LeadSelection, status: LeadStatus });
export const BulkOwner = z.object({ selection: LeadSelection, ownerId });
export const BulkDelete = z.object({ selection: LeadSelection });
/** Adds and removes tags by name; unknown ones to add are created. */
export const BulkTags = z
  .object({ selection: LeadSelection, add: TagNames.default([]), remove: TagNames.default([]) })
  .refine(({ add, remove }) => add.length + remove.length > 0, {
    error: "Choose a tag to add or remove",
    path: ["add"],
  });
export type BulkTags = z.infer<typeof BulkTags>;
/** Sets values of custom fields, by the key of their field; null clears one. */
export const BulkFields = z.object({ selection: LeadSelection, fields: FieldValuesPatch });
export type BulkFields = z.infer<typeof BulkFields>;
/**
 * The counts add up to the leads found; `left` weren't reached because of a cancel or restart. `actId` undoes the
 * changes; null when there were none.
 */
export const BulkResult = z.object({ changed: z.int(), unchanged: z.int(), left: z.int(), actId: Id.nullable() });
export type LeadSelection = z.infer<typeof LeadSelection>;
export type BulkResult = z.infer<typeof BulkResult>;

/** "@acme.example" for a work domain, otherwise the company's name without case, accents and extra spaces. */
const CompanyKey = z.string().trim().min(1).max(LIMITS.lead.emailLength);
export const CompanyParams = z.object({ key: CompanyKey });

/** The leads of one company, and what is known about it. */
export const Company = z.object({
  key: z.string(),
  /** The most frequent spelling. */
  name: z.string(),
  /** Leads that the figures cover; `exact` is false if there are more. */
  count: z.int(),
  exact: z.boolean(),
  bestScore: z.int(),
  statuses: z.partialRecord(LeadStatus, z.int()),
  /** Values of the best leads: fields of the company, and other details that at least two leads share. */
  facts: z.array(z.object({ name: z.string(), values: z.array(z.string()) })),
  /** What its website says; absent for a name, and for a domain that is never read. */
  site: CompanySite.optional(),
  /** The best ones. */
  leads: z.array(LeadRow.pick({ id: true, name: true, email: true, title: true, status: true, score: true })),
});
export type Company = z.infer<typeof Company>;
