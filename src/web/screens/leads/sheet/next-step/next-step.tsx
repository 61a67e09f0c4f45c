import { CalendarPlus, Check, ClockFading, Pencil, Trash2 } from "lucide-react";
import { useState } from "react";
import type { LeadDetail } from "#shared/contract/leads/lead.ts";
import { useNextStep } from "#web/actions/use-next-step.ts";
import type { NextStepChange } from "#web/api/leads/next-step.ts";
import { useMay } from "#web/api/use-may.ts";
import { dueText, isOverdue, localDay, movedTo, nextMonday } from "#web/format/due.ts";
import { readDraft, storeDraft, useDraftKey } from "#web/forms/draft-store.ts";
import { LeadSection } from "#web/screens/leads/sheet/lead-section.tsx";
import { isStepDraft, NextStepForm, stepDraft } from "#web/screens/leads/sheet/next-step/next-step-form.tsx";
import { Button } from "#web/ui/button.tsx";
import { classNames } from "#web/ui/class-names.ts";
import { Menu, MenuItem, MenuSeparator } from "#web/ui/overlays/menu.tsx";
import { useNow } from "#web/ui/now.ts";

/** What to do next with the lead: set, move, finish. Hidden from viewers while there is none. */
export function NextStepSection({ lead: { id, nextStep } }: { lead: LeadDetail }) {
  const mayWork = useMay("work");
  const now = useNow();
  const key = useDraftKey(stepDraft(id));
  const [isEditing, setIsEditing] = useState(() => mayWork && readDraft(key, isStepDraft) !== null);
  const end = (): void => {
    storeDraft(key, null);
    setIsEditing(false);
  };
  const { run: change, running } = useNextStep();
  const run = (to: NextStepChange): Promise<boolean> => change(id, to);
  if (nextStep === null && !mayWork) return null;
  const moveTo = (day: string): void => {
    if (nextStep !== null) void run(movedTo(nextStep, day));
  };
  return (
    <LeadSection title="Next step">
      {isEditing ? (
        <NextStepForm
          leadId={id}
          step={nextStep}
          busy={running}
          onSave={(step) => void run(step).then((isSaved) => isSaved && end())}
          onCancel={end}
        />
      ) : nextStep === null ? (
        <Button icon={<CalendarPlus aria-hidden />} onClick={() => setIsEditing(true)}>
          Set next step
        </Button>
      ) : (
        <>
          <p dir="auto" className="font-semibold wrap-anywhere">
            {nextStep.text}
          </p>
          <p className={classNames("text-sm", isOverdue(nextStep, now) ? "text-danger-ink" : "text-muted")}>
            {isOverdue(nextStep, now) ? "Overdue: " : "Due: "}
            {dueText(nextStep, now)}
          </p>
          {mayWork && (
            <div className="mt-3 flex flex-wrap gap-2">
              <Button icon={<Check aria-hidden />} busy={running} onClick={() => void run("done")}>
                Mark as done
              </Button>
              <Menu align="start" trigger={<Button icon={<ClockFading aria-hidden />}>Snooze</Button>}>
                <MenuItem onSelect={() => moveTo(localDay(Date.now(), 1))}>Tomorrow</MenuItem>
                <MenuItem onSelect={() => moveTo(nextMonday(Date.now()))}>Next week</MenuItem>
                <MenuItem onSelect={() => setIsEditing(true)}>Pick a date…</MenuItem>
                <MenuSeparator />
                <MenuItem icon={<Trash2 aria-hidden />} onSelect={() => void run("removed")}>
                  Remove
                </MenuItem>
              </Menu>
              <Button variant="ghost" icon={<Pencil aria-hidden />} onClick={() => setIsEditing(true)}>
                Edit
              </Button>
            </div>
          )}
        </>
      )}
    </LeadSection>
  );
}
