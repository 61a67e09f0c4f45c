import { useMutation } from "@tanstack/react-query";
import { Pencil, Trash2 } from "lucide-react";
import { useState } from "react";
import type { Rule, RuleCheck } from "#shared/contract/rule.ts";
import { IfAllowed } from "#web/actions/if-allowed.tsx";
import { useReport } from "#web/actions/use-report.ts";
import { updateRule } from "#web/api/rules.ts";
import { DeleteRule } from "#web/screens/rules/delete-rule.tsx";
import { formatPoints } from "#web/format/number.ts";
import { RuleName } from "#web/screens/rules/rule-name.tsx";
import { RuleKeywords } from "#web/screens/rules/rule-keywords.tsx";
import { IconButton } from "#web/ui/icon-button.tsx";
import { LoadingNote } from "#web/ui/skeleton.tsx";
import { ActiveStatus } from "#web/ui/status.tsx";
import { Switch } from "#web/ui/fields/switch.tsx";
import { type Column, Table, TableCell, TableRow, TableSkeleton } from "#web/ui/table.tsx";

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
      <DeleteRule rule={deleting} onClose={() => setDeleting(null)} />
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
  const { mutateAsync } = useMutation(updateRule);
  const report = useReport();
  const toggle = (): Promise<void> =>
    report(mutateAsync({ id, change: { isActive: !isActive } }), {
      done: "Rule updated successfully",
      failed: "Failed to update rule",
    });
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
  return (
    <>
      <LoadingNote what="the rules" />
      <Table label="Rules" columns={COLUMNS} aria-busy>
        <TableSkeleton columns={COLUMNS} rows={4} />
      </Table>
    </>
  );
}
