import { useEffect, useRef, useState } from "react";
import type { NewNextStep, NextStep } from "#shared/contract/next-step.ts";
import { LIMITS } from "#shared/limits.ts";
import { ownTimeZone } from "#shared/time-zone.ts";
import { localDay } from "#web/format/due.ts";
import { useUnsavedPart } from "#web/screens/leads/sheet/unsaved-parts.tsx";
import { useOwnEscape } from "#web/screens/leads/sheet/use-own-escape.ts";
import { Button } from "#web/ui/button.tsx";
import { Input } from "#web/ui/fields/input.tsx";
import { Labeled } from "#web/ui/fields/labeled.tsx";
import { useNow } from "#web/ui/now.ts";

interface NextStepFormProps {
  step: NextStep | null;
  busy: boolean;
  onSave: (step: NewNextStep) => void;
  onCancel: () => void;
}

/** Text, day and, if wanted, time of a next step. Escape cancels. */
export function NextStepForm({ step, busy, onSave, onCancel }: NextStepFormProps) {
  const [formerDay, formerTime = ""] = step?.due.split("T") ?? [];
  const [text, setText] = useState(step?.text ?? "");
  const tomorrow = localDay(useNow(), 1);
  const [day, setDay] = useState(formerDay ?? tomorrow);
  const [time, setTime] = useState(formerTime);
  const form = useRef<HTMLFormElement>(null);
  const field = useRef<HTMLInputElement>(null);
  useEffect(() => field.current?.focus(), []);
  useOwnEscape(form, onCancel);
  useUnsavedPart(text !== (step?.text ?? "") || (step !== null && (day !== formerDay || time !== formerTime)));
  return (
    <form
      ref={form}
      aria-label="Next step"
      className="flex flex-col gap-3"
      onSubmit={(event) => {
        event.preventDefault();
        // A time that wasn't changed stays on its own clocks.
        const timeZone = step !== null && time === formerTime ? step.timeZone : ownTimeZone();
        onSave({ text: text.trim(), due: time === "" ? day : `${day}T${time}`, timeZone });
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
            onChange={({ target }) => setText(target.value)}
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
              onChange={({ target }) => setDay(target.value)}
            />
          )}
        </Labeled>
        <Labeled label="Time (optional)">
          {(id) => <Input id={id} type="time" value={time} onChange={({ target }) => setTime(target.value)} />}
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
