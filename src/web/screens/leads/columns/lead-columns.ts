import type { LeadSort } from "#shared/contract/leads/lead.ts";
import { LEAD_FIELDS, LIST_FIELDS, type ListField, perField } from "#shared/lead-fields.ts";
import { type BuiltInColumn, type ColumnId, factOf } from "#web/screens/leads/columns/column-choice.ts";
import type { Column } from "#web/ui/table.tsx";

type SortField = Exclude<LeadSort, `-${string}`>;

interface ColumnKind {
  title: string;
  /** Sort field of its header; phone numbers have none. */
  sort?: SortField;
}

const SORTED: Partial<Record<ListField, SortField>> = { email: "email", company: "company" };

const COLUMN_KINDS: Record<BuiltInColumn, ColumnKind> = {
  lead: { title: "Lead", sort: "name" },
  ...perField(LIST_FIELDS, (field): ColumnKind => {
    const sort = SORTED[field];
    return { title: LEAD_FIELDS[field].label, ...(sort && { sort }) };
  }),
  score: { title: "Score", sort: "score" },
  status: { title: "Status", sort: "status" },
  owner: { title: "Owner", sort: "owner" },
  keywords: { title: "Keywords", sort: "keywords" },
  tags: { title: "Tags" },
  source: { title: "Source", sort: "source" },
  missing: { title: "Missing" },
  nextStep: { title: "Next step", sort: "nextStep" },
  date: { title: "Date", sort: "createdAt" },
  actions: { title: "Actions" },
};

export function columnTitle(id: ColumnId): string {
  return kindOf(id).title;
}

function kindOf(id: ColumnId): ColumnKind {
  const fact = factOf(id);
  // Facts aren't indexed, so that lists can't be sorted by them.
  return fact === null ? COLUMN_KINDS[id as BuiltInColumn] : { title: fact };
}

/** A column's label and alignment. Buttons need no label on a card, only in the table. */
export function columnKind(id: ColumnId): Column {
  const title = columnTitle(id);
  return id === "actions" ? { title, hidden: true, header: title, align: "right" } : { title };
}

/** The column's current sort direction and its next; undefined if not sortable. */
export function sortingOf(
  id: ColumnId,
  sort: LeadSort,
  onSort: (sort: LeadSort) => void,
): Pick<Column, "sorted" | "onSort"> {
  const { sort: field } = kindOf(id);
  if (field === undefined) return {};
  return {
    sorted: sort === field ? "ascending" : sort === `-${field}` ? "descending" : "none",
    onSort: () => onSort(nextSort(sort, field)),
  };
}

/** The first click sorts numbers and dates descending and text ascending; clicking again reverses. */
export function nextSort(sort: LeadSort, field: SortField): LeadSort {
  const isCounted = field === "score" || field === "createdAt" || field === "keywords";
  if (isCounted) return sort === `-${field}` ? field : `-${field}`;
  return sort === field ? `-${field}` : field;
}

/** Sort options, for when headers are hidden. */
export const SORT_OPTIONS: readonly { value: LeadSort; label: string }[] = [
  { value: "-createdAt", label: "Newest first" },
  { value: "createdAt", label: "Oldest first" },
  { value: "-score", label: "Highest score" },
  { value: "score", label: "Lowest score" },
  { value: "name", label: "Name, A to Z" },
  { value: "-name", label: "Name, Z to A" },
  { value: "company", label: "Company, A to Z" },
  { value: "-company", label: "Company, Z to A" },
  { value: "email", label: "Email, A to Z" },
  { value: "-email", label: "Email, Z to A" },
  { value: "status", label: "Status" },
  { value: "-status", label: "Status, reversed" },
  { value: "-keywords", label: "Most keywords" },
  { value: "keywords", label: "Fewest keywords" },
  { value: "nextStep", label: "Next step, soonest first" },
  { value: "-nextStep", label: "Next step, latest first" },
  { value: "source", label: "Source" },
  { value: "-source", label: "Source, reversed" },
  { value: "owner", label: "Owner, A to Z" },
  { value: "-owner", label: "Owner, Z to A" },
];

/** The options for this team: without accounts, leads have no owners. */
export function sortOptionsFor(hasOwners: boolean): typeof SORT_OPTIONS {
  return hasOwners ? SORT_OPTIONS : SORT_OPTIONS.filter(({ value }) => value !== "owner" && value !== "-owner");
}

/** The sort order of an option's value. */
export function sortOf(value: string): LeadSort | undefined {
  return SORT_OPTIONS.find((option) => option.value === value)?.value;
}
