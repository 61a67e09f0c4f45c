import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import type { FieldKind } from "#shared/contract/leads/field-value.ts";
import type { LeadFieldDefinition, Promotion } from "#shared/contract/leads/lead-field.ts";
import { SEARCHED_KINDS } from "#shared/contract/leads/rule-condition.ts";
import { useAction } from "#web/actions/use-action.ts";
import { detailOf } from "#web/api/connection/api-error.ts";
import { promoteDetail, promotionQuery } from "#web/api/leads/lead-fields.ts";
import { factNamesQuery } from "#web/api/rules.ts";
import { formatCounted } from "#web/format/number.ts";
import { PreviewSkeleton, UnfitValues } from "#web/screens/configuration/lead-fields/unfit-values.tsx";
import { ErrorPanel } from "#web/ui/error-panel.tsx";
import { LabeledSelect } from "#web/ui/fields/labeled.tsx";
import { SubmitActions } from "#web/ui/overlays/dialog.tsx";

interface PromotionFormProps {
  field: LeadFieldDefinition;
  onClose: () => void;
}

/** Moves an extra column or answer into a custom field, after showing which values don't fit. */
export function PromotionForm({ field, onClose }: PromotionFormProps) {
  const { data: names = [], isPending: isReading } = useQuery(factNamesQuery);
  const [detail, setDetail] = useState("");
  const preview = useQuery({ ...promotionQuery(field.id, detail), enabled: detail !== "" });
  const moving = useAction(promoteDetail);
  const move = (): Promise<boolean> =>
    moving.run(
      { params: { id: field.id }, body: { detail } },
      {
        done: ({ changed }) => `${formatCounted(changed, "value")} moved to “${field.name}”`,
        failed: "Failed to move the values",
        onDone: onClose,
      },
    );
  const { data: found, error } = preview;
  return (
    <div className="flex flex-col gap-4">
      {!isReading && names.length === 0 ? (
        <p className="text-muted">Leads have no other details yet.</p>
      ) : (
        <LabeledSelect
          label="Detail"
          options={[{ value: "", label: "Choose a detail" }, ...names.map((name) => ({ value: name, label: name }))]}
          value={detail}
          onChange={({ target }) => setDetail(target.value)}
        />
      )}
      {detail !== "" && error !== null && (
        <ErrorPanel
          title="Couldn't check the values"
          detail={detailOf(error)}
          busy={preview.isFetching}
          onRetry={() => void preview.refetch()}
        />
      )}
      {detail !== "" &&
        error === null &&
        (found === undefined ? <PreviewSkeleton /> : <Preview kind={field.kind} promotion={found} />)}
      <SubmitActions
        label={
          found === undefined || found.fitting === 0 ? "Move values" : `Move ${formatCounted(found.fitting, "value")}`
        }
        disabled={found === undefined || found.fitting === 0}
        busy={moving.isPending}
        busyLabel="Moving..."
        onSubmit={() => void move()}
        onCancel={onClose}
      />
    </div>
  );
}

interface PreviewProps {
  kind: FieldKind;
  promotion: Promotion;
}

function Preview({ kind, promotion: { leads, fitting, filled, unfit, problems } }: PreviewProps) {
  return (
    <div className="flex flex-col gap-3">
      <p>
        {`${formatCounted(leads, "lead")} with this detail, ${formatCounted(fitting, "value")} to move.`}
        {filled > 0 && ` ${formatCounted(filled, "lead")} with a value in the field already.`}
        {unfit > 0 && ` ${formatCounted(unfit, "value")} to keep as other details:`}
      </p>
      <UnfitValues problems={problems} />
      {!SEARCHED_KINDS.has(kind) && (
        <p className="text-sm text-muted">Keywords aren't searched in this field, so scores may change.</p>
      )}
    </div>
  );
}
