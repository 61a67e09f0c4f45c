import { zodResolver } from "@hookform/resolvers/zod";
import { useMutation } from "@tanstack/react-query";
import { Trash2 } from "lucide-react";
import { useState } from "react";
import { useWatch } from "react-hook-form";
import type { z } from "zod";
import { type HostedForm, type HostedFormField, NewHostedForm } from "#shared/contract/hosted-form.ts";
import { LIMITS } from "#shared/limits.ts";
import { RemoveDialog } from "#web/actions/remove-dialog.tsx";
import { useUndo } from "#web/actions/use-undo.ts";
import { createHostedForm, deleteHostedForm, updateHostedForm } from "#web/api/hosted-forms.ts";
import { useConcurrentChange } from "#web/forms/concurrent-change.tsx";
import { fieldsOf } from "#web/forms/fields-of.ts";
import { useDraftForm } from "#web/forms/form-draft.tsx";
import { FormFieldsEditor } from "#web/screens/lead-scraper/hosted-forms/form-fields-editor.tsx";
import { Button } from "#web/ui/button.tsx";
import { SwitchField, TextField, TextareaField } from "#web/ui/fields/fields.tsx";
import { SubmitActions } from "#web/ui/overlays/dialog.tsx";
import { toast } from "#web/ui/overlays/toast-store.ts";

type Values = z.input<typeof NewHostedForm>;

const SERVER_FIELDS = {
  name: "name",
  fields: "fields",
  buttonLabel: "buttonLabel",
  thanks: "thanks",
  consent: "consent",
  confirmsEmail: "confirmsEmail",
  isActive: "isActive",
} as const;

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
  const { form, draft } = useDraftForm<Values, NewHostedForm>({
    name: `hosted-form.${edited?.id ?? "new"}`,
    version: edited?.version,
    values: valuesOf(edited),
    schema: NewHostedForm,
    resolver: zodResolver(NewHostedForm),
  });
  const { handleSubmit, formState, control, setValue } = form;
  const { errors, isSubmitting } = formState;
  const field = fieldsOf(form);
  const { mutateAsync: create } = useMutation(createHostedForm);
  const { mutateAsync: update } = useMutation(updateHostedForm);
  const undoAction = useUndo();
  const concurrent = useConcurrentChange({ noun: "hostedForm", record: edited, form, valuesOf, draft });
  const fields = useWatch({ control, name: "fields" });

  const save = async (values: NewHostedForm): Promise<void> => {
    try {
      if (edited === null) {
        const { data } = await create({ body: values });
        draft.clear();
        toast.success(`${data.name} created`);
        onCreated(data);
        return;
      }
      const body = { ...values, version: concurrent.version };
      const { data, actId } = await update({ params: { id: edited.id }, body });
      draft.clear();
      toast.success(`${data.name} saved`, undoAction(actId));
      onDone();
    } catch (error) {
      concurrent.failed(`Failed to ${edited === null ? "create" : "save"} the form`, error, SERVER_FIELDS);
    }
  };

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
