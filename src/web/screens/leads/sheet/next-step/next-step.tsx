import { CalendarPlus, Check, ClockFading, Pencil, Trash2 } from "lucide-react";
import { type ReactNode, useState } from "react";
import type { LeadDetail } from "#shared/contract/leads/lead.ts";
import { leadTitle } from "#shared/lead-title.ts";
import { useNextStep } from "#web/actions/use-next-step.ts";
import type { NextStepChange } from "#web/api/leads/next-step.ts";
import { useMay } from "#web/api/use-may.ts";
import { dueText, isOverdue, localDay } from "#web/format/due.ts";
import { movedTo, nextMonday } from "#web/screens/leads/sheet/next-step/changed-step.ts";
import { readDraft, storeDraft, useDraftKey } from "#web/forms/draft-store.ts";
import { useSubjectActions } from "#web/layout/palette/subject-actions.ts";
import { LeadSection } from "#web/screens/leads/sheet/lead-section.tsx";
import { isStepDraft, NextStepForm, stepDraft } from "#web/screens/leads/sheet/next-step/next-step-form.tsx";
import { Button } from "#web/ui/button.tsx";
import { classNames } from "#web/ui/class-names.ts";
import { Menu, MenuItem, MenuSeparator } from "#web/ui/overlays/menu.tsx";
import { useNow } from "#web/ui/now.ts";

interface NextStepProps {
  lead: LeadDetail;
  /** Next to the button while there is no step, else below. */
  children: ReactNode;
}

/** What to do next with the lead: set, move, finish. Viewers see no button. */
export function NextStep({ lead, children }: NextStepProps) {
  const { id, nextStep } = lead;
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
  const moveTo = (day: string): void => {
    if (nextStep !== null) void run({ ...movedTo(nextStep, day), former: nextStep });
  };
  const edit = {
    words: "reminder remind follow up call task due date",
    movesFocus: true,
    run: () => setIsEditing(true),
  } as const;
  const entries =
    nextStep === null
      ? [{ label: "Set next step", Icon: CalendarPlus, ...edit }]
      : ([
          {
            label: "Mark next step as done",
            words: "finish complete reminder",
            Icon: Check,
            run: () => void run("done"),
          },
          { label: "Edit next step", Icon: Pencil, ...edit },
          {
            label: "Snooze next step until tomorrow",
            words: "move reminder later",
            Icon: ClockFading,
            isSearched: true,
            run: () => moveTo(localDay(Date.now(), 1)),
          },
          {
            label: "Snooze next step until next week",
            words: "move reminder later",
            Icon: ClockFading,
            isSearched: true,
            run: () => moveTo(nextMonday(Date.now())),
          },
          {
            label: "Remove next step",
            words: "delete reminder",
            Icon: Trash2,
            isSearched: true,
            run: () => void run("removed"),
          },
        ] as const);
  useSubjectActions(mayWork ? { title: leadTitle(lead), entries } : null);
  if (nextStep === null && !isEditing) {
    return (
      <div className="flex flex-wrap items-center gap-1.5 empty:hidden">
        {mayWork && (
          <Button
            variant="ghost"
            size="small"
            icon={<CalendarPlus aria-hidden />}
            className="-ml-2"
            onClick={() => setIsEditing(true)}
          >
            Set next step
          </Button>
        )}
        {children}
      </div>
    );
  }
  return (
    <>
      <LeadSection title="Next step">
        {isEditing || nextStep === null ? (
          <NextStepForm
            leadId={id}
            step={nextStep}
            busy={running}
            onSave={async (step) => {
              const isSaved = await run(step);
              if (isSaved) end();
              return isSaved;
            }}
            onCancel={end}
          />
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
      {children}
    </>
  );
}
