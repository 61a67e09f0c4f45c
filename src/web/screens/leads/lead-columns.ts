import type { LeadSort } from "#shared/contract/lead.ts";
import type { Column } from "#web/ui/table.tsx";

type SortField = "name" | "company" | "score" | "createdAt";

export type LeadColumns = Record<"lead" | "company" | "score" | "status" | "keywords" | "date" | "actions", Column>;

/** The columns of the list, with how it is sorted now. Where room is short the less telling ones give way. */
export function leadColumns(sort: LeadSort, onSort: (sort: LeadSort) => void): LeadColumns {
  const sortable = (field: SortField): Pick<Column, "sorted" | "onSort"> => ({
    sorted: sort === field ? "ascending" : sort === `-${field}` ? "descending" : "none",
    onSort: () => onSort(nextSort(sort, field)),
  });
  return {
    lead: { title: "Lead", ...sortable("name") },
    company: { title: "Company", className: "w-37 min-[88rem]:w-52 md:max-lg:hidden", ...sortable("company") },
    score: { title: "Score", className: "w-29", ...sortable("score") },
    status: { title: "Status", className: "w-27" },
    keywords: { title: "Keywords", className: "w-48 min-[88rem]:w-60 md:max-xl:hidden" },
    date: { title: "Date", className: "w-28 md:max-xl:hidden", ...sortable("createdAt") },
    actions: { title: "Actions", className: "w-32 md:touch:w-42", hidden: true, align: "right" },
  };
}

/** Names start at A, scores and dates at the top; pressing again turns the order round. */
export function nextSort(sort: LeadSort, field: SortField): LeadSort {
  if (field === "name" || field === "company") return sort === field ? `-${field}` : field;
  return sort === `-${field}` ? field : `-${field}`;
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
];
