import { useQuery } from "@tanstack/react-query";
import { Trash2 } from "lucide-react";
import { useWatch } from "react-hook-form";
import type { z } from "zod";
import {
  NewWriteBack,
  type WriteBack,
  WRITE_BACK_COLUMNS,
  WRITE_BACK_KEYS,
} from "#shared/contract/leads/write-back.ts";
import { useAction } from "#web/actions/use-action.ts";
import { dataSourcesQuery } from "#web/api/data-sources.ts";
import { createWriteBack, updateWriteBack } from "#web/api/write-backs.ts";
import { useRecordForm } from "#web/forms/record-form.tsx";
import { isMeantOn } from "#web/screens/integrations/is-meant-on.ts";
import { Button } from "#web/ui/button.tsx";
import { CheckboxField } from "#web/ui/fields/checkbox-field.tsx";
import { SelectField, SwitchField } from "#web/ui/fields/fields.tsx";
import { SubmitActions } from "#web/ui/overlays/dialog.tsx";

const COLUMNS = WRITE_BACK_KEYS.map((value) => ({ value, label: WRITE_BACK_COLUMNS[value] }));
const { columns, isActive } = NewWriteBack.shape;
const Fields = NewWriteBack.extend({
  columns: columns.unwrap(),
  isActive: isActive.unwrap(),
});
type Values = z.input<typeof Fields>;

function valuesOf(writeBack: WriteBack | null): Values {
  return {
    sourceId: writeBack?.sourceId ?? "",
    columns: [...(writeBack?.columns ?? WRITE_BACK_KEYS)],
    isActive: isMeantOn(writeBack),
  };
}

interface SheetFormProps {
  /** Null for a new one. */
  writeBack: WriteBack | null;
  writeBacks: readonly WriteBack[];
  onDone: () => void;
  onDelete: () => void;
}

/** Which sheet is written to, and which columns. */
export function SheetForm({ writeBack, writeBacks, onDone, onDelete }: SheetFormProps) {
  const { form, field, draft, concurrent } = useRecordForm({
    name: `write-back.${writeBack?.id ?? "new"}`,
    noun: "writeBack",
    record: writeBack,
    valuesOf,
    schema: Fields,
  });
  const { handleSubmit, formState, control, setValue } = form;
  const { errors, isSubmitting } = formState;
  const sources = useQuery(dataSourcesQuery).data ?? [];
  const creating = useAction(createWriteBack);
  const updating = useAction(updateWriteBack);
  const chosen = useWatch({ control });
  const source = sources.find(({ id }) => id === chosen.sourceId);
  const free = sources.filter(
    ({ id, type, config }) =>
      type === "google_sheets" && config.authMethod !== "api_key" && writeBacks.every((one) => one.sourceId !== id),
  );

  const save = ({ sourceId: of, ...change }: NewWriteBack): Promise<boolean> => {
    const ending = {
      done: writeBack === null ? "Write-back turned on" : "Write-back updated",
      failed: `Failed to ${writeBack === null ? "turn on" : "update"} the write-back`,
      onDone: () => {
        draft.clear();
        onDone();
      },
      onFailed: concurrent.failed,
    };
    return writeBack === null
      ? creating.run({ body: { sourceId: of, ...change } }, ending)
      : updating.run({ params: { id: writeBack.id }, body: { ...change, version: concurrent.version } }, ending);
  };

  return (
    <form noValidate onSubmit={(event) => void handleSubmit(save)(event)}>
      {draft.notice}
      <div className="flex flex-col gap-5">
        {writeBack === null && (
          <SelectField
            label="Data source"
            required
            hint="A Google Sheets source with a service account."
            {...field("sourceId")}
            options={[
              { value: "", label: free.length === 0 ? "No sheet to write to" : "Choose a source" },
              ...free.map(({ id, name }) => ({ value: id, label: name })),
            ]}
          />
        )}
        {source?.config.serviceAccountEmail !== undefined && (
          <p className="text-sm wrap-anywhere text-muted">
            Share the sheet with {source.config.serviceAccountEmail} as Editor.
          </p>
        )}
        <CheckboxField
          label="Columns"
          options={COLUMNS}
          value={chosen.columns ?? []}
          error={errors.columns?.message}
          onChange={(next) => setValue("columns", next, { shouldDirty: true, shouldValidate: formState.isSubmitted })}
        />
        <SwitchField
          label="Active"
          hint="When it's resumed, every row is written again."
          {...form.register("isActive")}
        />
      </div>
      {concurrent.notice}
      <SubmitActions label={writeBack === null ? "Turn on" : "Save changes"} busy={isSubmitting} onCancel={onDone}>
        {writeBack !== null && (
          <Button variant="ghost" className="mr-auto" icon={<Trash2 aria-hidden />} onClick={onDelete}>
            Turn off
          </Button>
        )}
      </SubmitActions>
    </form>
  );
}
