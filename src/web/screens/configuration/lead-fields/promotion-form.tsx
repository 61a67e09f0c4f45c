import { useMutation, useQuery } from "@tanstack/react-query";
import { useState } from "react";
import type { LeadFieldDefinition, Promotion } from "#shared/contract/leads/lead-field.ts";
import { useUndo } from "#web/actions/use-undo.ts";
import { detailOf } from "#web/api/connection/api-error.ts";
import { promoteDetail, promotionQuery } from "#web/api/leads/lead-fields.ts";
import { factNamesQuery } from "#web/api/rules.ts";
import { formatCounted } from "#web/format/number.ts";
import { Button } from "#web/ui/button.tsx";
import { ErrorPanel } from "#web/ui/error-panel.tsx";
import { Labeled } from "#web/ui/fields/labeled.tsx";
import { Select } from "#web/ui/fields/select.tsx";
import { DialogActions } from "#web/ui/overlays/dialog.tsx";
import { toast } from "#web/ui/overlays/toast-store.ts";
import { LoadingNote, Skeleton } from "#web/ui/skeleton.tsx";

interface PromotionFormProps {
  field: LeadFieldDefinition;
  onClose: () => void;
}

/** Moves an extra column or answer into a custom field, after showing which values don't fit. */
export function PromotionForm({ field, onClose }: PromotionFormProps) {
  const { data: names = [], isPending: isReading } = useQuery(factNamesQuery);
  const [detail, setDetail] = useState("");
  const preview = useQuery({ ...promotionQuery(field.id, detail), enabled: detail !== "" });
  const moving = useMutation(promoteDetail);
  const undoAction = useUndo();
  const move = async (): Promise<void> => {
    try {
      const { changed, actId } = await moving.mutateAsync({ id: field.id, detail });
      const action = undoAction(actId);
      const description = `${formatCounted(changed, "value")} moved to “${field.name}”`;
      toast({ title: "Success", description, ...(action && { action }) });
      onClose();
    } catch (failure) {
      toast.error("Failed to move the values", detailOf(failure));
    }
  };
  const { data: found, error } = preview;
  return (
    <div className="flex flex-col gap-4">
      {!isReading && names.length === 0 ? (
        <p className="text-muted">Leads have no other details yet.</p>
      ) : (
        <Labeled label="Detail">
          {(id) => (
            <Select
              id={id}
              options={[
                { value: "", label: "Choose a detail" },
                ...names.map((name) => ({ value: name, label: name })),
              ]}
              value={detail}
              onChange={({ target }) => setDetail(target.value)}
            />
          )}
        </Labeled>
      )}
      {detail !== "" && error !== null && (
        <ErrorPanel
          title="Couldn't check the values"
          detail={detailOf(error)}
          busy={preview.isFetching}
          onRetry={() => void preview.refetch()}
        />
      )}
      {detail !== "" && error === null && (found === undefined ? <PreviewSkeleton /> : <Preview promotion={found} />)}
      <DialogActions>
        <Button onClick={onClose}>Cancel</Button>
        <Button
          variant="primary"
          disabled={found === undefined || found.fitting === 0}
          busy={moving.isPending}
          busyLabel="Moving..."
          onClick={() => void move()}
        >
          {found === undefined || found.fitting === 0 ? "Move values" : `Move ${formatCounted(found.fitting, "value")}`}
        </Button>
      </DialogActions>
    </div>
  );
}

function PreviewSkeleton() {
  return (
    <>
      <LoadingNote what="the values" />
      <Skeleton className="h-10 w-full" />
    </>
  );
}

function Preview({ promotion: { leads, fitting, filled, unfit, problems } }: { promotion: Promotion }) {
  return (
    <div className="flex flex-col gap-3">
      <p>
        {`${formatCounted(leads, "lead")} with this detail, ${formatCounted(fitting, "value")} to move.`}
        {filled > 0 && ` ${formatCounted(filled, "lead")} with a value in the field already.`}
        {unfit > 0 && ` ${formatCounted(unfit, "value")} to keep as other details:`}
      </p>
      {problems.length > 0 && (
        <ul aria-label="Values that don't fit" className="max-h-48 overflow-y-auto rounded-md border border-line">
          {problems.map(({ value, error, leads: count }) => (
            <li
              key={value}
              className="flex flex-wrap justify-between gap-x-4 border-b border-line px-3 py-2 last:border-0"
            >
              <span dir="auto" className="min-w-0 wrap-anywhere">
                {value}
              </span>
              <span className="text-sm text-muted">
                {error} ({formatCounted(count, "lead")})
              </span>
            </li>
          ))}
        </ul>
      )}
      <p className="text-sm text-muted">Rules read other details, but not custom fields, so scores may change.</p>
    </div>
  );
}
