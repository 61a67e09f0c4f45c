import type { Conversion } from "#shared/contract/leads/lead-field.ts";
import { detailOf } from "#web/api/connection/api-error.ts";
import { formatCount, formatCounted } from "#web/format/number.ts";
import { PreviewSkeleton, UnfitValues } from "#web/screens/configuration/lead-fields/unfit-values.tsx";
import { ErrorPanel } from "#web/ui/error-panel.tsx";

interface ConversionPreviewProps {
  preview: { data: Conversion | undefined; error: Error | null; isFetching: boolean; refetch: () => Promise<unknown> };
}

/** What another type does to a field's values and to rules. */
export function ConversionPreview({ preview: { data, error, isFetching, refetch } }: ConversionPreviewProps) {
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
