import type { FieldPath, FieldValues, UseFormReturn } from "react-hook-form";
import { ApiError } from "#web/api/connection/api-error.ts";

/**
 * Shows server errors at their form fields and focuses the first. `fields` maps API fields to form fields ("keywords"
 * to "keywordsText"); nested names such as "keywords.3" belong to "keywords".
 */
export function showFieldErrors<Values extends FieldValues>(
  form: Pick<UseFormReturn<Values>, "setError">,
  error: unknown,
  fields: Readonly<Record<string, FieldPath<Values>>>,
): void {
  if (!(error instanceof ApiError)) return;
  const shown = new Set<string>();
  for (const { field, message } of error.fields) {
    const name = formField(field, fields);
    if (name === undefined || shown.has(name)) continue;
    form.setError(name, { type: "server", message }, { shouldFocus: shown.size === 0 });
    shown.add(name);
  }
}

function formField<Name extends string>(field: string, fields: Readonly<Record<string, Name>>): Name | undefined {
  const parts = field.split(".");
  for (let length = parts.length; length > 0; length -= 1) {
    const name = fields[parts.slice(0, length).join(".")];
    if (name !== undefined) return name;
  }
  return undefined;
}
