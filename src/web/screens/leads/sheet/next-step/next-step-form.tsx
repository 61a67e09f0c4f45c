import { useEffect, useRef } from "react";
import type { NextStep, NextStepUpdate } from "#shared/contract/leads/next-step.ts";
import { LIMITS } from "#shared/limits.ts";
import { localDay } from "#web/format/due.ts";
import { enteredStep } from "#web/screens/leads/sheet/next-step/changed-step.ts";
import { useDraft } from "#web/forms/draft-store.ts";
import { useOwnEscape } from "#web/screens/leads/sheet/use-own-escape.ts";
import { Button } from "#web/ui/button.tsx";
import { Input } from "#web/ui/fields/input.tsx";
import { Labeled } from "#web/ui/fields/labeled.tsx";
import { useNow } from "#web/ui/now.ts";

interface StepDraft {
  text: string;
  day: string;
  time: string;
  /** The step when the input began. */
  former: NextStep | null;
}

export const stepDraft = (leadId: string): string => `next-step.${leadId}`;

export function isStepDraft(stored: unknown): stored is StepDraft {
  if (typeof stored !== "object" || stored === null) return false;
  const { text, day, time } = { text: null, day: null, time: null, ...stored };
  return [text, day, time].every((one) => typeof one === "string") && "former" in stored;
}

interface NextStepFormProps {
  leadId: string;
  step: NextStep | null;
  busy: boolean;
  /** Resolves to whether it worked. */
  onSave: (step: NextStepUpdate) => Promise<boolean>;
  onCancel: () => void;
}

/** Text, day and, if wanted, time of a next step. Escape cancels. */
export function NextStepForm({ leadId, step, busy, onSave, onCancel }: NextStepFormProps) {
  const [formerDay, formerTime = ""] = step?.due.split("T") ?? [];
  const tomorrow = localDay(useNow(), 1);
  const former = { text: step?.text ?? "", day: formerDay ?? tomorrow, time: formerTime, former: step };
  const [typed, setTyped] = useDraft(stepDraft(leadId), isStepDraft, former);
  const { text, day, time } = typed;
  const latest = useRef(step);
  useEffect(() => void (latest.current = step), [step]);
  const form = useRef<HTMLFormElement>(null);
  const field = useRef<HTMLInputElement>(null);
  useEffect(() => field.current?.focus(), []);
  useOwnEscape(form, onCancel);
  return (
    <form
      ref={form}
      aria-label="Next step"
      className="flex flex-col gap-3"
      onSubmit={(event) => {
        event.preventDefault();
        void onSave({ ...enteredStep(typed.former, typed), former: typed.former }).then(
          // Someone else's newer step was shown; saving again replaces it.
          (isSaved) => !isSaved && setTyped({ ...typed, former: latest.current }),
        );
      }}
    >
      <Labeled label="What to do">
        {(id) => (
          <Input
            id={id}
            ref={field}
            required
            dir="auto"
            placeholder="Call back"
            maxLength={LIMITS.nextStep.textLength}
            value={text}
            onChange={({ target }) => setTyped({ ...typed, text: target.value })}
          />
        )}
      </Labeled>
      <div className="flex flex-wrap gap-3">
        <Labeled label="Day">
          {(id) => (
            <Input
              id={id}
              type="date"
              required
              min="2000-01-01"
              max="2199-12-31"
              value={day}
              onChange={({ target }) => setTyped({ ...typed, day: target.value })}
            />
          )}
        </Labeled>
        <Labeled label="Time (optional)">
          {(id) => (
            <Input
              id={id}
              type="time"
              value={time}
              onChange={({ target }) => setTyped({ ...typed, time: target.value })}
            />
          )}
        </Labeled>
      </div>
      <div className="flex gap-2">
        <Button type="submit" variant="primary" busy={busy}>
          Save
        </Button>
        <Button onClick={onCancel}>Cancel</Button>
      </div>
    </form>
  );
}
