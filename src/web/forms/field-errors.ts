import type { FieldPath, FieldValues, UseFormReturn } from "react-hook-form";
import { ApiError } from "#web/api/connection/api-error.ts";

/** The form fields of API fields with another name, such as "keywords" and "keywordsText". */
export type FieldNames<Values extends FieldValues> = Readonly<Record<string, FieldPath<Values>>>;

/**
 * Shows server errors at their form fields and focuses the first; nested names such as "keywords.3" belong to
 * "keywords". Returns whether there was any.
 */
export function showFieldErrors<Values extends FieldValues>(
  form: Pick<UseFormReturn<Values>, "setError" | "getValues">,
  error: unknown,
  names: FieldNames<Values> = {},
): boolean {
  if (!(error instanceof ApiError)) return false;
  const shown = new Set<string>();
  for (const { field, message } of error.fields) {
    const name = formField(field, names, form.getValues());
    if (name === undefined || shown.has(name)) continue;
    form.setError(name, { type: "server", message }, { shouldFocus: shown.size === 0 });
    shown.add(name);
  }
  return shown.size > 0;
}

function formField<Values extends FieldValues>(
  field: string,
  names: FieldNames<Values>,
  values: Values,
): FieldPath<Values> | undefined {
  const parts = field.split(".");
  for (let length = parts.length; length > 0; length -= 1) {
    const name = names[parts.slice(0, length).join(".")];
    if (name !== undefined) return name;
  }
  const [same = ""] = parts;
  return same in values ? (same as FieldPath<Values>) : undefined;
}
