import { Check } from "lucide-react";
import type { ReactNode } from "react";
import { flushSync } from "react-dom";
import { Button } from "#web/ui/button.tsx";
import { classNames } from "#web/ui/class-names.ts";
import { type ControlProps, Field } from "#web/ui/fields/field.tsx";
import { Input } from "#web/ui/fields/input.tsx";
import { Textarea } from "#web/ui/fields/textarea.tsx";

export interface SecretFieldProps {
  label: string;
  hint?: ReactNode;
  error?: string | undefined;
  required?: boolean;
  /** Whether a secret is stored; it is never shown. */
  isSaved: boolean;
  /** The input; null keeps the stored secret. */
  value: string | null;
  onChange: (value: string | null) => void;
  onBlur?: () => void;
  /** A pasted file instead of a password input. */
  isFile?: boolean;
  placeholder?: string;
}

/** A secret shown as saved until the user chooses to replace it. */
export function SecretField({
  isSaved,
  value,
  onChange,
  onBlur,
  isFile = false,
  placeholder,
  ...field
}: SecretFieldProps) {
  const { label } = field;
  /** The pressed button is replaced by the other one or the field, which takes over id and focus. */
  const swap = (id: string, next: string | null): void => {
    flushSync(() => onChange(next));
    document.getElementById(id)?.focus();
  };
  const typed = (control: ControlProps): ReactNode => {
    const shared = { ...control, value: value ?? "", onBlur, placeholder, spellCheck: false };
    return isFile ? (
      <Textarea
        {...shared}
        rows={5}
        autoComplete="off"
        onChange={(event) => onChange(event.target.value)}
        className="max-h-44! min-w-0 font-mono text-sm break-all"
      />
    ) : (
      <Input
        {...shared}
        type="password"
        autoComplete="new-password"
        onChange={(event) => onChange(event.target.value)}
      />
    );
  };
  return (
    <Field {...field}>
      {(control) =>
        !isSaved ? (
          typed(control)
        ) : value === null ? (
          <div className="flex min-h-9 items-center gap-2 rounded-md border border-line bg-canvas pl-3">
            <Check aria-hidden className="size-4 shrink-0 text-success-ink" />
            <span className="flex-1">Saved</span>
            <Button
              id={control.id}
              aria-describedby={control["aria-describedby"]}
              aria-label={`Replace ${label}`}
              variant="ghost"
              size="small"
              onClick={() => swap(control.id, "")}
            >
              Replace
            </Button>
          </div>
        ) : (
          <div className={classNames("flex gap-2", isFile ? "flex-col items-end" : "items-start")}>
            <div className="w-full min-w-0">{typed(control)}</div>
            <Button
              aria-label={`Keep saved ${label}`}
              variant="ghost"
              size={isFile ? "small" : "regular"}
              onClick={() => swap(control.id, null)}
            >
              Keep saved
            </Button>
          </div>
        )
      }
    </Field>
  );
}
