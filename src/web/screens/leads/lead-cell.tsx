import type { ReactNode } from "react";
import type { FieldKind, FieldValue } from "#shared/contract/leads/field-value.ts";
import type { LeadRow } from "#shared/contract/leads/lead.ts";
import type { NextStep } from "#shared/contract/leads/next-step.ts";
import { LEAD_FIELDS, LIST_FIELDS, perField } from "#shared/lead-fields.ts";
import { LIMITS } from "#shared/limits.ts";
import { formatDay } from "#web/format/date.ts";
import { dueText, isOverdue } from "#web/format/due.ts";
import { formatNumber } from "#web/format/number.ts";
import { sourceName } from "#web/format/lead-source.ts";
import { type BuiltInColumn, type ColumnId, factOf, fieldKeyOf } from "#web/screens/leads/columns/column-choice.ts";
import type { NamedField } from "#web/screens/leads/columns/lead-columns.ts";
import { TagChips } from "#web/actions/tags/tag-chips.tsx";
import { missingWords } from "#web/screens/leads/lead-words.ts";
import { classNames } from "#web/ui/class-names.ts";
import { useNow } from "#web/ui/now.ts";
import { AddressMark } from "#web/ui/leads/address-mark.tsx";
import { KeywordBadges } from "#web/ui/leads/keyword-badges.tsx";
import { LeadStatusMark } from "#web/ui/leads/lead-status-mark.tsx";
import { RelativeTime } from "#web/ui/relative-time.tsx";
import { Score } from "#web/ui/leads/score.tsx";
import { Truncate } from "#web/ui/truncate.tsx";

type Cell = (lead: LeadRow) => ReactNode;

type CellColumn = Exclude<BuiltInColumn, "lead" | "actions">;

const CELLS: Record<CellColumn, Cell> = {
  ...perField(LIST_FIELDS, (field): Cell => {
    const className = LEAD_FIELDS[field].type === "phone" ? "tabular-nums" : "";
    return (lead) => <Truncate text={lead[field]} className={className} />;
  }),
  email: ({ email, addressQuality, addressReason }) => (
    <span className="flex min-w-0 items-center gap-1.5">
      <Truncate text={email} />
      <AddressMark quality={addressQuality} reason={addressReason} />
    </span>
  ),
  company: ({ company, industry }) => (
    <span className="block min-w-0">
      <Truncate text={company} className="block" />
      <Truncate text={industry} className="block text-xs text-muted" />
    </span>
  ),
  score: ({ score, processedAt }) =>
    processedAt === null ? <span className="text-muted">Not scored yet</span> : <Score score={score} />,
  status: ({ status }) => <LeadStatusMark status={status} />,
  owner: ({ owner }) => (owner === "" ? <span className="text-muted">None</span> : <Truncate text={owner} />),
  keywords: ({ keywords }) => <KeywordBadges keywords={keywords} shown={LIMITS.show.keywordsInLeadList} />,
  tags: ({ tags }) => <TagChips names={tags} shown={LIMITS.show.tagsInLeadList} />,
  source: ({ source }) => <Truncate text={sourceName(source)} />,
  missing: ({ missingInfo }) => {
    const missing = missingWords(missingInfo ?? []);
    if (missing.length === 0) return <span className="text-muted">None</span>;
    return <Truncate text={missing.join(", ")} />;
  },
  nextStep: ({ nextStep }) => nextStep && <NextStepCell step={nextStep} />,
  date: ({ createdAt }) => <RelativeTime time={createdAt} absent="N/A" />,
};

function NextStepCell({ step }: { step: NextStep }) {
  const now = useNow();
  return (
    <span className="block min-w-0">
      <Truncate text={step.text} className="block" />
      <span className={classNames("block truncate text-xs", isOverdue(step, now) ? "text-danger-ink" : "text-muted")}>
        {isOverdue(step, now) && <span className="sr-only">Overdue: </span>}
        {dueText(step, now)}
      </span>
    </span>
  );
}

/** The value of a custom field, like on the lead's page. */
function valueText(value: FieldValue | undefined, kind: FieldKind | undefined): string {
  if (typeof value === "boolean") return value ? "Yes" : "No";
  if (typeof value === "number") return formatNumber(value);
  const text = [value ?? ""].flat().join(", ");
  return kind === "date" && text !== "" ? formatDay(new Date(`${text}T12:00`)) : text;
}

/** A column's content; the row itself renders the lead and its actions. */
export function leadCell(
  id: Exclude<ColumnId, "lead" | "actions">,
  lead: LeadRow,
  field: NamedField | undefined,
): ReactNode {
  const key = fieldKeyOf(id);
  if (key !== null) return <Truncate text={valueText(lead.fields[key], field?.kind)} className="tabular-nums" />;
  const name = factOf(id);
  if (name === null) return CELLS[id as CellColumn](lead);
  // Just added, and still being loaded.
  if (lead.facts === undefined) return null;
  return <Truncate text={lead.facts.find((fact) => fact.name === name)?.value} />;
}
