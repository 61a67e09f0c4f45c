import { useMutation, useQuery } from "@tanstack/react-query";
import { useState } from "react";
import type { Conversion, LeadFieldDefinition } from "#shared/contract/leads/lead-field.ts";
import { FIELD_KINDS, type FieldKind } from "#shared/contract/leads/field-value.ts";
import { LIMITS } from "#shared/limits.ts";
import { useUndo } from "#web/actions/use-undo.ts";
import { detailOf } from "#web/api/connection/api-error.ts";
import { conversionQuery, convertLeadField, createLeadField, updateLeadField } from "#web/api/leads/lead-fields.ts";
import { formatCount, formatCounted } from "#web/format/number.ts";
import { PreviewSkeleton, UnfitValues } from "#web/screens/configuration/lead-fields/unfit-values.tsx";
import { ErrorPanel } from "#web/ui/error-panel.tsx";
import { SelectField, TextareaField, TextField } from "#web/ui/fields/fields.tsx";
import { SubmitActions } from "#web/ui/overlays/dialog.tsx";
import { toast } from "#web/ui/overlays/toast-store.ts";

const KINDS = Object.entries(FIELD_KINDS).map(([value, label]) => ({ value, label }));

interface LeadFieldFormProps {
  /** Null for a new field. */
  field: LeadFieldDefinition | null;
  onClose: () => void;
}

/** Adds a custom field, or changes its name, type and options. */
export function LeadFieldForm({ field, onClose }: LeadFieldFormProps) {
  const creating = useMutation(createLeadField);
  const updating = useMutation(updateLeadField);
  const undoAction = useUndo();
  const [name, setName] = useState(field?.name ?? "");
  const [kind, setKind] = useState<FieldKind>(field?.kind ?? "text");
  const [optionLines, setOptionLines] = useState(field?.options.join("\n") ?? "");
  const [checkedLines, setCheckedLines] = useState(optionLines);
  const hasOptions = kind === "choice" || kind === "choices";
  const options = hasOptions ? linesOf(optionLines) : [];
  const isConverting = field !== null && kind !== field.kind;
  const checked = hasOptions ? linesOf(checkedLines) : [];
  const canCheck = isConverting && (!hasOptions || checked.length > 0);
  const preview = useQuery({ ...conversionQuery(field?.id ?? "", kind, checked), enabled: canCheck });
  const converting = useMutation(convertLeadField);
  const convert = async ({ id, version, ...before }: LeadFieldDefinition): Promise<void> => {
    if (name.trim() !== before.name) await updating.mutateAsync({ params: { id }, body: { name, version } });
    const { changed, actId } = await converting.mutateAsync({ params: { id }, body: { kind, options } });
    const description = `“${name}” changed, ${formatCounted(changed, "value")} converted or moved`;
    toast.success(description, undoAction(actId));
    onClose();
  };
  const save = async (): Promise<void> => {
    try {
      if (isConverting) return await convert(field);
      const { actId } =
        field === null
          ? await creating.mutateAsync({ body: { name, kind, options } })
          : await updating.mutateAsync({
              params: { id: field.id },
              body: { name, ...(hasOptions && { options }), version: field.version },
            });
      toast.success(field === null ? "Field added successfully" : "Field updated successfully", undoAction(actId));
      onClose();
    } catch (error) {
      toast.error(field === null ? "Failed to add the field" : "Failed to update the field", detailOf(error));
    }
  };
  return (
    <form
      noValidate
      className="flex flex-col gap-4"
      onSubmit={(event) => {
        event.preventDefault();
        void save();
      }}
    >
      <TextField
        label="Name"
        required
        dir="auto"
        autoComplete="off"
        maxLength={LIMITS.customField.nameLength}
        value={name}
        onChange={({ target }) => setName(target.value)}
      />
      <SelectField
        label="Type"
        required
        options={KINDS}
        value={kind}
        onChange={({ target }) => setKind(target.value as FieldKind)}
      />
      {hasOptions && (
        <TextareaField
          label="Options"
          required
          hint="One per line. Leads keep a removed option."
          dir="auto"
          rows={5}
          value={optionLines}
          onChange={({ target }) => setOptionLines(target.value)}
          onBlur={() => setCheckedLines(optionLines)}
        />
      )}
      {canCheck && <ConversionPreview preview={preview} />}
      <SubmitActions
        label={isConverting ? "Change type" : "Save"}
        disabled={
          name.trim() === "" || (hasOptions && options.length === 0) || (canCheck && preview.data === undefined)
        }
        busy={creating.isPending || updating.isPending || converting.isPending}
        onCancel={onClose}
      />
    </form>
  );
}

function linesOf(text: string): string[] {
  return text.split("\n").flatMap((line) => line.trim() || []);
}

interface ConversionPreviewProps {
  preview: { data: Conversion | undefined; error: Error | null; isFetching: boolean; refetch: () => Promise<unknown> };
}

/** What another type does to a field's values and to rules. */
function ConversionPreview({ preview: { data, error, isFetching, refetch } }: ConversionPreviewProps) {
  if (error !== null) {
    return (
      <ErrorPanel
        title="Couldn't check the values"
        detail={detailOf(error)}
        busy={isFetching}
        onRetry={() => void refetch()}
      />
    );
  }
  if (data === undefined) return <PreviewSkeleton />;
  const { leads, fitting, unfit, problems, rules, assignmentRules } = data;
  return (
    <div className="flex flex-col gap-3">
      <p>
        {leads === 0
          ? "No lead has a value."
          : `${formatCounted(fitting, "value")} of ${formatCount(leads)} can be converted.`}
        {unfit > 0 && ` ${formatCounted(unfit, "value")} will move to other details:`}
      </p>
      <UnfitValues problems={problems} />
      {rules.length > 0 && <p className="wrap-anywhere">{`Rules that will no longer match: ${rules.join(", ")}`}</p>}
      {assignmentRules.length > 0 && (
        <p className="wrap-anywhere">{`Assignment rules that will no longer match: ${assignmentRules.join(", ")}`}</p>
      )}
    </div>
  );
}
