import type { LeadFilter, LeadRow, LeadSort } from "#shared/contract/lead.ts";
import { LIMITS } from "#shared/limits.ts";
import { fromData, leadLink, leadsLink, sentences, type Answering } from "#server/assistant/answers/answer.ts";
import type { LeadQuestion } from "#server/assistant/understanding/lead-question.ts";
import { day } from "#server/assistant/understanding/time-span.ts";
import { fold } from "#server/assistant/understanding/words.ts";
import { leadsWords } from "#server/assistant/words/lead-words.ts";
import { momentWords, numberWords } from "#server/assistant/words/moment.ts";
import type { Store } from "#server/store/types.ts";
import { readSettings } from "#server/workflows/settings/read-settings.ts";
import type { Workspace } from "#server/workflows/workspace.ts";

const SHOWN = 5;
const MOST_SHOWN = 10;

type Leads = Pick<Store, "leads">;

/** "How many pending leads came from websites this week?" */
export const countLeads: Answering = async ({ workspace, meaning: { leads: asked, wording }, now }) => {
  if (asked.leftOver.length > 0) return null;
  const { store } = workspace;
  const leads = /\bnew\b/u.test(wording.text) && asked.span === null ? ofToday(asked, now) : asked;
  const { span } = leads;
  const filter = await filterOf(workspace, leads);
  const inTime = span?.words ?? null;
  const { count, isExact } = await countOf(store, filter);
  const links = [leadsLink("Show them", filter)];
  const follow = ["Show them", span === null || inTime === "last week" ? "And this week?" : "And last week?"];
  const text = `There ${count === 1 ? "is" : "are"} ${leadsWords(count, filter, inTime, isExact)}.`;
  if (filter.status !== "qualified") {
    return fromData(
      sentences(
        text,
        await rejectedToo(store, filter, wording.text),
        decidedWhen(filter),
        count === 0 ? await whereLooked(store, filter) : "",
      ),
      links,
      follow,
    );
  }
  const isOfReview = /\b(?:review|reviewed|approve|call|contact|follow up)\b/u.test(wording.text);
  // The dashboard's figure counts approved leads as qualified; the list's filter does not.
  const approved = await countOf(store, { ...filter, status: "approved" });
  const more =
    approved.count === 0 || isOfReview
      ? ""
      : `${numberWords(approved.count)} more ${approved.count === 1 ? "is" : "are"} approved already: ${numberWords(count + approved.count)} in all.`;
  return fromData(
    sentences(text, more, count === 0 ? await whereLooked(store, filter) : ""),
    [...links, ...(approved.count > 0 ? [leadsLink("Approved ones", { ...filter, status: "approved" })] : [])],
    follow,
  );
};

/** "Show pending leads from acme", "the best leads". */
export const listLeads: Answering = async ({ workspace, meaning: { leads } }) => {
  if (leads.leftOver.length > 0) return null;
  const { store, clock } = workspace;
  const { span } = leads;
  const filter = await filterOf(workspace, leads);
  const sort = leads.sort ?? "-createdAt";
  const limit = Math.min(leads.limit ?? SHOWN, MOST_SHOWN);
  const [{ count, isExact }, rows] = await Promise.all([countOf(store, filter), rowsOf(store, filter, sort, limit)]);
  const link = leadsLink("Open the list", filter, leads.sort);
  const what = leadsWords(count, filter, span?.words ?? null, isExact);
  if (rows.length === 0) {
    return fromData(
      sentences(`There are ${what}.`, await whereLooked(store, filter)),
      [link],
      ["How many leads are there?"],
    );
  }
  const isAll = count <= rows.length;
  const lead = isAll
    ? `There ${count === 1 ? "is" : "are"} ${what}:`
    : `There are ${what}. ${headOf(leads, rows.length)}:`;
  return fromData(
    [lead, ...rows.map((row) => `• ${rowWords(row, clock())}`)].join("\n"),
    [...rows.map(({ id, name }) => leadLink(id, name)), link],
    [`Why is ${rows[0]?.name ?? "it"} at ${rows[0]?.score ?? 0}?`],
  );
};

/** New leads, where nothing says since when, are those of today. */
function ofToday(leads: LeadQuestion, now: Date): LeadQuestion {
  const span = { from: day(now), to: null, words: "today" };
  return { ...leads, span, filter: { ...leads.filter, from: span.from.toISOString() } };
}

/** Of what is not qualified, pending leads are one part. */
async function rejectedToo(store: Leads, filter: LeadFilter, asked: string): Promise<string> {
  if (filter.status !== "pending" || !/\b(?:unqualified|not qualified)\b/u.test(asked)) return "";
  const { count } = await countOf(store, { ...filter, status: "rejected" });
  return count === 0 ? "" : `${numberWords(count)} more ${count === 1 ? "is" : "are"} rejected.`;
}

/** Leads are found by when they came in, which is not what "approved yesterday" asks for. */
function decidedWhen({ status, from }: LeadFilter): string {
  return from !== undefined && (status === "approved" || status === "rejected")
    ? `I count them by when they came in, not by when they were ${status}; Recent Activity tells that.`
    : "";
}

/** What was looked through, where nothing was found. */
async function whereLooked({ rules }: Pick<Store, "rules">, { search, keyword }: LeadFilter): Promise<string> {
  if (keyword !== undefined) {
    const known = (await rules.list()).some(({ keywords }) => keywords.some((one) => fold(one) === fold(keyword)));
    return known ? "" : `No rule has the keyword “${keyword}”, and I find leads by the keywords of rules only.`;
  }
  return search === undefined ? "" : `I looked for “${search}” in names, companies and email addresses.`;
}

/** The filter of a question, with the threshold of now where it names that. */
async function filterOf(
  workspace: Pick<Workspace, "store">,
  { filter, ofThreshold }: LeadQuestion,
): Promise<LeadFilter> {
  if (ofThreshold === null) return filter;
  const { qualificationThreshold: threshold } = await readSettings(workspace);
  if (ofThreshold === "above") return { ...filter, minScore: threshold };
  return { ...filter, maxScore: Math.max(LIMITS.score.min, threshold - 1) };
}

/** How many leads a filter finds: from kept figures where they suffice, else counted as the list counts. */
async function countOf({ leads }: Leads, filter: LeadFilter): Promise<{ count: number; isExact: boolean }> {
  const { count, exact } = await leads.count(filter);
  return { count, isExact: exact };
}

async function rowsOf({ leads }: Leads, filter: LeadFilter, sort: LeadSort, limit: number): Promise<LeadRow[]> {
  const { json } = await leads.list({ ...filter, sort, limit, view: "row" });
  return JSON.parse(json) as LeadRow[];
}

function headOf({ sort }: LeadQuestion, shown: number): string {
  if (sort === "-score") return `The ${numberWords(shown)} with the highest score`;
  if (sort === "score") return `The ${numberWords(shown)} with the lowest score`;
  return sort === "createdAt" ? `The ${numberWords(shown)} oldest` : `The ${numberWords(shown)} newest`;
}

function rowWords({ name, company, email, score, status, createdAt }: LeadRow, now: Date): string {
  const who = [name || email || "Unnamed", company].filter(Boolean).join(", ");
  return `${who}: score ${score}, ${status}, came in ${momentWords(createdAt, now)}`;
}
