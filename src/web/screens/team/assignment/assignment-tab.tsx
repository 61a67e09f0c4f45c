import { useQuery } from "@tanstack/react-query";
import { Plus, Route } from "lucide-react";
import { useState } from "react";
import type { AssignmentPreview, AssignmentRule } from "#shared/contract/assignment.ts";
import { QueryFailed } from "#web/actions/query-failed.tsx";
import { useAction } from "#web/actions/use-action.ts";
import { assignmentRulesQuery, previewAssignment, runAssignment } from "#web/api/assignment.ts";
import { formatCounted } from "#web/format/number.ts";
import { previewWords } from "#web/screens/team/assignment/assignment-words.ts";
import { AvailabilityCard } from "#web/screens/team/assignment/availability-card.tsx";
import { RuleDialog } from "#web/screens/team/assignment/rule-dialog.tsx";
import { RuleItem } from "#web/screens/team/assignment/rule-item.tsx";
import { Button } from "#web/ui/button.tsx";
import { Card } from "#web/ui/card.tsx";
import { EmptyState } from "#web/ui/empty-state.tsx";
import { ConfirmDialog } from "#web/ui/overlays/confirm-dialog.tsx";
import { toast } from "#web/ui/overlays/toast-store.ts";
import { LoadingNote, Skeleton } from "#web/ui/skeleton.tsx";

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
          <div className="p-5">
            <LoadingNote what="the assignment rules" />
            <Skeleton className="h-12 w-full" />
          </div>
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
