import { useId } from "react";
import { WEBHOOK_EVENT_LABELS, WEBHOOK_EVENTS, type WebhookEvent } from "#shared/webhook-events.ts";
import { Checkbox } from "#web/ui/fields/checkbox.tsx";

interface EventsFieldProps {
  value: readonly WebhookEvent[];
  error: string | undefined;
  onChange: (value: WebhookEvent[]) => void;
}

/** Which events are sent. */
export function EventsField({ value, error, onChange }: EventsFieldProps) {
  const errorId = useId();
  const toggle = (event: WebhookEvent): void =>
    onChange(WEBHOOK_EVENTS.filter((one) => (one === event ? !value.includes(one) : value.includes(one))));
  return (
    <fieldset aria-describedby={error === undefined ? undefined : errorId}>
      <legend className="font-semibold">Events</legend>
      <ul className="mt-1 grid grid-cols-2 max-sm:grid-cols-1">
        {WEBHOOK_EVENTS.map((event) => (
          <li key={event} className="flex min-w-0 items-center">
            <Checkbox
              aria-label={WEBHOOK_EVENT_LABELS[event]}
              aria-invalid={error === undefined ? undefined : true}
              checked={value.includes(event)}
              onChange={() => toggle(event)}
              className="-ml-2"
            />
            <span aria-hidden className="truncate">
              {WEBHOOK_EVENT_LABELS[event]}
            </span>
          </li>
        ))}
      </ul>
      {error !== undefined && (
        <p id={errorId} role="alert" className="mt-1 text-sm text-danger-ink">
          {error}
        </p>
      )}
    </fieldset>
  );
}
