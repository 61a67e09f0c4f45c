import { mutationOptions, type QueryClient } from "@tanstack/react-query";
import type { LeadTotals } from "#shared/contract/leads/lead-totals.ts";
import type { LeadRow, LeadSort } from "#shared/contract/leads/lead.ts";
import type { LeadStatus } from "#shared/lead-status.ts";
import { keys } from "#web/api/connection/keys.ts";
import type { LeadListView, LeadPages } from "#web/api/leads/lead-list.ts";
import { setLeadStatus } from "#web/api/leads/lead-status.ts";

/** Sets a lead's status like `setLeadStatus`, and moves its card to the other column of the visible board. */
export const moveLead: typeof setLeadStatus = mutationOptions({
  ...setLeadStatus,
  onMutate: async (input, context) => {
    const { id, status } = input;
    const lead = shownLead(context.client, id);
    // Stores what was shown, and changes the status in all lists, so that the card leaves its column.
    const snapshot = await setLeadStatus.onMutate?.(input, context);
    if (lead !== undefined && lead.status !== status) showMove(context.client, lead, status);
    return snapshot ?? { snapshot: [] };
  },
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

function showMove(client: QueryClient, lead: LeadRow, to: LeadStatus): void {
  const moved: LeadRow = { ...lead, status: to, statusSetBy: "person" };
  for (const { queryKey } of columnsOf(client)) {
    const view = queryKey[keys.leadColumns.length] as LeadListView;
    if (view.status !== to) continue;
    client.setQueryData<LeadPages>(queryKey, (data) => data && withLead(data, moved, view.sort));
  }
  client.setQueriesData<LeadTotals>({ queryKey: keys.leadTotals }, (totals) => totals && movedTotals(totals, lead, to));
}

/** The totals after a lead's status change. */
function movedTotals(totals: LeadTotals, { status, score }: LeadRow, to: LeadStatus): LeadTotals {
  const [left, entered] = [totals[status], totals[to]];
  return {
    ...totals,
    [status]: { count: Math.max(0, left.count - 1), scoreSum: left.scoreSum - score },
    [to]: { count: entered.count + 1, scoreSum: entered.scoreSum + score },
  };
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
