import { zodResolver } from "@hookform/resolvers/zod";
import { useMutation } from "@tanstack/react-query";
import { PlugZap } from "lucide-react";
import { useEffect } from "react";
import { FormProvider, useForm, useWatch } from "react-hook-form";
import type { DataSource, NewDataSource } from "#shared/contract/data-source.ts";
import { useUndo } from "#web/acts/use-undo.ts";
import { ApiError, detailOf } from "#web/api/api-error.ts";
import { createDataSource, updateDataSource } from "#web/api/data-sources.ts";
import { showFieldErrors } from "#web/forms/field-errors.ts";
import { useUnsavedChanges } from "#web/forms/unsaved-changes.tsx";
import { MailFields } from "#web/screens/data-sources/mail-fields.tsx";
import { SheetFields } from "#web/screens/data-sources/sheet-fields.tsx";
import { SourceFields, sourceValues, type SourceValues } from "#web/screens/data-sources/source-fields.ts";
import { TestOutcome } from "#web/screens/data-sources/test-outcome.tsx";
import { useTestSource } from "#web/screens/data-sources/use-test-source.ts";
import { Button } from "#web/ui/button.tsx";
import { DialogActions } from "#web/ui/dialog.tsx";
import { Field, ToggleField } from "#web/ui/field.tsx";
import { Input } from "#web/ui/input.tsx";
import { Select } from "#web/ui/select.tsx";
import { Switch } from "#web/ui/switch.tsx";
import { toast } from "#web/ui/toast-store.ts";

const TYPES = [
  { value: "google_sheets", label: "Google Sheets" },
  { value: "email", label: "Email" },
] as const;

/** The form's fields, by the name that the server calls them. */
const SERVER_FIELDS = {
  name: "name",
  type: "type",
  "config.spreadsheetId": "spreadsheetId",
  "config.range": "range",
  "config.authMethod": "authMethod",
  "config.serviceAccount": "serviceAccountJson",
  "config.apiKey": "apiKey",
  "config.email": "email",
  "config.appPassword": "appPassword",
  "config.server": "server",
  "config.labels": "labels",
  isActive: "isActive",
} as const;

interface SourceFormProps {
  /** Null makes a new source. */
  source: DataSource | null;
  /** What a new source begins with. */
  asked?: Partial<SourceValues>;
  onDone: () => void;
}

export function SourceForm({ source, asked, onDone }: SourceFormProps) {
  const form = useForm<SourceValues, unknown, NewDataSource>({
    resolver: zodResolver(SourceFields),
    defaultValues: sourceValues(source, asked),
  });
  const { register, handleSubmit, formState } = form;
  const { errors, isSubmitting, isDirty } = formState;
  const { release, question } = useUnsavedChanges(isDirty);
  const { mutateAsync: create } = useMutation(createDataSource);
  const { mutateAsync: update } = useMutation(updateDataSource);
  const undoAction = useUndo();
  const test = useTestSource();
  const type = useWatch({ control: form.control, name: "type" });

  // An outcome speaks of what was tried, not of what is typed since.
  const { clear } = test;
  useEffect(() => form.subscribe({ formState: { values: true }, callback: clear }), [form, clear]);

  const save = async (input: NewDataSource): Promise<void> => {
    let actId: string | null;
    try {
      ({ actId } = source === null ? await create(input) : await update({ id: source.id, change: input }));
    } catch (error) {
      showFieldErrors(form, error, SERVER_FIELDS);
      if (source === null) toastCreateFailure(error);
      else toast.error("Failed to update data source", detailOf(error));
      return;
    }
    toast.success(`Data source ${source === null ? "created" : "updated"} successfully`, undoAction(actId));
    release();
    onDone();
  };
  /** A connection can be tried before the source has a name. */
  const tryOut = async (): Promise<void> => {
    const typed = form.getValues();
    const parsed = SourceFields.safeParse({ ...typed, name: typed.name.trim() || "Untitled" });
    if (!parsed.success) {
      for (const { path, message } of parsed.error.issues)
        form.setError(path[0] as keyof SourceValues, { message }, { shouldFocus: true });
      return;
    }
    const id = source === null ? {} : { id: source.id };
    await test.run({ ...id, type: typed.type, config: parsed.data.config }, (error) =>
      showFieldErrors(form, error, SERVER_FIELDS),
    );
  };

  return (
    <FormProvider {...form}>
      <form noValidate onSubmit={(event) => void handleSubmit(save)(event)}>
        <div className="flex flex-col gap-5">
          <Field label="Name" required error={errors.name?.message}>
            {(control) => (
              <Input {...control} {...register("name")} placeholder="Spring fair contacts" autoComplete="off" />
            )}
          </Field>
          <Field label="Type" required error={errors.type?.message}>
            {(control) => <Select {...control} {...register("type")} options={TYPES} />}
          </Field>
          {type === "google_sheets" ? <SheetFields source={source} /> : <MailFields source={source} />}
          <ToggleField label="Active" hint="Only active sources are synced.">
            {(control) => <Switch {...control} {...register("isActive")} />}
          </ToggleField>
          {test.outcome !== null && <TestOutcome outcome={test.outcome} />}
        </div>
        <DialogActions>
          <Button
            icon={<PlugZap aria-hidden />}
            busy={test.isTesting}
            busyLabel="Testing..."
            onClick={() => void tryOut()}
            className="mr-auto"
          >
            Test Connection
          </Button>
          <Button onClick={onDone}>Cancel</Button>
          <Button type="submit" variant="primary" busy={isSubmitting} busyLabel="Saving...">
            {source === null ? "Add Data Source" : "Save Changes"}
          </Button>
        </DialogActions>
        {question}
      </form>
    </FormProvider>
  );
}

/** What the server said is the message; without an answer the sentence of the product is. */
function toastCreateFailure(error: unknown): void {
  const hasAnswer = error instanceof ApiError && error.status > 0;
  if (hasAnswer) toast.error(error.detail);
  else toast.error("Failed to create data source", detailOf(error));
}
