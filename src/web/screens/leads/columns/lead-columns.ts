import type { LeadSort } from "#shared/contract/lead.ts";
import type { ColumnId } from "#web/screens/leads/columns/column-choice.ts";
import type { Column } from "#web/ui/table.tsx";

type SortField = Exclude<LeadSort, `-${string}`>;

interface ColumnKind {
  title: string;
  /** What a press on its header sorts by; nothing sorts by a phone number. */
  sort?: SortField;
}

export const COLUMN_KINDS: Record<ColumnId, ColumnKind> = {
  lead: { title: "Lead", sort: "name" },
  email: { title: "Email", sort: "email" },
  phone: { title: "Phone" },
  company: { title: "Company", sort: "company" },
  score: { title: "Score", sort: "score" },
  status: { title: "Status", sort: "status" },
  keywords: { title: "Keywords", sort: "keywords" },
  source: { title: "Source", sort: "source" },
  missing: { title: "Missing" },
  date: { title: "Date", sort: "createdAt" },
  actions: { title: "Actions" },
};

/** A column's name, and how it stands. Buttons need no label on a card, only over the table. */
export function columnKind(id: ColumnId): Column {
  const { title } = COLUMN_KINDS[id];
  return id === "actions" ? { title, hidden: true, header: title, align: "right" } : { title };
}

/** How the list is sorted by a column now, and what a press on its header does; nothing where it has no order. */
export function sortingOf(
  id: ColumnId,
  sort: LeadSort,
  onSort: (sort: LeadSort) => void,
): Pick<Column, "sorted" | "onSort"> {
  const { sort: field } = COLUMN_KINDS[id];
  if (field === undefined) return {};
  return {
    sorted: sort === field ? "ascending" : sort === `-${field}` ? "descending" : "none",
    onSort: () => onSort(nextSort(sort, field)),
  };
}

/** What is more or later comes first at the first press, words start at A; pressing again turns the order round. */
export function nextSort(sort: LeadSort, field: SortField): LeadSort {
  const isCounted = field === "score" || field === "createdAt" || field === "keywords";
  if (isCounted) return sort === `-${field}` ? field : `-${field}`;
  return sort === field ? `-${field}` : field;
}

/** The orders in words, for where the headers are not seen. */
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
  { value: "status", label: "By status" },
  { value: "-status", label: "By status, reversed" },
  { value: "-keywords", label: "Most keywords" },
  { value: "keywords", label: "Fewest keywords" },
  { value: "source", label: "By source" },
  { value: "-source", label: "By source, reversed" },
];
