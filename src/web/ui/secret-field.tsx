import { Check } from "lucide-react";
import type { ReactNode } from "react";
import { Button } from "#web/ui/button.tsx";
import { type ControlProps, Field } from "#web/ui/field.tsx";
import { Input } from "#web/ui/input.tsx";
import { Textarea } from "#web/ui/textarea.tsx";

interface SecretFieldProps {
  label: string;
  hint?: ReactNode;
  error?: string | undefined;
  required?: boolean;
  /** A secret is stored; nobody ever gets to read it. */
  isSaved: boolean;
  /** What is typed; null leaves the saved one as it is. */
  value: string | null;
  onChange: (value: string | null) => void;
  onBlur?: () => void;
  /** A pasted file instead of one line of dots. */
  isFile?: boolean;
  placeholder?: string;
}

/** A secret that is shown as saved and left alone until someone chooses to replace it. */
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
  const isKept = isSaved && value === null;
  const change = (control: ControlProps): ReactNode => {
    const shared = { ...control, value: value ?? "", onBlur, placeholder, spellCheck: false };
    return isFile ? (
      <Textarea
        {...shared}
        rows={5}
        autoComplete="off"
        onChange={(event) => onChange(event.target.value)}
        className="font-mono text-sm"
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
        isKept ? (
          <div className="flex min-h-9 items-center gap-2 rounded-md border border-line bg-canvas pl-3">
            <Check aria-hidden className="size-4 shrink-0 text-success-ink" />
            <span className="flex-1">Saved</span>
            <Button
              id={control.id}
              aria-describedby={control["aria-describedby"]}
              aria-label={`Replace ${label}`}
              variant="ghost"
              size="small"
              onClick={() => onChange("")}
            >
              Replace
            </Button>
          </div>
        ) : isSaved ? (
          <div className="flex items-start gap-2">
            <div className="min-w-0 flex-1">{change(control)}</div>
            <Button aria-label={`Keep the saved ${label}`} variant="ghost" onClick={() => onChange(null)}>
              Keep saved
            </Button>
          </div>
        ) : (
          change(control)
        )
      }
    </Field>
  );
}
