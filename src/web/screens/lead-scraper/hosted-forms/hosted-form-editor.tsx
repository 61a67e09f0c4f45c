import { Trash2 } from "lucide-react";
import { useState } from "react";
import { useWatch } from "react-hook-form";
import type { z } from "zod";
import { type HostedForm, type HostedFormField, NewHostedForm } from "#shared/contract/hosted-form.ts";
import { LIMITS } from "#shared/limits.ts";
import { RemoveDialog } from "#web/actions/remove-dialog.tsx";
import { useAction } from "#web/actions/use-action.ts";
import { createHostedForm, deleteHostedForm, updateHostedForm } from "#web/api/hosted-forms.ts";
import { useRecordForm } from "#web/forms/record-form.tsx";
import { FormFieldsEditor } from "#web/screens/lead-scraper/hosted-forms/form-fields-editor.tsx";
import { Button } from "#web/ui/button.tsx";
import { SwitchField, TextField, TextareaField } from "#web/ui/fields/fields.tsx";
import { SubmitActions } from "#web/ui/overlays/dialog.tsx";

type Values = z.input<typeof NewHostedForm>;

const USUAL_FIELDS: HostedFormField[] = [
  { key: "name", label: "Name", leadField: "name", type: "line", options: [], isRequired: true },
  { key: "email", label: "Email", leadField: "email", type: "line", options: [], isRequired: true },
  { key: "company", label: "Company", leadField: "company", type: "line", options: [], isRequired: false },
  { key: "message", label: "Message", leadField: "notes", type: "paragraph", options: [], isRequired: true },
];

function valuesOf(form: HostedForm | null): Values {
  return {
    name: form?.name ?? "",
    fields: form?.fields ?? USUAL_FIELDS,
    buttonLabel: form?.buttonLabel ?? "Send",
    thanks: form?.thanks ?? "Thank you. We'll get back to you soon.",
    consent: form?.consent ?? "",
    confirmsEmail: form?.confirmsEmail ?? false,
    isActive: form?.isActive ?? true,
  };
}

interface HostedFormEditorProps {
  /** Null for a new one. */
  form: HostedForm | null;
  onCreated: (form: HostedForm) => void;
  onDone: () => void;
}

export function HostedFormEditor({ form: edited, onCreated, onDone }: HostedFormEditorProps) {
  const { form, field, draft, concurrent } = useRecordForm({
    name: `hosted-form.${edited?.id ?? "new"}`,
    noun: "hostedForm",
    record: edited,
    valuesOf,
    schema: NewHostedForm,
  });
  const { handleSubmit, formState, control, setValue } = form;
  const { errors, isSubmitting } = formState;
  const creating = useAction(createHostedForm);
  const updating = useAction(updateHostedForm);
  const fields = useWatch({ control, name: "fields" });

  const save = (values: NewHostedForm): Promise<boolean> =>
    edited === null
      ? creating.run(
          { body: values },
          {
            done: ({ name }) => `${name} created`,
            failed: "Failed to create the form",
            onDone: (created) => {
              draft.clear();
              onCreated(created);
            },
            onFailed: concurrent.failed,
          },
        )
      : updating.run(
          { params: { id: edited.id }, body: { ...values, version: concurrent.version } },
          {
            done: ({ data }) => `${data.name} saved`,
            failed: "Failed to save the form",
            onDone: () => {
              draft.clear();
              onDone();
            },
            onFailed: concurrent.failed,
          },
        );

  return (
    <form noValidate onSubmit={(event) => void handleSubmit(save)(event)}>
      {draft.notice}
      <div className="flex flex-col gap-5">
        <TextField label="Name" required hint="The heading of the form's page." {...field("name")} autoComplete="off" />
        <FormFieldsEditor
          value={fields}
          errorAt={(index) =>
            index === null ? (errors.fields?.root?.message ?? errors.fields?.message) : errorOf(errors.fields?.[index])
          }
          onChange={(next) => setValue("fields", next, { shouldDirty: true, shouldValidate: formState.isSubmitted })}
        />
        <TextField label="Button" required {...field("buttonLabel")} autoComplete="off" />
        <TextareaField label="Message after sending" required {...field("thanks")} rows={2} />
        <TextareaField
          label="Consent text"
          hint="Adds a checkbox that people have to check. Each lead keeps the text and the time."
          {...field("consent")}
          rows={2}
        />
        <div>
          <SwitchField
            label="Confirm by email"
            hint={`Answers count once their sender confirms them by email. Others are deleted after ${LIMITS.hostedForm.confirmationDays} days.`}
            {...form.register("confirmsEmail")}
          />
          {errors.confirmsEmail?.message !== undefined && (
            <p role="alert" className="mt-1 text-sm text-danger-ink">
              {errors.confirmsEmail.message}
            </p>
          )}
        </div>
        <SwitchField label="Active" hint="A paused form can't be opened or sent." {...form.register("isActive")} />
      </div>
      {concurrent.notice}
      <SubmitActions label={edited === null ? "Create form" : "Save changes"} busy={isSubmitting} onCancel={onDone}>
        {edited !== null && <DeleteForm form={edited} onDeleted={onDone} />}
      </SubmitActions>
    </form>
  );
}

/** The first message about a field of the form, whichever part it is about. */
function errorOf(errors: object | undefined): string | undefined {
  for (const error of Object.values(errors ?? {}) as unknown[]) {
    if (typeof error !== "object" || error === null) continue;
    const message = "message" in error && typeof error.message === "string" ? error.message : errorOf(error);
    if (message !== undefined) return message;
  }
  return undefined;
}

function DeleteForm({ form, onDeleted }: { form: HostedForm; onDeleted: () => void }) {
  const [isAsking, setAsking] = useState(false);
  return (
    <div className="mr-auto">
      <Button variant="ghost" icon={<Trash2 aria-hidden />} onClick={() => setAsking(true)}>
        Delete
      </Button>
      <RemoveDialog
        item={isAsking ? form : null}
        mutation={deleteHostedForm}
        words={({ name }) => ({
          title: "Delete this form?",
          description: "Its address stops working, on your website too. Leads and submissions stay.",
          confirmLabel: "Delete form",
          done: `${name} deleted`,
          failed: "Failed to delete the form",
        })}
        onConfirm={onDeleted}
        onClose={() => setAsking(false)}
      />
    </div>
  );
}
