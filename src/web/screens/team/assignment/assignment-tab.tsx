import { useQuery } from "@tanstack/react-query";
import { ArrowDown, ArrowUp, Ellipsis, Pencil, Plus, Route, Trash2 } from "lucide-react";
import { useState } from "react";
import type { AssignmentPreview, AssignmentRule, AssignmentRuleUpdate } from "#shared/contract/assignment.ts";
import { QueryFailed } from "#web/actions/query-failed.tsx";
import { useAction } from "#web/actions/use-action.ts";
import {
  assignmentRulesQuery,
  deleteAssignmentRule,
  previewAssignment,
  runAssignment,
  updateAssignmentRule,
} from "#web/api/assignment.ts";
import { formatCounted } from "#web/format/number.ts";
import { leadWords, peopleWords, previewWords } from "#web/screens/team/assignment/assignment-words.ts";
import { AvailabilityCard } from "#web/screens/team/assignment/availability-card.tsx";
import { RuleDialog } from "#web/screens/team/assignment/rule-dialog.tsx";
import { Button } from "#web/ui/button.tsx";
import { Card } from "#web/ui/card.tsx";
import { EmptyState } from "#web/ui/empty-state.tsx";
import { ConfirmDialog } from "#web/ui/overlays/confirm-dialog.tsx";
import { toast } from "#web/ui/overlays/toast-store.ts";
import { LoadingBars } from "#web/ui/loading-bars.tsx";
import { leadFieldsQuery } from "#web/api/leads/lead-fields-query.ts";
import { useTeam } from "#web/api/leads/owners.ts";
import { tagsQuery } from "#web/api/leads/tags.ts";
import { Badge } from "#web/ui/badge.tsx";
import { Switch } from "#web/ui/fields/switch.tsx";
import { IconButton } from "#web/ui/icon-button.tsx";
import { Menu, MenuItem } from "#web/ui/overlays/menu.tsx";

/** Rules that give new leads an owner, and who is available. */
export function AssignmentTab() {
  const query = useQuery(assignmentRulesQuery);
  const { data: rules, error } = query;
  const [edited, setEdited] = useState<AssignmentRule | "new" | null>(null);
  return (
    <div className="flex flex-col gap-6 max-md:gap-4">
      <Card
        flush
        title="Assignment rules"
        description="The first rule that matches a new lead and has someone available assigns it."
        actions={
          <Button variant="primary" icon={<Plus aria-hidden />} onClick={() => setEdited("new")}>
            Add rule
          </Button>
        }
      >
        {rules !== undefined && rules.length > 0 ? (
          <ol aria-label="Assignment rules" className="border-t border-line">
            {rules.map((rule, index) => (
              <RuleItem
                key={rule.id}
                rule={rule}
                previous={rules[index - 1]}
                afterNext={index + 1 < rules.length ? (rules[index + 2] ?? null) : undefined}
                onEdit={() => setEdited(rule)}
              />
            ))}
          </ol>
        ) : rules !== undefined ? (
          <EmptyState
            icon={<Route />}
            title="No assignment rules yet"
            text="Add a rule to give new leads an owner automatically."
            action={
              <Button icon={<Plus aria-hidden />} onClick={() => setEdited("new")}>
                Add rule
              </Button>
            }
          />
        ) : error === null ? (
          <LoadingBars what="the assignment rules" className="p-5" bars={["h-12 w-full"]} />
        ) : (
          <QueryFailed what="assignment rules" query={query} />
        )}
        {rules?.some(({ isActive }) => isActive) === true && <AssignExisting />}
      </Card>
      <AvailabilityCard />
      <RuleDialog edited={edited} rules={rules ?? []} onClose={() => setEdited(null)} />
    </div>
  );
}

/** Previews and then assigns the leads that nobody owns. */
function AssignExisting() {
  const previewing = useAction(previewAssignment);
  const running = useAction(runAssignment);
  const [asked, setAsked] = useState<AssignmentPreview | null>(null);
  const preview = (): Promise<boolean> =>
    previewing.run(
      { body: {} },
      {
        failed: "Failed to preview",
        onDone: (found) => {
          if (found.assigned > 0) setAsked(found);
          else toast({ title: "Nothing to assign", description: previewWords(found) });
        },
      },
    );
  const run = (): Promise<boolean> =>
    running.run(undefined, {
      done: ({ changed }) => `${formatCounted(changed, "lead")} assigned`,
      failed: "Failed to assign leads",
    });
  return (
    <div className="border-t border-line px-5 py-4 max-md:px-4">
      <Button busy={previewing.isPending || running.isPending} onClick={() => void preview()}>
        Assign unassigned leads…
      </Button>
      <ConfirmDialog
        open={asked !== null}
        onOpenChange={(open) => !open && setAsked(null)}
        title="Assign unassigned leads?"
        description={asked === null ? "" : `${previewWords(asked)} You can undo this.`}
        confirmLabel="Assign leads"
        destructive={false}
        onConfirm={() => void run()}
      />
    </div>
  );
}

interface RuleItemProps {
  rule: AssignmentRule;
  previous: AssignmentRule | undefined;
  /** The rule to move this one in front of to move it down; null for the end, undefined for the last rule. */
  afterNext: AssignmentRule | null | undefined;
  onEdit: () => void;
}

function RuleItem({ rule, previous, afterNext, onEdit }: RuleItemProps) {
  const team = useTeam();
  const { data: fields } = useQuery(leadFieldsQuery);
  const { data: tags } = useQuery(tagsQuery);
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
