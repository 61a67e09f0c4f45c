import { Eye, EyeOff } from "lucide-react";
import { type Ref, useState } from "react";
import { LIMITS } from "#shared/limits.ts";
import { Field } from "#web/ui/field.tsx";
import { IconButton } from "#web/ui/icon-button.tsx";
import { Input } from "#web/ui/input.tsx";

const { min, max } = LIMITS.account.password;

interface NewPasswordFieldProps {
  label?: string;
  value: string;
  onChange: (value: string) => void;
  error: string | undefined;
  ref?: Ref<HTMLInputElement>;
}

/** A password being chosen. It can be looked at instead of being typed twice. */
export function NewPasswordField({ label = "Password", value, onChange, error, ref }: NewPasswordFieldProps) {
  const [isShown, setIsShown] = useState(false);
  return (
    <Field
      label={label}
      required
      error={error}
      hint={`At least ${min} characters. Several words that you remember are better than a few strange signs.`}
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

/** What is wrong with a chosen password before the server is asked; it also refuses those that everybody knows. */
export function passwordComplaint(password: string): string | undefined {
  const { length } = password;
  if (length === 0) return "Type a password";
  return length < min ? `At least ${min} characters; these are ${length}` : undefined;
}
