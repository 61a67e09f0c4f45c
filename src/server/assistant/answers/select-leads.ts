import { fieldOfSort, isFieldSort } from "#shared/contract/leads/field-filter.ts";
import type { LeadFilter, LeadRow, LeadSort } from "#shared/contract/leads/lead.ts";
import { LIMITS } from "#shared/limits.ts";
import type { Asking } from "#server/assistant/answers/answer.ts";
import { accountsNamed, nameOf, ownerNamed, wordsInLeads } from "#server/assistant/answers/words-left.ts";
import type { LeadStatus } from "#shared/lead-status.ts";
import { isInSpan } from "#server/assistant/understanding/time-span.ts";
import { fieldsIn, plainWord } from "#server/assistant/understanding/words.ts";
import type { LeadQuestion } from "#server/assistant/understanding/lead-phrases.ts";
import { numberWords } from "#server/assistant/words/moment.ts";
import { readSettings } from "#server/db/read-settings.ts";
import type { RuleRecord } from "#server/db/rules/rules.ts";
import { tagNamed } from "#server/db/tags/tags.ts";
import type { Store } from "#server/db/store.ts";
import { ofCaller } from "#server/features/leads/lead-owners.ts";
import { phoneCountry } from "#server/pipeline/text/phone-country.ts";

/** The leads that a question means. */
export interface SelectedLeads {
  filter: LeadFilter;
  /** Beyond what a filter can express: a rule's leads, or a country's. */
  rule?: RuleRecord;
  country?: string;
  notCountry?: string;
  isWithoutRule?: true;
  /** The usernames of the owners in the filter, and the names of sources that it narrows. */
  owner?: string;
  origins?: readonly string[];
  /** Whose decisions they are, and of what kind. */
  decision?: { by: readonly string[]; statuses: readonly LeadStatus[] };
  /** The leads that were taken out, which a filter can't express, and the filters of those that were added. */
  without?: { count: number; filters: readonly LeadFilter[] };
  others?: readonly LeadFilter[];
  /** What the leads meet besides. */
  also?: readonly LeadFilter[];
  count: number;
  isExact: boolean;
  /** Best or newest first. */
  rows: (sort: LeadSort, limit: number) => Promise<LeadRow[]>;
}

type Leads = Pick<Store, "leads">;

/** Leads read one by one; enough for most teams, and a bound for the others. */
export const MOST_READ = 5_000;
const PAGE = 500;

/** Whether the filter alone gives the leads: a list or a file can have them then. */
export function isOfFilter({
  rule,
  country,
  notCountry,
  isWithoutRule,
  without,
  others,
  also,
  origins,
  decision,
}: SelectedLeads): boolean {
  return (
    (rule ?? country ?? notCountry ?? isWithoutRule ?? without ?? others ?? also ?? origins ?? decision) === undefined
  );
}

/** The leads that a question means; null if some of its words weren't understood. */
export async function selectLeads(asked: Asking): Promise<SelectedLeads | null> {
  // "The budget of approved leads": a field is no text to search for.
  const named = fieldsIn(asked.meaning.wording).map(({ name }) => name);
  const leftOver = asked.meaning.leads.leftOver.filter((word) => !named.includes(word));
  const asking = { ...asked, meaning: { ...asked.meaning, leads: { ...asked.meaning.leads, leftOver } } };
  if (asking.meaning.leads.isDecided) return selectDecided(asking);
  const { excluded, others, also } = asking.meaning.leads;
  const all = await selectAll(asking);
  if (all === null || excluded.length + others.length + also.length === 0 || all.others !== undefined) return all;
  const { leads } = asking.store;
  const combined = (filter: LeadFilter): LeadFilter => ({ ...all.filter, ...filter });
  if (others.length > 0 && all.rule !== undefined) return null;
  const added = await Promise.all(others.map((other) => allOf({ leads }, combined(other))));
  const found = new Map(
    [
      ...(await all.rows("-createdAt", MOST_READ)),
      ...added.flat().filter((row) => isOfCountries(row, asking.meaning.leads)),
    ].map((row) => [row.id, row] as const),
  );
  const isExact = found.size < MOST_READ;
  const before = found.size;
  for (const not of excluded) {
    // Conditions on the same field would mean either of them.
    const isApart = others.length === 0 && !Object.keys(not).some((key) => key in all.filter);
    const taken = await allOf({ leads }, isApart ? combined(not) : not);
    if (taken.length >= MOST_READ) return null;
    for (const { id } of taken) found.delete(id);
  }
  for (const one of also) {
    const taken = await allOf({ leads }, one);
    if (taken.length >= MOST_READ) return null;
    const ids = new Set(taken.map(({ id }) => id));
    for (const id of found.keys()) if (!ids.has(id)) found.delete(id);
  }
  return {
    ...all,
    ...(also.length > 0 && { also }),
    ...(excluded.length > 0 && { without: { count: before - found.size, filters: excluded } }),
    ...(others.length > 0 && { others }),
    count: found.size,
    isExact,
    rows: async (sort, limit) => ordered([...found.values()], sort).slice(0, limit),
  };
}

/** A lead with the latest decision of a person. */
export interface DecidedRow extends LeadRow {
  decidedBy: string;
  decidedAt: string;
}

/** Decisions looked up one by one. */
const MOST_DECIDED = 1_000;
const HISTORY = 30;

/** The leads that people decided on in the time of a question, instead of those that came in then. */
async function selectDecided(asking: Asking): Promise<SelectedLeads | null> {
  const { store, meaning } = asking;
  const { span, deciders } = meaning.leads;
  const { status: _status, from: _from, to: _to, ...filter } = meaning.leads.filter;
  const others = meaning.leads.others.filter(({ status }) => status === undefined);
  const asked = meaning.asks.statuses.filter((status) => status === "approved" || status === "rejected");
  const statuses = asked.length === 0 ? (["approved", "rejected"] as const) : asked;
  const selections = await Promise.all(
    statuses.map((status) => {
      const leads = {
        ...meaning.leads,
        isDecided: false,
        span: null,
        leftOver: [],
        others,
        filter: { ...filter, status },
      };
      return selectLeads({ ...asking, meaning: { ...meaning, leads } });
    }),
  );
  const by = (await accountsOf(store, deciders)).map(({ username }) => username);
  const all = (
    await Promise.all(selections.map(async (one) => (await one?.rows("-createdAt", MOST_READ)) ?? []))
  ).flat();
  const changed = all.filter(
    ({ updatedAt, statusSetBy }) => statusSetBy === "person" && (span === null || updatedAt >= span.from.toISOString()),
  );
  const decided = await Promise.all(
    changed.slice(0, MOST_DECIDED).map(async (row): Promise<DecidedRow[]> => {
      const entries = await store.journal.ofLead(row.id, HISTORY);
      const last = entries.find(({ kind, undoneAt }) => kind === "status" && undoneAt === null);
      const isMeant =
        last !== undefined && (span === null || isInSpan(last.at, span)) && (by.length === 0 || by.includes(last.by));
      return isMeant ? [{ ...row, decidedBy: last.by, decidedAt: last.at }] : [];
    }),
  );
  const found = decided.flat().toSorted((one, other) => other.decidedAt.localeCompare(one.decidedAt));
  const [first] = selections;
  if (first == null) return null;
  const { status: _decided, ...bare } = first.filter;
  return {
    ...first,
    filter: statuses.length === 1 ? first.filter : bare,
    decision: { by, statuses },
    count: found.length,
    isExact: changed.length <= MOST_DECIDED,
    rows: async (sort, limit) => (sort === "-createdAt" ? found : ordered(found, sort)).slice(0, limit),
  };
}

async function selectAll(asking: Asking): Promise<SelectedLeads | null> {
  const { store, meaning } = asking;
  const filter = { ...(await filterOf(asking, meaning.leads)) };
  const { keyword } = filter;
  const isOfRules = (await store.rules.list()).some(({ keywords }) =>
    keywords.some((one) => plainWord(one) === plainWord(keyword ?? "")),
  );
  if (keyword !== undefined && !isOfRules) {
    delete filter.keyword;
    filter.search ??= keyword;
  }
  const isNamed = meaning.leads.leftOver.length > 0 || filter.search !== undefined;
  const named = isNamed ? await nameOf(store, { ...meaning, leads: { ...meaning.leads, filter } }) : {};
  const ofOwner = await ownerNamed(store, meaning.leads, filter);
  if (ofOwner !== null) {
    delete filter.search;
    filter.owner = ofOwner.id;
  }
  const owners = await accountsOf(store, meaning.leads.owners);
  const [firstOwner, ...otherOwners] = owners;
  if (firstOwner !== undefined) filter.owner = firstOwner.id;
  if (otherOwners.length > 0 && !meaning.leads.others.some((other) => other.owner !== undefined)) {
    const others = [...meaning.leads.others, ...otherOwners.map(({ id }) => ({ owner: id }))];
    return selectLeads({ ...asking, meaning: { ...meaning, leads: { ...meaning.leads, others } } });
  }
  const ownerNames = owners.map(({ username }) => username).join(", ");
  const owner = ofOwner !== null ? { owner: ofOwner.username } : ownerNames === "" ? {} : { owner: ownerNames };
  if (ofOwner === null && named === null) {
    const [search, ...more] = (await wordsInLeads(store, filter, meaning)) ?? [];
    if (search === undefined) return null;
    if (more.length > 0) {
      const others = [...meaning.leads.others, ...more.map((one) => ({ search: one }))];
      const leads = { ...meaning.leads, filter: { ...meaning.leads.filter, search }, leftOver: [], others };
      return selectLeads({ ...asking, meaning: { ...meaning, leads } });
    }
    filter.search = search;
  }
  const { rule } = named ?? {};
  const country = meaning.leads.countries.length === 0 ? undefined : meaning.leads.countries.join(",");
  const notCountry = meaning.leads.notCountries;
  const { isWithoutRule, origins } = meaning.leads;
  if (
    rule === undefined &&
    country === undefined &&
    notCountry.length === 0 &&
    !isWithoutRule &&
    origins.length === 0
  ) {
    const { count, exact } = await store.leads.count(filter);
    return {
      filter,
      ...owner,
      count,
      isExact: exact,
      rows: (sort, limit) => rowsOf(store, { ...filter, sort, limit }),
    };
  }
  const { search, keyword: _keyword, ...bare } = filter;
  // The name of the rule.
  const others = rule === undefined && search !== undefined ? { ...bare, search } : bare;
  const all =
    rule === undefined
      ? await allOf(store, others, origins.length > 0 ? "full" : "row")
      : await ofRule(store, others, rule, meaning.leads.isOnlyRule);
  const found = all.filter(
    (row) =>
      isOfCountries(row, meaning.leads) &&
      (!isWithoutRule || row.keywords.length === 0) &&
      (origins.length === 0 || originsOf(row).some((one) => origins.includes(one))),
  );
  return {
    filter: others,
    ...owner,
    ...(rule !== undefined && { rule }),
    ...(country !== undefined && { country }),
    ...(notCountry.length > 0 && { notCountry: notCountry.join(",") }),
    ...(isWithoutRule && { isWithoutRule }),
    ...(origins.length > 0 && { origins }),
    count: found.length,
    isExact: found.length < MOST_READ,
    rows: async (sort, limit) => ordered(found, sort).slice(0, limit),
  };
}

function isOfCountries({ phone }: LeadRow, { countries, notCountries }: LeadQuestion): boolean {
  const code = phoneCountry(phone) ?? "";
  return (countries.length === 0 || countries.includes(code)) && !notCountries.includes(code);
}

/** The names of the sources, forms and files that a lead with its raw input came from. */
export function originsOf({ rawData }: LeadRow): string[] {
  const origins = Array.isArray(rawData) ? (rawData as { sourceName?: string }[]) : [];
  return [...new Set(origins.flatMap(({ sourceName }) => sourceName ?? []))];
}

async function accountsOf(
  { accounts }: Pick<Store, "accounts">,
  names: readonly string[],
): Promise<{ id: string; username: string }[]> {
  return names.length === 0 ? [] : accountsNamed(await accounts.list(), names.join(" "));
}

/** Names the limit, if an answer is about the newest leads only. */
export function newestOnly({ length }: { length: number }, most: number, { say, language }: Asking): string {
  const n = numberWords(most, language);
  return length < most
    ? ""
    : say(
        `Only the newest ${n} leads are considered.`,
        `Nur die neuesten ${n} Leads sind berücksichtigt.`,
        `Seuls les ${n} prospects les plus récents sont pris en compte.`,
        `Solo se consideran los ${n} leads más recientes.`,
      );
}

/** Pages of leads up to a limit. */
export async function allOf({ leads }: Leads, filter: LeadFilter, view: "row" | "full" = "row"): Promise<LeadRow[]> {
  const found: LeadRow[] = [];
  let cursor: string | null = null;
  do {
    const page: Awaited<ReturnType<typeof leads.list>> = await leads.list({
      ...filter,
      sort: "-createdAt",
      limit: PAGE,
      view,
      ...(cursor !== null && { cursor }),
    });
    found.push(...(JSON.parse(page.json) as LeadRow[]));
    cursor = page.nextCursor;
  } while (cursor !== null && found.length < MOST_READ);
  return found;
}

async function rowsOf(
  { leads }: Leads,
  query: Omit<Parameters<Store["leads"]["list"]>[0], "view">,
): Promise<LeadRow[]> {
  return JSON.parse((await leads.list({ ...query, view: "row" })).json) as LeadRow[];
}

/** Without rejected leads, which a filter can't express. */
export async function openRowsOf(store: Leads, filter: LeadFilter, sort: LeadSort, limit: number): Promise<LeadRow[]> {
  const open = ["qualified", "approved", "pending"] as const;
  const rows = await Promise.all(open.map((status) => rowsOf(store, { ...filter, status, sort, limit })));
  return ordered(rows.flat(), sort).slice(0, limit);
}

/** As a list would order them; by next step or a field, those without one last. */
function ordered(rows: readonly LeadRow[], sort: LeadSort): LeadRow[] {
  if (!isFieldSort(sort) && sort !== "nextStep") return rows.toSorted(byOrder(sort));
  const valueOf = ({ fields, nextStep }: LeadRow) => (isFieldSort(sort) ? fields[fieldOfSort(sort)] : nextStep?.due);
  const way = sort.startsWith("-") ? -1 : 1;
  return rows.toSorted((row, other) => {
    const [one, two] = [valueOf(row), valueOf(other)];
    if (one === undefined || two === undefined) return Number(one === undefined) - Number(two === undefined);
    const isOfNumbers = typeof one === "number" && typeof two === "number";
    return way * (isOfNumbers ? one - two : String(one).localeCompare(String(two)));
  });
}

function byOrder(sort: LeadSort): (one: LeadRow, other: LeadRow) => number {
  const ofScore = sort.endsWith("score");
  const way = sort.startsWith("-") ? -1 : 1;
  return (one, other) =>
    way * (ofScore ? one.score - other.score : one.createdAt.localeCompare(other.createdAt)) ||
    other.createdAt.localeCompare(one.createdAt);
}

async function ofRule(store: Leads, filter: LeadFilter, { keywords }: RuleRecord, isOnly: boolean): Promise<LeadRow[]> {
  const found = new Map<string, LeadRow>();
  for (const keyword of keywords) {
    for (const row of await rowsOf(store, { ...filter, keyword, sort: "-score", limit: PAGE })) found.set(row.id, row);
  }
  const rows = [...found.values()];
  return isOnly ? rows.filter((row) => row.keywords.every((keyword) => keywords.includes(keyword))) : rows;
}

/** The filter of a question, with the current threshold or the tag if it mentions one. */
async function filterOf(
  { store, tags: known }: Pick<Asking, "tags"> & { store: Store },
  { filter: asked, ofThreshold, nearThreshold, tags, tagMatch }: LeadQuestion,
): Promise<LeadFilter> {
  // No lead has the id 0.
  const named = tags.map((tag) => tagNamed(known, tag)?.id ?? "0");
  const isUntagged = tagMatch === "none" && tags.length === 0;
  const ids = isUntagged ? known.filter(({ mergedInto }) => mergedInto === null).map(({ id }) => id) : named;
  const filter = ofCaller(
    ids.length === 0 ? asked : { ...asked, tags: ids.join(","), ...(tagMatch !== "any" && { tagMatch }) },
  );
  if (ofThreshold === null) return filter;
  const { qualificationThreshold: threshold } = await readSettings({ store });
  if (ofThreshold === "above") return { ...filter, minScore: threshold };
  const near = nearThreshold === null ? {} : { minScore: Math.max(LIMITS.score.min, threshold - nearThreshold) };
  return { ...filter, ...near, maxScore: Math.max(LIMITS.score.min, threshold - 1) };
}
