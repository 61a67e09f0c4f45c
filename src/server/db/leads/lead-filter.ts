import type { AddressQuality } from "#shared/contract/leads/address-quality.ts";
import type { LeadFilter } from "#shared/contract/leads/lead.ts";
import { LIMITS } from "#shared/limits.ts";
import {
  MISSING_INFO,
  QUALIFIED_STATUSES,
  type LeadStage,
  type LeadStatus,
  type MissingInfo,
} from "#shared/lead-status.ts";
import { criteriaOfFields, type FieldCriterion } from "#server/db/leads/fields/field-criteria.ts";
import { companyChoiceOf, type CompanyChoice } from "#server/db/leads/lead-company.ts";
import type { TagMatch } from "#shared/tags.ts";
import { searchOf, type Search } from "#server/db/leads/lead-search.ts";
import { foldText } from "#server/db/leads/search-text.ts";
import { all, first, isRowId, sql, type Work } from "#server/db/engine/sql.ts";

/** The list's filters, and the ids of a selection in it. */
export interface LeadChoice extends LeadFilter {
  ids?: readonly string[] | undefined;
}

/** A filter in query form: absent criteria don't filter. */
export interface LeadCriteria {
  ids?: readonly string[];
  status?: LeadStatus;
  /** One of several. */
  statuses?: readonly LeadStatus[];
  /** Whether a follow-up question is open. */
  inProgress?: boolean;
  source?: string;
  /** Inclusive at both ends. */
  score?: { min: number; max: number };
  /** `from` is inclusive, `before` exclusive. */
  created?: { from?: string; before?: string };
  /** `from` is inclusive. */
  changed?: { from: string };
  missing?: MissingInfo;
  addressQuality?: AddressQuality;
  /** Days on which the next step is due: `from` is inclusive, `before` exclusive. */
  due?: { from?: string; before?: string };
  hasNextStep?: boolean;
  company?: CompanyChoice;
  /** The key of the owner's username; empty for leads without one. */
  owner?: string;
  /** All spellings of one keyword found on leads. */
  keywords?: readonly string[];
  /** Ids of tags; each inner list is one tag with those merged into it. */
  tags?: { match: TagMatch; ids: readonly (readonly string[])[] };
  /** On custom fields; all must be met. */
  fields?: readonly FieldCriterion[];
  search?: Search;
  /** Internal only: the order by email is read in two halves. */
  hasEmail?: boolean;
}

/** The criteria of a filter; looks up the stored spellings of a keyword, and what a stage means now. */
export function* criteriaFor(choice: LeadChoice): Work<LeadCriteria> {
  const { stage } = choice;
  const given = criteriaOf(choice);
  const staged = stage === undefined ? given : { ...given, ...(yield* criteriaOfStage(stage, given.status)) };
  const criteria = choice.owner === undefined ? staged : { ...staged, ...(yield* criteriaOfOwner(choice.owner)) };
  if (choice.tags !== undefined) criteria.tags = yield* criteriaOfTags(choice.tags, choice.tagMatch);
  if (choice.fields !== undefined && choice.fields !== "") criteria.fields = yield* criteriaOfFields(choice.fields);
  const keyword = foldText(choice.keyword ?? "");
  return keyword === "" ? criteria : { ...criteria, keywords: yield* spellingsOf(keyword) };
}

function criteriaOf(choice: LeadChoice): LeadCriteria {
  const { min, max } = LIMITS.score;
  const { status, source, minScore = min, maxScore = max, company } = choice;
  const criteria: LeadCriteria = {};
  if (choice.ids !== undefined) criteria.ids = choice.ids.filter(isRowId);
  if (status !== undefined && status !== "all") criteria.status = status;
  if (source !== undefined && source !== "") criteria.source = source;
  if (minScore > min || maxScore < max) criteria.score = { min: minScore, max: maxScore };
  if (choice.from !== undefined) criteria.created = { from: stampOf(choice.from) };
  if (choice.to !== undefined) criteria.created = { ...criteria.created, before: stampOf(choice.to) };
  if (choice.changedFrom !== undefined) criteria.changed = { from: stampOf(choice.changedFrom) };
  if (choice.missing !== undefined) criteria.missing = choice.missing;
  if (choice.addressQuality !== undefined) criteria.addressQuality = choice.addressQuality;
  if (choice.dueFrom !== undefined) criteria.due = { from: choice.dueFrom };
  if (choice.dueBefore !== undefined) criteria.due = { ...criteria.due, before: choice.dueBefore };
  if (choice.nextStep !== undefined) criteria.hasNextStep = false;
  if (company !== undefined && company !== "") criteria.company = companyChoiceOf(company);
  const search = searchOf(choice.search ?? "");
  if (search !== null) criteria.search = search;
  return criteria;
}

const STATUSES_OF_STAGE: Readonly<Record<LeadStage, readonly LeadStatus[]>> = {
  incoming: ["pending"],
  processing: ["pending"],
  qualified: QUALIFIED_STATUSES,
  rejected: ["rejected"],
};
const NONE: LeadCriteria = { ids: [] };

/** The leads of a stage, as the dashboard counts them: during a rescore, all pending leads are processing. */
function* criteriaOfStage(stage: LeadStage, status: LeadStatus | undefined): Work<LeadCriteria> {
  const statuses = STATUSES_OF_STAGE[stage].filter((one) => status === undefined || one === status);
  const [only] = statuses;
  if (only === undefined) return NONE;
  const criteria: LeadCriteria = statuses.length === 1 ? { status: only } : { statuses };
  if (only !== "pending") return criteria;
  const rescore = yield* first(sql<{ running: unknown }>`select running from rescore_state`);
  if ((rescore?.running ?? null) === null) return { ...criteria, inProgress: stage === "processing" };
  return stage === "processing" ? criteria : NONE;
}

/** The leads of an account, which are found by its name, or those of nobody. */
function* criteriaOfOwner(owner: NonNullable<LeadFilter["owner"]>): Work<LeadCriteria> {
  if (owner === "none") return { owner: "" };
  if (!isRowId(owner)) return NONE;
  const account = yield* first(sql<{ username_key: string }>`select username_key from accounts where id = ${owner}`);
  return account === null ? NONE : { owner: account.username_key };
}

/** The tags of a filter with those merged into them. Nothing has a deleted tag. */
function* criteriaOfTags(text: string, match: TagMatch = "any"): Work<NonNullable<LeadCriteria["tags"]>> {
  const asked = [...new Set(text.split(",").filter(isRowId))].slice(0, LIMITS.tag.filtered);
  const tags = yield* all(
    sql<{ id: string | number; merged_into: string | number | null }>`select id, merged_into from tags`,
  );
  const ids = asked.map((tag) =>
    tags.flatMap(({ id, merged_into: into }) => (String(into ?? id) === tag ? [String(id)] : [])),
  );
  return { match, ids: match === "all" ? ids : [ids.flat()] };
}

/** A moment as stored, or the first moment of a day. */
function stampOf(moment: string): string {
  return new Date(moment).toISOString();
}

/** The stored spellings of a keyword: rules may use several, or may have in the past. */
function* spellingsOf(folded: string): Work<string[]> {
  // Skips from each keyword to the next, past its thousands of leads.
  const known = yield* all(
    sql<{ keyword: string }>`
      with recursive known (keyword) as (
        select min(keyword) from lead_keywords
        union all
        select (select min(keyword) from lead_keywords where keyword > known.keyword) from known
          where known.keyword is not null
      )
      select keyword from known where keyword is not null`,
  );
  return known.map(({ keyword }) => keyword).filter((keyword) => foldText(keyword) === folded);
}

/** The stored lists of missing information that include this item. */
export function listsMissing(thing: MissingInfo): string[] {
  const lists = MISSING_INFO.reduce<MissingInfo[][]>(
    (made, each) => [...made, ...made.map((list) => [...list, each])],
    [[]],
  );
  return lists.filter((list) => list.includes(thing)).map((list) => JSON.stringify(list));
}
