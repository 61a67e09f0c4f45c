import { useQuery } from "@tanstack/react-query";
import { ArrowDown, ArrowUp, Ellipsis, Pencil, Trash2 } from "lucide-react";
import type { AssignmentRule, AssignmentRuleUpdate } from "#shared/contract/assignment.ts";
import { useAction } from "#web/actions/use-action.ts";
import { deleteAssignmentRule, updateAssignmentRule } from "#web/api/assignment.ts";
import { leadFieldsQuery } from "#web/api/leads/lead-fields-query.ts";
import { useTeam } from "#web/api/leads/owners.ts";
import { tagsQuery } from "#web/api/leads/tags.ts";
import { leadWords, peopleWords } from "#web/screens/team/assignment/assignment-words.ts";
import { Badge } from "#web/ui/badge.tsx";
import { Switch } from "#web/ui/fields/switch.tsx";
import { IconButton } from "#web/ui/icon-button.tsx";
import { Menu, MenuItem } from "#web/ui/overlays/menu.tsx";

interface RuleItemProps {
  rule: AssignmentRule;
  previous: AssignmentRule | undefined;
  /** The rule to move this one in front of to move it down; null for the end, undefined for the last rule. */
  afterNext: AssignmentRule | null | undefined;
  onEdit: () => void;
}

export function RuleItem({ rule, previous, afterNext, onEdit }: RuleItemProps) {
  const team = useTeam();
  const { data: fields = [] } = useQuery(leadFieldsQuery);
  const { data: tags = [] } = useQuery(tagsQuery);
  const changing = useAction(updateAssignmentRule);
  const deleting = useAction(deleteAssignmentRule);
  const params = { id: rule.id };
  const change = (body: AssignmentRuleUpdate): Promise<boolean> =>
    changing.run({ params, body }, { done: "Rule updated successfully", failed: "Failed to update rule" });
  const remove = (): Promise<boolean> =>
    deleting.run({ params }, { done: "Rule deleted successfully", failed: "Failed to delete rule" });
  return (
    <li className="flex items-start gap-3 border-b border-line px-5 py-3 last:border-b-0 max-md:px-4">
      <div className="min-w-0 flex-1">
        <p className="flex flex-wrap items-center gap-2">
          <bdi className="font-semibold wrap-anywhere">{rule.name}</bdi>
          {rule.neverMatches !== null && <Badge tone="danger">Never matches</Badge>}
        </p>
        <p className="text-sm text-muted wrap-anywhere">
          {leadWords(rule.conditions, { fields, tags })} → {peopleWords(rule, team)}
        </p>
        {rule.neverMatches !== null && <p className="text-sm text-muted">{rule.neverMatches}</p>}
      </div>
      <span className="py-1.5">
        <Switch
          aria-label={`${rule.name} active`}
          checked={rule.isActive}
          onChange={({ target }) => void change({ isActive: target.checked })}
        />
      </span>
      <Menu trigger={<IconButton label={`Actions for ${rule.name}`} icon={<Ellipsis aria-hidden />} />}>
        <MenuItem icon={<Pencil aria-hidden />} onSelect={onEdit}>
          Edit
        </MenuItem>
        {previous !== undefined && (
          <MenuItem icon={<ArrowUp aria-hidden />} onSelect={() => void change({ before: previous.id })}>
            Move up
          </MenuItem>
        )}
        {afterNext !== undefined && (
          <MenuItem icon={<ArrowDown aria-hidden />} onSelect={() => void change({ before: afterNext?.id ?? null })}>
            Move down
          </MenuItem>
        )}
        <MenuItem icon={<Trash2 aria-hidden />} danger onSelect={() => void remove()}>
          Delete
        </MenuItem>
      </Menu>
    </li>
  );
}
