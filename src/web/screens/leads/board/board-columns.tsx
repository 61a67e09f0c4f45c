import type { ReactNode } from "react";
import { fieldConditionsOf, fieldConditionsText, type FieldCondition } from "#shared/contract/leads/field-filter.ts";
import type { LeadFieldDefinition } from "#shared/contract/leads/lead-field.ts";
import type { FieldTotals, LeadTotals } from "#shared/contract/leads/lead-totals.ts";
import type { LeadRow } from "#shared/contract/leads/lead.ts";
import { LEAD_STATUSES } from "#shared/lead-status.ts";
import { optionKey } from "#web/api/leads/board.ts";
import type { LeadListView } from "#web/api/leads/lead-list.ts";
import { statusWord } from "#web/screens/leads/lead-words.ts";
import { LeadStatusMark } from "#web/ui/leads/lead-status-mark.tsx";

/** A column of the board, by status or by the options of a choice field. */
export interface BoardColumn {
  /** Identifies the column of a lead, see `columnOf`. */
  key: string;
  name: string;
  heading: ReactNode;
  /** "pending leads", for messages. */
  leads: string;
  view: LeadListView;
  /** Undefined until loaded. */
  total: LeadTotals["pending"] | undefined;
  /** Whether cards can be moved into it. */
  isOpen: boolean;
  /** The value of the field in this column; null for none, undefined for a status. */
  value?: string | null;
}

/** The key of a lead's column. */
export type ColumnOf = (lead: LeadRow) => string;

export const columnOfStatus: ColumnOf = ({ status }) => status;

/** The columns in the order of the pipeline; a status filter hides the others. */
export function statusColumns(view: LeadListView, totals: LeadTotals | undefined): BoardColumn[] {
  return LEAD_STATUSES.filter((status) => (view.status ?? status) === status).map((status) => ({
    key: status,
    name: statusWord(status),
    heading: <LeadStatusMark status={status} />,
    leads: `${statusWord(status).toLowerCase()} leads`,
    view: { ...view, status },
    total: totals?.[status],
    isOpen: true,
  }));
}

/**
 * The columns in the order of the options, then values whose option was removed, then leads without a value. Filters by
 * this field hide the others.
 */
export function optionColumns(
  view: LeadListView,
  { key, name, options }: Pick<LeadFieldDefinition, "key" | "name" | "options">,
  totals: FieldTotals | undefined,
): BoardColumn[] {
  const conditions = fieldConditionsOf(view.fields ?? "") ?? [];
  const own = conditions.filter((one) => one.key === key);
  const wanted = own.flatMap(({ test, value }) => (test === "is" ? [optionKey(value)] : []));
  // A column's own condition replaces those of the filter.
  const others = conditions.filter((one) => one.key !== key || (one.test !== "is" && one.test !== "empty"));
  const columnOf = (value: string | null, more: Pick<BoardColumn, "name" | "heading" | "leads" | "isOpen">) => {
    const condition: FieldCondition = { key, test: value === null ? "empty" : "is", value: value ?? "" };
    const total = totals?.find((one) => optionKey(one.value) === optionKey(value));
    const fields = fieldConditionsText([...others, condition]);
    return { ...more, key: optionKey(value), value, view: { ...view, fields }, total };
  };
  const known = new Set(options.map(optionKey));
  const removed = totals?.flatMap(({ value }) => (value === null || known.has(optionKey(value)) ? [] : [value])) ?? [];
  const ofOptions = [...options, ...removed].map((value) =>
    columnOf(value, {
      name: value,
      heading: <OptionName name={value} isRemoved={!known.has(optionKey(value))} />,
      leads: `${value} leads`,
      isOpen: known.has(optionKey(value)),
    }),
  );
  const none = columnOf(null, {
    name: "None",
    heading: <span className="text-muted">None</span>,
    leads: `leads without ${name}`,
    isOpen: true,
  });
  if (own.some(({ test }) => test === "empty")) return [none];
  const shown = ofOptions.filter((column) => wanted.length === 0 || wanted.includes(column.key));
  return own.length === 0 ? [...shown, none] : shown;
}

function OptionName({ name, isRemoved }: { name: string; isRemoved: boolean }) {
  return (
    <>
      <span dir="auto" title={name} className="truncate">
        {name}
      </span>
      {isRemoved && (
        <span
          className="shrink-0 text-sm font-normal text-muted"
          title="This option was removed from the field. Move its leads to another column."
        >
          removed
        </span>
      )}
    </>
  );
}
