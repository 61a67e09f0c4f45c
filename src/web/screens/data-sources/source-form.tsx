import { PlugZap } from "lucide-react";
import { useEffect } from "react";
import { FormProvider, useWatch } from "react-hook-form";
import type { DataSource, NewDataSource } from "#shared/contract/data-source.ts";
import { DATA_SOURCE_KINDS, sourceLabel } from "#shared/source-kinds.ts";
import { useAction } from "#web/actions/use-action.ts";
import { ApiError, detailOf } from "#web/api/connection/api-error.ts";
import { createDataSource, updateDataSource } from "#web/api/data-sources.ts";
import { useRecordForm } from "#web/forms/record-form.tsx";
import { showFieldErrors } from "#web/forms/field-errors.ts";
import { CONNECTIONS } from "#web/screens/data-sources/connections.tsx";
import { SourceFields, sourceValues, type SourceValues } from "#web/screens/data-sources/source-fields.ts";
import { TestOutcome } from "#web/screens/data-sources/test-outcome.tsx";
import { useTestSource } from "#web/screens/data-sources/use-test-source.ts";
import { Button } from "#web/ui/button.tsx";
import { SelectField, SwitchField, TextField } from "#web/ui/fields/fields.tsx";
import { SubmitActions } from "#web/ui/overlays/dialog.tsx";
import { toast } from "#web/ui/overlays/toast-store.ts";

const TYPES = DATA_SOURCE_KINDS.map((value) => ({ value, label: sourceLabel(value) }));

/** Form fields by API name. */
const SERVER_FIELDS = {
  "config.spreadsheetId": "spreadsheetId",
  "config.range": "range",
  "config.authMethod": "authMethod",
  "config.serviceAccount": "serviceAccountJson",
  "config.apiKey": "apiKey",
  "config.url": "url",
  "config.requestHeaders": "headers",
  "config.rowsPath": "rowsPath",
  "config.pagination": "pagination",
  "config.pagination.path": "cursorPath",
  "config.pagination.parameter": "pageParameter",
  "config.pagination.first": "firstPage",
  "config.pagination.size": "pageSize",
  "config.pagination.totalPath": "totalPath",
  "config.fieldMapping": "mapping",
  "config.email": "email",
  "config.appPassword": "appPassword",
  "config.server": "server",
  "config.labels": "labels",
} as const;

interface SourceFormProps {
  /** Null for a new source. */
  source: DataSource | null;
  /** Initial values of a new source. */
  asked?: Partial<SourceValues>;
  onDone: () => void;
}

export function SourceForm({ source, asked, onDone }: SourceFormProps) {
  const { form, field, draft, concurrent } = useRecordForm({
    name: `data-source.${source?.id ?? "new"}`,
    noun: "dataSource",
    record: source,
    valuesOf: sourceValues,
    values: sourceValues(source, asked),
    schema: SourceFields,
    secrets: ["serviceAccountJson", "apiKey", "headers", "appPassword"],
  });
  const { handleSubmit, formState } = form;
  const { isSubmitting } = formState;
  const creating = useAction(createDataSource);
  const updating = useAction(updateDataSource);
  const test = useTestSource();
  const { Fields } = CONNECTIONS[useWatch({ control: form.control, name: "type" })];

  // A test result is outdated once the form changes.
  const { clear } = test;
  useEffect(() => form.subscribe({ formState: { values: true }, callback: clear }), [form, clear]);

  const save = (input: NewDataSource): Promise<boolean> => {
    const ending = {
      done: `Data source ${source === null ? "created" : "updated"} successfully`,
      failed: source === null ? null : "Failed to update data source",
      onDone: () => {
        draft.clear();
        onDone();
      },
      onFailed: (error: unknown) => {
        concurrent.failed(error, SERVER_FIELDS);
        if (source === null) toastCreateFailure(error);
      },
    };
    return source === null
      ? creating.run({ body: input }, ending)
      : updating.run({ params: { id: source.id }, body: { ...input, version: concurrent.version } }, ending);
  };
  /** A connection can be tested before the source has a name. */
  const tryOut = async (): Promise<void> => {
    const typed = form.getValues();
    // Those of an earlier test; typing only corrects errors of a save.
    form.clearErrors();
    const parsed = SourceFields.safeParse({ ...typed, name: typed.name.trim() || "Untitled" });
    if (!parsed.success) {
      for (const { path, message } of parsed.error.issues)
        form.setError(path[0] as keyof SourceValues, { message }, { shouldFocus: true });
      return;
    }
    const id = source === null ? {} : { id: source.id };
    const result = await test.run({ ...id, type: typed.type, config: parsed.data.config }, (error) =>
      showFieldErrors(form, error, SERVER_FIELDS),
    );
    if (result?.field !== undefined) {
      const named = SERVER_FIELDS[result.field as keyof typeof SERVER_FIELDS];
      form.setError(named, { type: "server", message: result.message }, { shouldFocus: true });
    }
  };

  return (
    <FormProvider {...form}>
      <form noValidate onSubmit={(event) => void handleSubmit(save)(event)}>
        {draft.notice}
        <div className="flex flex-col gap-5">
          <TextField label="Name" required {...field("name")} placeholder="Spring fair contacts" autoComplete="off" />
          <SelectField label="Type" required {...field("type")} options={TYPES} />
          <Fields source={source} tested={test.tested} />
          <SwitchField label="Active" hint="Only active sources are synced." {...form.register("isActive")} />
          {test.outcome !== null && <TestOutcome outcome={test.outcome} />}
        </div>
        {concurrent.notice}
        <SubmitActions
          label={source === null ? "Add data source" : "Save changes"}
          busy={isSubmitting}
          onCancel={onDone}
        >
          <Button
            icon={<PlugZap aria-hidden />}
            busy={test.isTesting}
            busyLabel="Testing..."
            onClick={() => void tryOut()}
            className="mr-auto"
          >
            Test Connection
          </Button>
        </SubmitActions>
      </form>
    </FormProvider>
  );
}

/** Shows the server's message, or a generic one if there was no response. */
function toastCreateFailure(error: unknown): void {
  const hasAnswer = error instanceof ApiError && error.status > 0;
  if (hasAnswer) toast.error(error.detail);
  else toast.error("Failed to create data source", detailOf(error));
}
