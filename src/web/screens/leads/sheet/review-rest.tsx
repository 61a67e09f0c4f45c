import { CircleCheck } from "lucide-react";
import { detailOf } from "#web/api/connection/api-error.ts";
import { formatCount, formatCounted } from "#web/format/number.ts";
import { LeadSkeleton } from "#web/screens/leads/sheet/lead-skeleton.tsx";
import type { Review } from "#web/screens/leads/sheet/use-review.ts";
import { Button } from "#web/ui/button.tsx";
import { EmptyState } from "#web/ui/empty-state.tsx";
import { ErrorPanel } from "#web/ui/error-panel.tsx";

/** The review before its first and after its last lead. */
export function ReviewRest({ review, onClose }: { review: Review; onClose: () => void }) {
  const { rest, startOver } = review;
  if (rest.state === "failed") {
    return (
      <ErrorPanel
        title="Couldn't load leads to review"
        detail={detailOf(rest.error)}
        busy={false}
        onRetry={startOver}
      />
    );
  }
  if (rest.state === "looking") return <LeadSkeleton />;
  const { passed, waiting } = rest;
  return (
    <EmptyState
      icon={<CircleCheck />}
      title={passed === 0 ? "Nothing to review" : `You've gone through ${formatCounted(passed, "lead")}`}
      text={
        waiting > 0
          ? `${formatCount(waiting)} left: skipped, or qualified since you started.`
          : "Qualified leads appear here until someone approves or rejects them."
      }
      action={
        <span className="flex flex-wrap justify-center gap-2">
          {waiting > 0 && (
            <Button variant="primary" onClick={startOver}>
              Review {formatCounted(waiting, "lead")}
            </Button>
          )}
          <Button onClick={onClose}>Done</Button>
        </span>
      }
    />
  );
}
