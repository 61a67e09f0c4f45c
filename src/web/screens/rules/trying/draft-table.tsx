import { Plus, Trash2, Undo2 } from "lucide-react";
import { useId } from "react";
import { LIMITS } from "#shared/limits.ts";
import { reachWords } from "#web/screens/rules/reach-words.ts";
import { namesCustomFields, useRuleFields } from "#web/screens/rules/use-rule-fields.ts";
import { RuleKeywords } from "#web/screens/rules/rule-keywords.tsx";
import type { DraftRow, TypedRule } from "#web/screens/rules/trying/rule-changes.ts";
import { Button } from "#web/ui/button.tsx";
import { IconButton } from "#web/ui/icon-button.tsx";
import { Input } from "#web/ui/fields/input.tsx";
import { Switch } from "#web/ui/fields/switch.tsx";
import { type Column, Table, TableCell, TableRow } from "#web/ui/table.tsx";

const NAME = { title: "Rule", className: "w-[36%]" } satisfies Column;
const ACTIVE = { title: "Active", className: "w-20" } satisfies Column;
const WEIGHT = { title: "Weight", className: "w-28" } satisfies Column;
const KEYWORDS = { title: "Keywords" } satisfies Column;
const ACTIONS = { title: "Actions", className: "w-18", hidden: true } satisfies Column;
const COLUMNS: readonly Column[] = [NAME, ACTIVE, WEIGHT, KEYWORDS, ACTIONS];

interface DraftTableProps {
  rows: readonly DraftRow[];
  onEdit: (row: DraftRow, edit: { typed?: Partial<TypedRule>; isDeleted?: boolean }) => void;
  onAdd: () => void;
}

/** The drafted rules, editable in place. */
export function DraftTable({ rows, onEdit, onAdd }: DraftTableProps) {
  return (
    <>
      <Table label="Draft rules" columns={COLUMNS}>
        {rows.map((row) => (
          <Row
            key={row.key}
            row={row}
            onType={(typed) => onEdit(row, { typed })}
            onDelete={(isDeleted) => onEdit(row, { isDeleted })}
          />
        ))}
      </Table>
      <div className="border-t border-line px-5 py-3 max-md:px-4">
        <Button size="small" icon={<Plus aria-hidden />} onClick={onAdd}>
          Add rule
        </Button>
      </div>
    </>
  );
}

interface RowProps {
  row: DraftRow;
  onType: (typed: Partial<TypedRule>) => void;
  onDelete: (isDeleted: boolean) => void;
}

function Row({ row, onType, onDelete }: RowProps) {
  const { rule, typed, isDeleted, errors, draft } = row;
  const called = rule?.name ?? (typed.name.trim() === "" ? "the new rule" : typed.name);
  if (isDeleted) {
    return (
      <TableRow>
        <TableCell column={NAME} bare>
          <div className="py-2">
            <span className="block truncate text-muted line-through">{called}</span>
            <Mark row={row} />
          </div>
        </TableCell>
        <TableCell column={ACTIVE} className="max-md:hidden" />
        <TableCell column={WEIGHT} className="max-md:hidden" />
        <TableCell column={KEYWORDS} className="max-md:hidden" />
        <TableCell column={ACTIONS} bare>
          <span className="flex justify-end">
            <IconButton label={`Restore ${called}`} icon={<Undo2 aria-hidden />} onClick={() => onDelete(false)} />
          </span>
        </TableCell>
      </TableRow>
    );
  }
  return (
    <TableRow>
      <TableCell column={NAME} bare>
        <div className="py-2">
          <TypedCell
            label={`Name of ${called}`}
            value={typed.name}
            error={errors.name}
            placeholder="Name"
            onType={(name) => onType({ name })}
          />
          <Mark row={row} />
        </div>
      </TableCell>
      <TableCell column={ACTIVE}>
        <Switch
          aria-label={`${called} is active`}
          checked={typed.isActive}
          onChange={({ target }) => onType({ isActive: target.checked })}
        />
      </TableCell>
      <TableCell column={WEIGHT}>
        <TypedCell
          label={`Weight of ${called}`}
          value={typed.weight}
          error={errors.scoreWeight}
          isNumber
          onType={(weight) => onType({ weight })}
        />
      </TableCell>
      <TableCell column={KEYWORDS}>
        {rule === null && draft?.mode !== "regex" && draft?.mode !== "condition" ? (
          <TypedCell
            label={`Keywords of ${called}`}
            value={typed.keywordsText}
            error={errors.keywords}
            placeholder="pricing, request a demo"
            onType={(keywordsText) => onType({ keywordsText })}
          />
        ) : (
          <RuleKeywords keywords={draft?.keywords ?? rule?.keywords ?? []} />
        )}
      </TableCell>
      <TableCell column={ACTIONS} bare>
        <span className="flex justify-end">
          <IconButton
            label={`Delete ${called}`}
            icon={<Trash2 aria-hidden />}
            tone="danger"
            onClick={() => onDelete(true)}
          />
        </span>
      </TableCell>
    </TableRow>
  );
}

/** What changes about the rule, and its options. */
function Mark({ row: { rule, isDeleted, isChanged, draft } }: { row: DraftRow }) {
  const what = isDeleted ? "deleted" : rule === null ? "new" : isChanged ? "changed" : null;
  const fields = useRuleFields(draft !== null && namesCustomFields(draft));
  const reach = draft === null ? "" : reachWords(draft, fields);
  return (
    <p className="mt-0.5 text-xs text-muted empty:hidden">
      {what !== null && <strong className="font-semibold text-ink">{what}</strong>}
      {what !== null && reach !== "" && " · "}
      {reach}
    </p>
  );
}

interface TypedCellProps {
  label: string;
  value: string;
  error: string | undefined;
  placeholder?: string;
  isNumber?: boolean;
  onType: (value: string) => void;
}

function TypedCell({ label, value, error, placeholder, isNumber = false, onType }: TypedCellProps) {
  const errorId = useId();
  const { max } = LIMITS.rule.weight;
  return (
    <div className="w-full min-w-0 max-md:py-1">
      <Input
        aria-label={label}
        aria-invalid={error === undefined ? undefined : true}
        aria-describedby={error === undefined ? undefined : errorId}
        {...(isNumber && { type: "number", inputMode: "numeric", min: -max, max })}
        placeholder={placeholder}
        autoComplete="off"
        value={value}
        onChange={({ target }) => onType(target.value)}
        className="px-2"
      />
      {error !== undefined && (
        <p id={errorId} className="mt-0.5 text-xs text-danger-ink">
          {error}
        </p>
      )}
    </div>
  );
}
