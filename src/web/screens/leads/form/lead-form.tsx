import { useEffect } from "react";
import { type Resolver, useForm } from "react-hook-form";
import { LIMITS } from "#shared/limits.ts";
import type { LeadTextField } from "#shared/raw-lead.ts";
import { ApiError, detailOf } from "#web/api/api-error.ts";
import { showFieldErrors } from "#web/forms/field-errors.ts";
import { useUnsavedChanges } from "#web/forms/unsaved-changes.tsx";
import { FIELD_OF_CALL, type LeadValues, NO_VALUES } from "#web/screens/leads/form/lead-values.ts";
import { Button } from "#web/ui/button.tsx";
import { DialogActions } from "#web/ui/dialog.tsx";
import { Field } from "#web/ui/field.tsx";
import { Input } from "#web/ui/input.tsx";
import { Notice } from "#web/ui/notice.tsx";
import { Textarea } from "#web/ui/textarea.tsx";

interface LeadFormProps {
  resolver: Resolver<LeadValues>;
  submitLabel: string;
  /** Saves; a rejection is shown in the form. Resolves to what then closes it. */
  onSave: (values: LeadValues) => Promise<() => void>;
  onCancel: () => void;
}

const LINES: readonly { name: Exclude<LeadTextField, "notes">; label: string; type?: string }[] = [
  { name: "name", label: "Name" },
  { name: "email", label: "Email", type: "email" },
  { name: "company", label: "Company" },
  { name: "title", label: "Job title" },
  { name: "phone", label: "Phone", type: "tel" },
  { name: "industry", label: "Industry" },
  { name: "scrapeUrl", label: "Website", type: "url" },
];

/** The text fields of a new lead. What the server refuses stands at its field, anything else above them all. */
export function LeadForm({ resolver, submitLabel, onSave, onCancel }: LeadFormProps) {
  const form = useForm<LeadValues>({ defaultValues: NO_VALUES, resolver });
  const { errors, isDirty, isSubmitting } = form.formState;
  const { release, question } = useUnsavedChanges(isDirty);
  // The dialog gave the focus away before the form had come.
  const { setFocus } = form;
  useEffect(() => setFocus("name"), [setFocus]);

  const submit = form.handleSubmit(async (entered) => {
    try {
      const close = await onSave(entered);
      release();
      close();
    } catch (error) {
      showFieldErrors(form, error, FIELD_OF_CALL);
      const isAtField = error instanceof ApiError && error.fields.some(({ field }) => field in FIELD_OF_CALL);
      if (!isAtField) form.setError("root", { message: detailOf(error) });
    }
  });
  return (
    // The browser's own messages would come before the contract's.
    <form noValidate onSubmit={(event) => void submit(event)}>
      {errors.root?.message !== undefined && (
        <div className="mb-4">
          <Notice tone="danger" live title="The lead could not be saved.">
            {errors.root.message}
          </Notice>
        </div>
      )}
      <div className="grid grid-cols-2 gap-x-4 gap-y-4 max-md:grid-cols-1">
        {LINES.map(({ name, label, type = "text" }) => (
          <div key={name} className={name === "scrapeUrl" ? "col-span-full" : undefined}>
            <Field label={label} error={errors[name]?.message} required={name === "name" || name === "email"}>
              {/* Its owner's own addresses are not what a browser should offer for somebody else. */}
              {(control) => <Input {...control} {...form.register(name)} type={type} dir="auto" autoComplete="off" />}
            </Field>
          </div>
        ))}
        <div className="col-span-full">
          <Field label="Notes" error={errors.notes?.message} hint="Keywords in the notes count towards the score.">
            {(control) => (
              <Textarea {...control} {...form.register("notes")} dir="auto" maxLength={LIMITS.lead.notesLength} />
            )}
          </Field>
        </div>
      </div>
      <DialogActions>
        <Button onClick={onCancel}>Cancel</Button>
        <Button type="submit" variant="primary" busy={isSubmitting} busyLabel="Saving...">
          {submitLabel}
        </Button>
      </DialogActions>
      {question}
    </form>
  );
}
