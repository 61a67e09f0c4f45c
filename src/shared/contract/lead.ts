import { z } from "zod";
import { Id, line, Timestamp, visibleLine } from "#shared/contract/common.ts";
import { LearnedJudgement } from "#shared/contract/learning.ts";
import { LEAD_STATUSES, MISSING_INFO } from "#shared/lead-status.ts";
import { LIMITS } from "#shared/limits.ts";

export const LeadStatus = z.enum(LEAD_STATUSES);
export const QualificationStatus = z.enum(["incomplete", "in_progress", "complete"]);
export const MissingInfo = z.enum(MISSING_INFO);

/** A lead as every call answers it. Text fields are empty, never absent; a person's own words stay as written. */
export const Lead = z.object({
  id: Id,
  name: z.string(),
  email: z.string(),
  company: z.string(),
  industry: z.string(),
  title: z.string(),
  phone: z.string(),
  source: z.string(),
  scrapeUrl: z.string(),
  status: LeadStatus,
  statusSetBy: z.enum(["rule", "person"]),
  qualificationStatus: QualificationStatus,
  missingInfo: z.array(MissingInfo),
  followUpAttempts: z.int(),
  lastFollowUp: Timestamp.nullable(),
  score: z.int().min(LIMITS.score.min).max(LIMITS.score.max),
  keywords: z.array(z.string()),
  sourceData: z.record(z.string(), z.unknown()).nullable(),
  rawData: z.unknown(),
  notes: z.string(),
  processedAt: Timestamp.nullable(),
  createdAt: Timestamp,
  updatedAt: Timestamp,
});
export type Lead = z.infer<typeof Lead>;

/** An item of the list: with `view=row` the raw input stays away, which only the detail needs. */
export const LeadRow = Lead.partial({ rawData: true, sourceData: true });
export type LeadRow = z.infer<typeof LeadRow>;

/**
 * Why a lead has its score: one part per distinct keyword of a rule, the cap as its own line.
 * `parts[].points` and `cap` add up to `score`; `start` and `end` are UTF-16 offsets of the match in `field`,
 * `excerpt` the text around it, with `matchStart` and `matchEnd` the offsets of the match inside the excerpt.
 */
export const LeadExplanation = z.object({
  score: z.int(),
  threshold: z.int(),
  parts: z.array(
    z.object({
      ruleId: Id,
      ruleName: z.string(),
      keyword: z.string(),
      field: z.string(),
      start: z.int(),
      end: z.int(),
      excerpt: z.string(),
      matchStart: z.int(),
      matchEnd: z.int(),
      points: z.int(),
      /** What the rule says, where fading or a score of 0 made it less. */
      full: z.int().optional(),
    }),
  ),
  cap: z.int(),
  missing: z.int(),
  /** How old the lead is, as rules whose points fade count it. */
  ageDays: z.int(),
  /**
   * While points are missing, the active rules that could still give some, the most first: the points of one keyword
   * today, some of the keywords that are not in the lead, how many more there are, and whether one of them is enough.
   * `fields` are where the rule looks; none named means everywhere.
   */
  open: z.array(
    z.object({
      ruleId: Id,
      ruleName: z.string(),
      points: z.int(),
      keywords: z.array(z.string()),
      more: z.int(),
      fields: z.array(z.string()),
      isEnough: z.boolean(),
    }),
  ),
});
export type LeadExplanation = z.infer<typeof LeadExplanation>;

/**
 * How a value was read: typed or edited by a person, from a column or a form's answer, from a page's markup (JSON-LD and
 * the like), by a person's selector, from visible text, from a message's header or signature, or made of other values.
 */
export const ORIGIN_METHODS = [
  "typed",
  "edited",
  "column",
  "answer",
  "markup",
  "selector",
  "text",
  "header",
  "signature",
  "derived",
] as const;
export type OriginMethod = (typeof ORIGIN_METHODS)[number];

/** Where a field's value came from: a source by kind and name, the row or message in it, and how it was read. */
export const Origin = z.object({
  source: z.string(),
  sourceName: z.string(),
  locator: z.string(),
  method: z.enum(ORIGIN_METHODS),
  at: Timestamp,
});
export type Origin = z.infer<typeof Origin>;

/**
 * Of the leads that rules qualified and no person has looked at, best first: the one that comes after another, and how
 * many come from there on.
 */
export const ReviewQueue = z.object({
  next: Id.nullable(),
  waiting: z.int(),
  /** False when counting stopped: then there are at least so many. */
  exact: z.boolean(),
});
export type ReviewQueue = z.infer<typeof ReviewQueue>;

/** After a lead with this score and id, which may have left the queue or be deleted; without both, from its start. */
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

/** What the lead's side sheet shows, in one answer. `learned` is there only while decisions teach more than rules say. */
export const LeadDetail = Lead.extend({
  explanation: LeadExplanation,
  learned: LearnedJudgement.nullable(),
  provenance: z.record(z.string(), Origin),
  facts: z.array(z.object({ name: z.string(), value: z.string() })),
  timeline: z.array(TimelineItem),
  /** The surest first; `confidence` of 100, `pairId` as the list of all pairs names it. */
  possibleDuplicates: z.array(
    z.object({ id: Id, name: z.string(), email: z.string(), reason: z.string(), pairId: Id, confidence: z.int() }),
  ),
});
export type LeadDetail = z.infer<typeof LeadDetail>;

const LeadEmail = z.string().trim().max(LIMITS.lead.emailLength, `At most ${LIMITS.lead.emailLength} characters`);

const editable = {
  name: visibleLine(LIMITS.lead.nameLength, "Name is required"),
  email: LeadEmail.min(1, "Email is required"),
  company: line(LIMITS.lead.fieldLength),
  industry: line(LIMITS.lead.fieldLength),
  title: line(LIMITS.lead.fieldLength),
  phone: line(LIMITS.lead.fieldLength),
  scrapeUrl: line(LIMITS.lead.fieldLength),
  notes: z.string().max(LIMITS.lead.notesLength, `At most ${LIMITS.lead.notesLength} characters`),
};

/** What a person must and may say when adding a lead by hand. */
export const NewLead = z.object({
  ...editable,
  company: editable.company.optional(),
  industry: editable.industry.optional(),
  title: editable.title.optional(),
  phone: editable.phone.optional(),
  scrapeUrl: editable.scrapeUrl.optional(),
  notes: editable.notes.optional(),
  status: LeadStatus.optional(),
});
export type NewLead = z.infer<typeof NewLead>;

/** Any editable field; an empty e-mail is allowed because a captured lead may have none. */
export const LeadUpdate = z.object({ ...editable, email: LeadEmail, status: LeadStatus }).partial();
export type LeadUpdate = z.infer<typeof LeadUpdate>;

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
] as const;

/** A moment in time, or a day of it ("2026-01-31", from its beginning in UTC). */
const Moment = z.union([z.iso.datetime({ offset: true }), z.iso.date()]);

/** The filters that list, export and acts on many leads share. */
export const LeadFilter = z.object({
  status: z.union([LeadStatus, z.literal("all")]).optional(),
  search: z.string().max(LIMITS.list.searchLength).optional(),
  source: z.string().max(LIMITS.lead.fieldLength).optional(),
  minScore: z.coerce.number().int().min(LIMITS.score.min).max(LIMITS.score.max).optional(),
  maxScore: z.coerce.number().int().min(LIMITS.score.min).max(LIMITS.score.max).optional(),
  /** A keyword as rules write it, matched by the lead. */
  keyword: z.string().max(LIMITS.rule.keywordLength).optional(),
  missing: MissingInfo.optional(),
  /** Created at `from` or later. */
  from: Moment.optional(),
  /** Created before `to`. */
  to: Moment.optional(),
});
export type LeadFilter = z.infer<typeof LeadFilter>;

/** `sort` names a field, with a leading minus for descending; `keywords` sorts by how many of them matched. */
export const LeadListQuery = LeadFilter.extend({
  limit: z.coerce.number().int().min(1).max(LIMITS.list.maxPageSize).optional(),
  cursor: z.string().max(2_000).optional(),
  sort: z.enum(LEAD_SORTS).optional(),
  view: z.enum(["full", "row"]).optional(),
});
export type LeadListQuery = z.infer<typeof LeadListQuery>;
export type LeadSort = (typeof LEAD_SORTS)[number];

const LeadIds = z.array(Id).min(1).max(LIMITS.leadIds);
/**
 * The leads an act on many is of: these, or all that a filter finds. A field that no filter has is refused here: to pass it
 * over would be to act on more leads than were meant.
 */
const LeadSelection = z.union([z.object({ ids: LeadIds }), z.object({ filter: LeadFilter.strict() })]);
export const BulkStatus = z.object({ selection: LeadSelection, status: LeadStatus });
export const BulkDelete = z.object({ selection: LeadSelection });
/**
 * The three counts add up to the leads found: `left` are those not reached when it was cancelled or the server stopped.
 * `actId` takes all that changed back, null when nothing did.
 */
export const BulkResult = z.object({ changed: z.int(), unchanged: z.int(), left: z.int(), actId: Id.nullable() });
export type LeadSelection = z.infer<typeof LeadSelection>;
export type BulkResult = z.infer<typeof BulkResult>;
