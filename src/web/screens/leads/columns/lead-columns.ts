import { fieldSortOf } from "#shared/contract/leads/field-filter.ts";
import type { FieldKind } from "#shared/contract/leads/field-value.ts";
import type { LeadFieldDefinition } from "#shared/contract/leads/lead-field.ts";
import type { LeadSort } from "#shared/contract/leads/lead.ts";
import { LEAD_FIELDS, LIST_FIELDS, type ListField, perField } from "#shared/lead-fields.ts";
import { type BuiltInColumn, type ColumnId, factOf, fieldKeyOf } from "#web/screens/leads/columns/column-choice.ts";
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

/** A custom field, as far as lists need it. */
export type NamedField = Pick<LeadFieldDefinition, "key" | "name" | "kind">;

/** The custom field of a column; undefined for other columns, and until the fields are loaded. */
export function fieldOf(id: ColumnId, fields: readonly NamedField[]): NamedField | undefined {
  const key = fieldKeyOf(id);
  return key === null ? undefined : fields.find((one) => one.key === key);
}

export function columnTitle(id: ColumnId, field?: NamedField): string {
  return kindOf(id, field).title;
}

function kindOf(id: ColumnId, field: NamedField | undefined): ColumnKind {
  const key = fieldKeyOf(id);
  if (key !== null) return { title: field?.name ?? key, sort: fieldSortOf(key) };
  const fact = factOf(id);
  // Facts aren't indexed, so that lists can't be sorted by them.
  return fact === null ? COLUMN_KINDS[id as BuiltInColumn] : { title: fact };
}

/** A column's label and alignment. Buttons need no label on a card, only in the table. */
export function columnKind(id: ColumnId, field?: NamedField): Column {
  const title = columnTitle(id, field);
  return id === "actions" ? { title, hidden: true, header: title, align: "right" } : { title };
}

/** The column's current sort direction and its next; undefined if not sortable. */
export function sortingOf(
  id: ColumnId,
  sort: LeadSort,
  onSort: (sort: LeadSort) => void,
  custom?: NamedField,
): Pick<Column, "sorted" | "onSort"> {
  const { sort: field } = kindOf(id, custom);
  if (field === undefined) return {};
  return {
    sorted: sort === field ? "ascending" : sort === `-${field}` ? "descending" : "none",
    onSort: () => onSort(nextSort(sort, field, custom?.kind)),
  };
}

/** The first click sorts numbers and dates descending and text ascending; clicking again reverses. */
export function nextSort(sort: LeadSort, field: SortField, kind?: FieldKind): LeadSort {
  const isCounted =
    field === "score" || field === "createdAt" || field === "keywords" || kind === "number" || kind === "date";
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

const DIRECTIONS: Partial<Record<FieldKind, readonly [ascending: string, descending: string]>> = {
  number: ["lowest first", "highest first"],
  date: ["earliest first", "latest first"],
  yesNo: ["no first", "yes first"],
};

/** The options for this team, which may have custom fields; without accounts, leads have no owners. */
export function sortOptionsFor(hasOwners: boolean, fields: readonly NamedField[]): typeof SORT_OPTIONS {
  return [
    ...SORT_OPTIONS.filter(({ value }) => hasOwners || !value.endsWith("owner")),
    ...fields.flatMap(({ key, name, kind }) => {
      const [ascending, descending] = DIRECTIONS[kind] ?? ["A to Z", "Z to A"];
      const sort = fieldSortOf(key);
      return [
        { value: sort, label: `${name}, ${ascending}` },
        { value: `-${sort}` as const, label: `${name}, ${descending}` },
      ];
    }),
  ];
}
