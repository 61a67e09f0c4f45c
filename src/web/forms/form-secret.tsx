import { type Control, type FieldPathByValue, type FieldValues, useController } from "react-hook-form";
import { SecretField, type SecretFieldProps } from "#web/ui/fields/secret-field.tsx";

interface FormSecretProps<Values extends FieldValues, Checked> extends Omit<
  SecretFieldProps,
  "value" | "onChange" | "onBlur" | "error"
> {
  /** The form's from context by default. */
  control?: Control<Values, unknown, Checked>;
  name: FieldPathByValue<Values, string | null>;
}

/** A secret of a form; null keeps the stored one. */
export function FormSecret<Values extends FieldValues, Checked = Values>(props: FormSecretProps<Values, Checked>) {
  const { control, name, ...secret } = props;
  const { field, fieldState } = useController({ name, ...(control !== undefined && { control }) });
  const { value, onChange, onBlur } = field;
  return <SecretField {...secret} {...{ value, onChange, onBlur }} error={fieldState.error?.message} />;
}
