import { keepPreviousData, mutationOptions, type QueryClient, queryOptions } from "@tanstack/react-query";
import { nameKey } from "#shared/text/plain-signs.ts";
import type { LeadFieldDefinition } from "#shared/contract/leads/lead-field.ts";
import type { FieldTotals, LeadTotals } from "#shared/contract/leads/lead-totals.ts";
import type { LeadRow, LeadSort } from "#shared/contract/leads/lead.ts";
import type { LeadStatus } from "#shared/lead-status.ts";
import { changing, inOrder } from "#web/api/connection/changing.ts";
import { request, requestAction } from "#web/api/connection/client.ts";
import { keys } from "#web/api/connection/keys.ts";
import type { LeadListView, LeadPages } from "#web/api/leads/lead-list.ts";
import { holdShown, refreshAfterLast, rollBack, setLeadStatus, showChange } from "#web/api/leads/lead-status.ts";

type Total = LeadTotals["pending"];
type ChoiceField = Pick<LeadFieldDefinition, "key" | "options">;

/** How many leads of the view have each value of a choice field, and the sum of their scores. */
export function fieldTotalsQuery({ sort: _order, ...filter }: LeadListView, { key, options }: ChoiceField) {
  return queryOptions({
    // Under the totals, as they change like them. Other options are other totals.
    queryKey: [...keys.leadTotals, filter, key, options],
    queryFn: ({ signal }) => request("GET /api/leads/field-totals", { query: { ...filter, field: key }, signal }),
    placeholderData: keepPreviousData,
  });
}

/** The column of a value: options that differ in case are the same, and leads without a value have their own. */
export function optionKey(value: LeadRow["fields"][string] | null | undefined): string {
  return typeof value === "string" ? nameKey(value) : "";
}

/** Sets a lead's status like `setLeadStatus`, and moves its card to the other column of the visible board. */
export const moveLead: typeof setLeadStatus = mutationOptions({
  ...setLeadStatus,
  onMutate: async (input, context) => {
    const { client } = context;
    const {
      lead: { id },
      status,
    } = input;
    const lead = shownLead(client, id);
    // Stores what was shown, and changes the status in all lists, so that the card leaves its column.
    const snapshot = await setLeadStatus.onMutate?.(input, context);
    if (lead !== undefined && lead.status !== status) {
      showCard(client, { ...lead, status, statusSetBy: "person" }, (view) => view.status === status);
      client.setQueriesData<LeadTotals | FieldTotals>({ queryKey: keys.leadTotals }, (totals) =>
        totals === undefined || Array.isArray(totals) ? totals : movedTotals(totals, lead, status),
      );
    }
    return snapshot ?? { snapshot: [] };
  },
});

type LeadFields = Pick<LeadRow, "fields">;

/** A card's move to a column of a choice field; `view` is that column's query. */
interface OptionMove {
  lead: LeadRow;
  /** The key of the field. */
  field: string;
  /** An option, or null to clear the value. */
  value: string | null;
  view: LeadListView;
}

/** Sets a lead's value of a choice field, and moves its card before the server answers, as `moveLead` does. */
export const moveToOption = mutationOptions({
  mutationKey: changing.leadStatus,
  mutationFn: ({ lead: { id, fields }, field, value }: OptionMove) =>
    inOrder(keys.leadDetail(id).join(), () =>
      requestAction("PATCH /api/leads/{id}", {
        params: { id },
        body: { fields: { [field]: value }, former: { fields: { [field]: fields[field] ?? null } } },
      }),
    ),
  onMutate: async ({ lead, field, value, view }, { client }) => {
    const snapshot = await holdShown(client, [keys.leads]);
    const valued = ({ fields: { [field]: _former, ...others } }: LeadFields): LeadFields => ({
      fields: value === null ? others : { ...others, [field]: value },
    });
    showChange(client, lead.id, valued);
    const asked = JSON.stringify(view);
    showCard(client, { ...lead, ...valued(lead) }, (shown) => JSON.stringify(shown) === asked);
    const [from, to] = [optionKey(lead.fields[field]), optionKey(value)];
    client.setQueriesData<LeadTotals | FieldTotals>({ queryKey: keys.leadTotals }, (totals) =>
      Array.isArray(totals)
        ? totals.map((total) => {
            const at = optionKey(total.value);
            return at === from ? shifted(total, lead, -1) : at === to ? shifted(total, lead, 1) : total;
          })
        : totals,
    );
    return { snapshot };
  },
  onError: (_error, _input, result, { client }) => rollBack(client, result?.snapshot),
  onSettled: (_answer, _error, _input, _result, { client }) => refreshAfterLast(client),
});

function columnsOf(client: QueryClient) {
  return client.getQueryCache().findAll({ queryKey: keys.leadColumns, type: "active" });
}

function shownLead(client: QueryClient, id: string): LeadRow | undefined {
  return columnsOf(client)
    .flatMap(({ state }) => (state.data as LeadPages | undefined)?.pages ?? [])
    .flatMap(({ rows }) => rows)
    .find((row) => row.id === id);
}

/** Shows a moved lead's card in its new column. */
function showCard(client: QueryClient, lead: LeadRow, isIts: (view: LeadListView) => boolean): void {
  for (const { queryKey } of columnsOf(client)) {
    const view = queryKey[keys.leadColumns.length] as LeadListView;
    if (isIts(view)) client.setQueryData<LeadPages>(queryKey, (data) => data && withLead(data, lead, view.sort));
  }
}

/** The totals after a lead's status change. */
function movedTotals(totals: LeadTotals, lead: LeadRow, to: LeadStatus): LeadTotals {
  const from = lead.status;
  return { ...totals, [from]: shifted(totals[from], lead, -1), [to]: shifted(totals[to], lead, 1) };
}

function shifted<T extends Total>(total: T, { score }: LeadRow, by: 1 | -1): T {
  return { ...total, count: Math.max(0, total.count + by), scoreSum: total.scoreSum + by * score };
}

/** The pages with a lead at its place; unchanged if it is in them, or outside of what is loaded. */
export function withLead(data: LeadPages, lead: LeadRow, sort: LeadSort = "-createdAt"): LeadPages {
  const { pages, pageParams } = data;
  if (pages.some(({ rows }) => rows.some(({ id }) => id === lead.id))) return data;
  const after = pages.findIndex(({ rows }) => rows.some((row) => comesBefore(lead, row, sort)));
  const page = after === -1 && pages.at(-1)?.next === null ? pages.length - 1 : after;
  const rows = pages[page]?.rows ?? [];
  const found = rows.findIndex((row) => comesBefore(lead, row, sort));
  const at = found === -1 ? rows.length : found;
  const isAbove = page === 0 && at === 0 && pageParams[0] !== undefined && pageParams[0].before !== null;
  if (page === -1 || isAbove) return data;
  return {
    ...data,
    pages: pages.map((each, index) => (index === page ? { ...each, rows: rows.toSpliced(at, 0, lead) } : each)),
  };
}

type Key = string | number | null;

/** What each order compares, nearly as the server does, which the refetch after a change corrects. */
const KEYS: Record<Exclude<LeadSort, `-${string}` | `fields.${string}`>, (lead: LeadRow) => Key> = {
  createdAt: ({ id }) => Number(id),
  score: ({ score }) => score,
  name: ({ name }) => name.toLowerCase(),
  company: ({ company }) => company.toLowerCase(),
  email: ({ email }) => email.toLowerCase() || null,
  source: ({ source }) => source,
  status: () => 0,
  keywords: ({ keywords }) => keywords.length,
  nextStep: ({ nextStep }) => nextStep?.due ?? null,
  owner: ({ owner }) => owner.toLowerCase(),
};

const OF_FIELD = "fields.";

function fieldOf(key: string): (lead: LeadRow) => Key {
  return ({ fields }) => {
    const value = fields[key];
    return typeof value === "number" ? value : value === undefined ? null : String(value).toLowerCase();
  };
}

/** Without a value, leads come last in either direction. */
function comesBefore(one: LeadRow, other: LeadRow, sort: LeadSort): boolean {
  const isDescending = sort.startsWith("-");
  const order = sort.replace("-", "");
  const keyOf = order.startsWith(OF_FIELD) ? fieldOf(order.slice(OF_FIELD.length)) : KEYS[order as keyof typeof KEYS];
  const [first, second] = [keyOf(one), keyOf(other)];
  if (first === null || second === null) {
    if (first !== second) return second === null;
  } else if (first !== second) return first < second !== isDescending;
  return Number(one.id) < Number(other.id) !== isDescending;
}
