import { CircleAlert } from "lucide-react";
import { type ReactNode, useId } from "react";

/** Props for the control, to spread: `{(control) => <Input {...control} />}`. */
export interface ControlProps {
  id: string;
  "aria-describedby": string | undefined;
  "aria-invalid": boolean | undefined;
  "aria-required": boolean | undefined;
}

export interface FieldProps {
  label: string;
  hint?: ReactNode;
  error?: string | undefined;
  required?: boolean | undefined;
  children: (control: ControlProps) => ReactNode;
}

/** Label, control, hint and error, connected for assistive technology. */
export function Field({ label, hint, error, required = false, children }: FieldProps) {
  const id = useId();
  const hintId = hint === undefined ? undefined : `${id}-hint`;
  const errorId = error === undefined ? undefined : `${id}-error`;
  const describedBy = [errorId, hintId].filter((part) => part !== undefined).join(" ");
  return (
    <div className="flex flex-col gap-1.5">
      <label htmlFor={id} className="font-semibold">
        {label}
        {!required && <span className="font-normal text-muted"> (optional)</span>}
      </label>
      {children({
        id,
        "aria-describedby": describedBy === "" ? undefined : describedBy,
        "aria-invalid": error === undefined ? undefined : true,
        "aria-required": required || undefined,
      })}
      {error !== undefined && (
        <p id={errorId} role="alert" className="flex gap-1.5 text-sm text-danger-ink">
          <CircleAlert aria-hidden className="mt-px size-4 shrink-0" />
          {error}
        </p>
      )}
      {hint !== undefined && (
        <div id={hintId} className="text-sm text-muted">
          {hint}
        </div>
      )}
    </div>
  );
}

/** A switch or checkbox with its label and an optional hint. */
export function ToggleField({ label, hint, children }: Pick<FieldProps, "label" | "hint" | "children">) {
  const id = useId();
  return (
    <div className="flex items-center gap-3 touch:min-h-11">
      {children({
        id,
        "aria-describedby": hint === undefined ? undefined : `${id}-hint`,
        "aria-invalid": undefined,
        "aria-required": undefined,
      })}
      <div>
        <label htmlFor={id} className="font-semibold">
          {label}
        </label>
        {hint !== undefined && (
          <div id={`${id}-hint`} className="text-sm text-muted">
            {hint}
          </div>
        )}
      </div>
    </div>
  );
}
