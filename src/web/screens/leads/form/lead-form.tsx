import { useEffect } from "react";
import type { Resolver } from "react-hook-form";
import { fieldsIn, LEAD_FIELDS } from "#shared/lead-fields.ts";
import { detailOf } from "#web/api/connection/api-error.ts";
import { useDraftForm } from "#web/forms/form-draft.tsx";
import { showFieldErrors } from "#web/forms/field-errors.ts";
import { type LeadValues, NO_VALUES } from "#web/screens/leads/form/lead-values.ts";
import { INPUT_TYPE } from "#web/screens/leads/input-type.ts";
import { SubmitActions } from "#web/ui/overlays/dialog.tsx";
import { Field } from "#web/ui/fields/field.tsx";
import { Input } from "#web/ui/fields/input.tsx";
import { Notice } from "#web/ui/notice.tsx";
import { Textarea } from "#web/ui/fields/textarea.tsx";

interface LeadFormProps {
  resolver: Resolver<LeadValues>;
  submitLabel: string;
  /** Rejections are shown in the form. Resolves to the function that closes it. */
  onSave: (values: LeadValues) => Promise<() => void>;
  onCancel: () => void;
}

const FIELDS = fieldsIn("form");

/** Text fields of a new lead. Server errors are shown at their fields, others at the top. */
export function LeadForm({ resolver, submitLabel, onSave, onCancel }: LeadFormProps) {
  const { form, draft } = useDraftForm<LeadValues>({ name: "lead.new", values: NO_VALUES, resolver });
  const { errors, isSubmitting } = form.formState;
  // The dialog set the focus before the form was loaded.
  const { setFocus } = form;
  useEffect(() => setFocus("name"), [setFocus]);

  const submit = form.handleSubmit(async (entered) => {
    try {
      const close = await onSave(entered);
      draft.clear();
      close();
    } catch (error) {
      if (!showFieldErrors(form, error)) form.setError("root", { message: detailOf(error) });
    }
  });
  return (
    // The browser's own validation would run before the contract's.
    <form noValidate onSubmit={(event) => void submit(event)}>
      {draft.notice}
      {errors.root?.message !== undefined && (
        <div className="mb-4">
          <Notice tone="danger" live title="Couldn't save the lead">
            {errors.root.message}
          </Notice>
        </div>
      )}
      <div className="grid grid-cols-2 gap-x-4 gap-y-4 max-md:grid-cols-1">
        {FIELDS.map((name) => {
          const { label, type, maxLength } = LEAD_FIELDS[name];
          const isRequired = name === "name" || name === "email";
          return (
            <div key={name} className={type === "link" || type === "longText" ? "col-span-full" : undefined}>
              <Field
                label={label}
                error={errors[name]?.message}
                required={isRequired}
                {...(name === "notes" && { hint: "Keywords in notes count toward the score." })}
              >
                {(control) => {
                  const shared = { ...control, ...form.register(name), dir: "auto" as const };
                  if (type === "longText") return <Textarea {...shared} maxLength={maxLength} />;
                  // Don't suggest the user's own contact details.
                  return <Input {...shared} type={INPUT_TYPE[type]} autoComplete="off" />;
                }}
              </Field>
            </div>
          );
        })}
      </div>
      <SubmitActions label={submitLabel} busy={isSubmitting} onCancel={onCancel} />
    </form>
  );
}
