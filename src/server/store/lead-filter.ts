import { sql } from "kysely";
import type { LeadFilter } from "#shared/contract/lead.ts";
import { LIMITS } from "#shared/limits.ts";
import { MISSING_INFO, type LeadStatus, type MissingInfo } from "#shared/lead-status.ts";
import { isRowId } from "#server/store/row-id.ts";
import { foldText } from "#server/store/search-text.ts";
import { all, type Work } from "#server/store/work.ts";

/** The filters of a list, and the ids of a selection in it. */
export interface LeadChoice extends LeadFilter {
  ids?: readonly string[] | undefined;
}

/** A filter as queries need it: what does not narrow is absent, the search is folded. */
export interface LeadCriteria {
  ids?: readonly string[];
  status?: LeadStatus;
  source?: string;
  /** Both ends count. */
  score?: { min: number; max: number };
  /** From a moment on, up to before another. */
  created?: { from?: string; before?: string };
  missing?: MissingInfo;
  /** Every spelling of one keyword that any lead has. */
  keywords?: readonly string[];
  search?: string;
  /** Not asked by anyone: the order by e-mail has two halves. */
  hasEmail?: boolean;
}

/** The criteria of a filter; reads which keywords there are when it names one. */
export function* criteriaFor(choice: LeadChoice): Work<LeadCriteria> {
  const criteria = criteriaOf(choice);
  const keyword = foldText(choice.keyword ?? "");
  return keyword === "" ? criteria : { ...criteria, keywords: yield* spellingsOf(keyword) };
}

function criteriaOf(choice: LeadChoice): LeadCriteria {
  const { ids, status, source, minScore, maxScore, from, to, missing } = choice;
  const { min, max } = LIMITS.score;
  const criteria: LeadCriteria = {};
  if (ids !== undefined) criteria.ids = ids.filter(isRowId);
  if (status !== undefined && status !== "all") criteria.status = status;
  if (source !== undefined && source !== "") criteria.source = source;
  if ((minScore ?? min) > min || (maxScore ?? max) < max)
    criteria.score = { min: minScore ?? min, max: maxScore ?? max };
  if (from !== undefined) criteria.created = { from: stampOf(from) };
  if (to !== undefined) criteria.created = { ...criteria.created, before: stampOf(to) };
  if (missing !== undefined) criteria.missing = missing;
  const search = foldText(choice.search ?? "");
  if (search !== "") criteria.search = search;
  return criteria;
}

/** A moment as it is stored, or a day's first one. */
function stampOf(moment: string): string {
  return new Date(moment).toISOString();
}

/** How the keyword is written on leads: rules may spell it in several ways, and may have done so in the past. */
function* spellingsOf(folded: string): Work<string[]> {
  // From each keyword straight to the next, past its thousands of leads.
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

/** What a lead's list of missing things may be, as it is stored, when this is among them. */
export function listsMissing(thing: MissingInfo): string[] {
  const lists = MISSING_INFO.reduce<MissingInfo[][]>(
    (made, each) => [...made, ...made.map((list) => [...list, each])],
    [[]],
  );
  return lists.filter((list) => list.includes(thing)).map((list) => JSON.stringify(list));
}
