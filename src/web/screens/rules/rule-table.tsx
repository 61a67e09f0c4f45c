import { Pencil, StickyNote, Trash2, TriangleAlert } from "lucide-react";
import { useState } from "react";
import type { Rule, RuleCheck } from "#shared/contract/rule.ts";
import { IfAllowed } from "#web/actions/if-allowed.tsx";
import { RemoveDialog } from "#web/actions/remove-dialog.tsx";
import { useAction } from "#web/actions/use-action.ts";
import { deleteRule, updateRule } from "#web/api/rules.ts";
import { formatPoints } from "#web/format/number.ts";
import { reachWords } from "#web/screens/rules/reach-words.ts";
import { RuleKeywords } from "#web/screens/rules/rule-keywords.tsx";
import { namesCustomFields, useRuleFields } from "#web/screens/rules/use-rule-fields.ts";
import { IconButton } from "#web/ui/icon-button.tsx";
import { Tooltip } from "#web/ui/overlays/tooltip.tsx";
import { ActiveStatus } from "#web/ui/status.tsx";
import { Switch } from "#web/ui/fields/switch.tsx";
import { type Column, Table, TableCell, TableRow } from "#web/ui/table.tsx";
import { Truncate } from "#web/ui/truncate.tsx";
import { CheckList } from "#web/screens/rules/checks/check-list.tsx";
import { badgeWords } from "#web/screens/rules/checks/check-words.ts";
import { Popover } from "#web/ui/overlays/popover.tsx";

const NAME = { title: "Rule", className: "w-[28%]" } satisfies Column;
const STATUS = { title: "Status", className: "w-28" } satisfies Column;
const WEIGHT = { title: "Weight", align: "right", className: "w-24" } satisfies Column;
const KEYWORDS = { title: "Keywords" } satisfies Column;
const ACTIONS = { title: "Actions", className: "w-40", hidden: true } satisfies Column;
const COLUMNS: readonly Column[] = [NAME, STATUS, WEIGHT, KEYWORDS, ACTIONS];

interface RuleTableProps {
  rules: readonly Rule[];
  checks: readonly RuleCheck[];
  onEdit: (id: string) => void;
}

export function RuleTable({ rules, checks, onEdit }: RuleTableProps) {
  const [deleting, setDeleting] = useState<Rule | null>(null);
  return (
    <>
      <Table label="Rules" columns={COLUMNS}>
        {rules.map((rule) => (
          <RuleRow
            key={rule.id}
            rule={rule}
            checks={checks.filter(({ ruleId }) => ruleId === rule.id)}
            onEdit={() => onEdit(rule.id)}
            onDelete={() => setDeleting(rule)}
          />
        ))}
      </Table>
      <RemoveDialog
        item={deleting}
        mutation={deleteRule}
        words={({ name }) => ({
          title: "Delete this rule?",
          description: (
            <>
              All leads are rescored without “<bdi>{name}</bdi>”. Statuses set manually stay. You can undo this for 90
              days.
            </>
          ),
          confirmLabel: "Delete rule",
          done: "Rule deleted successfully",
          failed: "Failed to delete rule",
        })}
        onClose={() => setDeleting(null)}
      />
    </>
  );
}

interface RuleRowProps {
  rule: Rule;
  checks: readonly RuleCheck[];
  onEdit: () => void;
  onDelete: () => void;
}

function RuleRow({ rule, checks, onEdit, onDelete }: RuleRowProps) {
  const { id, name, keywords, scoreWeight, isActive } = rule;
  const updating = useAction(updateRule);
  const toggle = (): Promise<boolean> =>
    updating.run(
      { params: { id }, body: { isActive: !isActive } },
      { done: "Rule updated successfully", failed: "Failed to update rule" },
    );
  return (
    <TableRow>
      <TableCell column={NAME} bare>
        <RuleName rule={rule} checks={checks} />
      </TableCell>
      <TableCell column={STATUS}>
        <ActiveStatus isActive={isActive} />
      </TableCell>
      <TableCell column={WEIGHT}>{formatPoints(scoreWeight)}</TableCell>
      <TableCell column={KEYWORDS}>
        <RuleKeywords keywords={keywords} />
      </TableCell>
      <TableCell column={ACTIONS} bare>
        <IfAllowed to="work">
          <span className="flex items-center justify-end gap-1">
            <Switch
              aria-label={`${name} is active`}
              checked={isActive}
              onChange={() => void toggle()}
              className="mr-2"
            />
            <IconButton label={`Edit ${name}`} icon={<Pencil aria-hidden />} onClick={onEdit} />
            <IconButton label={`Delete ${name}`} icon={<Trash2 aria-hidden />} tone="danger" onClick={onDelete} />
          </span>
        </IfAllowed>
      </TableCell>
    </TableRow>
  );
}

export function RuleTableSkeleton() {
  return <Table label="Rules" columns={COLUMNS} loading={{ what: "the rules", rows: 4 }} />;
}

function RuleName({ rule, checks }: { rule: Rule; checks: readonly RuleCheck[] }) {
  const { name, note } = rule;
  const reach = reachWords(rule, useRuleFields(namesCustomFields(rule)));
  return (
    <div className="min-w-0 py-1.5 max-md:py-0">
      <div className="flex min-w-0 items-center gap-1">
        <Truncate text={name} className="font-semibold" />
        {note !== "" && <RuleNote name={name} note={note} />}
        {/* Loads later; in the same line, so that the rows below stay in place. */}
        <CheckBadge name={name} checks={checks} />
      </div>
      {reach !== "" && <p className="text-xs wrap-anywhere text-muted">{reach}</p>}
    </div>
  );
}

/** Shown on hover and focus; on touch devices only in the rule's form. */
function RuleNote({ name, note }: { name: string; note: string }) {
  return (
    <Tooltip text={note}>
      <button
        type="button"
        aria-label={`Note on ${name}: ${note}`}
        className="inline-flex size-6 shrink-0 cursor-default items-center justify-center rounded-sm text-muted"
      >
        <StickyNote aria-hidden className="size-3.5" />
      </button>
    </Tooltip>
  );
}

/** Subtle badge for a rule with warnings; clicking it shows them. */
function CheckBadge({ name, checks }: { name: string; checks: readonly RuleCheck[] }) {
  if (checks.length === 0) return null;
  return (
    <Popover
      label={`Warnings for ${name}`}
      align="start"
      className="w-96"
      trigger={
        <button
          type="button"
          className="ml-2 inline-flex shrink-0 items-center gap-1 rounded-sm text-xs whitespace-nowrap text-muted underline decoration-dotted underline-offset-3 hover:text-ink touch:-my-2.5 touch:min-h-11"
        >
          <TriangleAlert aria-hidden className="size-3.5 shrink-0" />
          {badgeWords(checks)}
          <span className="sr-only">: {name}</span>
        </button>
      }
    >
      <CheckList checks={checks} />
    </Popover>
  );
}
