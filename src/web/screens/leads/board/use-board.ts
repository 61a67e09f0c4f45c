import { useQuery } from "@tanstack/react-query";
import { useMemo } from "react";
import type { LeadFieldDefinition } from "#shared/contract/leads/lead-field.ts";
import type { LeadRow } from "#shared/contract/leads/lead.ts";
import { LEAD_STATUSES } from "#shared/lead-status.ts";
import { leadTitle } from "#shared/lead-title.ts";
import { useAction } from "#web/actions/use-action.ts";
import { useLeadStatusAction } from "#web/actions/use-lead-status-action.ts";
import { fieldTotalsQuery, moveLead, moveToOption, optionKey } from "#web/api/leads/board.ts";
import type { LeadListView } from "#web/api/leads/lead-list.ts";
import { leadTotalsQuery } from "#web/api/leads/lead-totals.ts";
import {
  type BoardColumn,
  type ColumnOf,
  columnOfStatus,
  optionColumns,
  statusColumns,
} from "#web/screens/leads/board/board-columns.tsx";

/**
 * The board's columns, and how cards move between them. `by` is the key of one of the team's fields, if these are
 * loaded, and "" for statuses.
 */
export function useBoard(view: LeadListView, by: string, fields: readonly LeadFieldDefinition[] | undefined) {
  const choices = fields?.filter(({ kind }) => kind === "choice") ?? [];
  const field = choices.find(({ key }) => key === by);
  const ofStatus = useQuery({ ...leadTotalsQuery(view), enabled: field === undefined });
  const ofOptions = useQuery({
    ...fieldTotalsQuery(view, field ?? NO_FIELD),
    enabled: field !== undefined,
  });
  const totals = field === undefined ? ofStatus : ofOptions;
  const columns = field === undefined ? statusColumns(view, ofStatus.data) : optionColumns(view, field, ofOptions.data);
  const columnOf = useMemo(
    (): ColumnOf => (field === undefined ? columnOfStatus : (lead) => optionKey(lead.fields[field.key])),
    [field],
  );
  const decide = useLeadStatusAction(moveLead);
  const setOption = useOptionAction();
  return {
    columns,
    columnOf,
    choices,
    decide,
    totals,
    /** The field can't be a board's columns, as it was deleted. */
    isGone: by !== "" && fields !== undefined && field === undefined,
    move: (lead: LeadRow, to: BoardColumn): void => {
      const status = LEAD_STATUSES.find((one) => one === to.key);
      if (field !== undefined && to.value !== undefined) void setOption(lead, field.key, to);
      else if (status !== undefined) void decide(lead, status);
    },
  };
}

const NO_FIELD = { key: "", options: [] };

/** Sets a lead's value of a choice field and offers Undo; the card returns if the server refuses. */
function useOptionAction(): (lead: LeadRow, field: string, to: BoardColumn) => Promise<boolean> {
  const { run } = useAction(moveToOption);
  return (lead, field, { name, value = null, view }) =>
    run(
      { lead, field, value, view },
      {
        done: ({ data }) => `${leadTitle(data)} moved to ${name}`,
        failed: `Failed to move ${leadTitle(lead)}`,
      },
    );
}
