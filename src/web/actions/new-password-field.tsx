import { Eye, EyeOff } from "lucide-react";
import { type Ref, useState } from "react";
import { LIMITS } from "#shared/limits.ts";
import { Field } from "#web/ui/fields/field.tsx";
import { IconButton } from "#web/ui/icon-button.tsx";
import { Input } from "#web/ui/fields/input.tsx";

const { min, max } = LIMITS.account.password;

interface NewPasswordFieldProps {
  label?: string;
  value: string;
  onChange: (value: string) => void;
  error: string | undefined;
  ref?: Ref<HTMLInputElement>;
}

/** New password field with a show toggle instead of a repeat field. */
export function NewPasswordField({ label = "Password", value, onChange, error, ref }: NewPasswordFieldProps) {
  const [isShown, setIsShown] = useState(false);
  return (
    <Field
      label={label}
      required
      error={error}
      hint={`At least ${min} characters. Four or more unrelated words work best.`}
    >
      {(control) => (
        <div className="relative">
          <Input
            {...control}
            ref={ref}
            name="new-password"
            type={isShown ? "text" : "password"}
            autoComplete="new-password"
            autoCapitalize="none"
            spellCheck={false}
            maxLength={max}
            value={value}
            onChange={(event) => onChange(event.target.value)}
            className="pr-11 touch:pr-13"
          />
          <IconButton
            label={isShown ? "Hide password" : "Show password"}
            icon={isShown ? <EyeOff aria-hidden /> : <Eye aria-hidden />}
            onClick={() => setIsShown(!isShown)}
            className="absolute top-0.5 right-0.5 touch:top-0 touch:right-0"
          />
        </div>
      )}
    </Field>
  );
}

/** Client-side check; the server also rejects common passwords. */
export function passwordComplaint(password: string): string | undefined {
  const { length } = password;
  if (length === 0) return "Enter a password";
  return length < min ? `Use at least ${min} characters (currently ${length})` : undefined;
}
