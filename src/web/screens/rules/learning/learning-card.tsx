import { useQuery } from "@tanstack/react-query";
import { Scale } from "lucide-react";
import type { Learning } from "#shared/contract/learning.ts";
import { detailOf } from "#web/api/api-error.ts";
import { learningQuery } from "#web/api/learning.ts";
import { formatCount } from "#web/format/number.ts";
import { InsightTable, InsightTableSkeleton } from "#web/screens/rules/learning/insight-table.tsx";
import { LearnedFit } from "#web/screens/rules/learning/learned-fit.tsx";
import { Suggestions } from "#web/screens/rules/learning/suggestions.tsx";
import { Card } from "#web/ui/card.tsx";
import { EmptyState } from "#web/ui/empty-state.tsx";
import { ErrorPanel } from "#web/ui/error-panel.tsx";
import { Skeleton } from "#web/ui/skeleton.tsx";

const TITLE = "What decisions teach";

/** What people's decisions say of the rules: what to change, and how each rule does. */
export function LearningCard() {
  const { data: learning, error, isFetching, refetch } = useQuery(learningQuery);
  if (learning === undefined) {
    return error === null ? (
      <Card flush title={TITLE} description={<Skeleton className="my-0.5 h-3.5 w-64 max-w-full" />}>
        <InsightTableSkeleton />
      </Card>
    ) : (
      <Card title={TITLE}>
        <ErrorPanel
          title="What decisions teach could not be loaded"
          detail={detailOf(error)}
          busy={isFetching}
          onRetry={() => void refetch()}
        />
      </Card>
    );
  }
  const { positive, negative, needed, neededOfEachKind } = learning.decisions;
  if (positive + negative === 0) {
    return (
      <Card flush title={TITLE} description="Nobody has decided on a lead yet.">
        <EmptyState
          icon={<Scale />}
          title={`0 of ${needed} decisions`}
          text={`Approve, qualify or reject leads. From ${needed} decisions on, ${neededOfEachKind} of each kind among them, this shows which rules tell good leads from others, and what to change.`}
        />
      </Card>
    );
  }
  return (
    <Card flush title={TITLE} description={decisionsText(learning)}>
      <div className="flex flex-col gap-5 px-5 pb-5 max-md:px-4">
        <LearnedFit learning={learning} />
        <Suggestions suggestions={learning.suggestions} />
      </div>
      {learning.rules.length > 0 && <InsightTable rules={learning.rules} />}
    </Card>
  );
}

function decisionsText({ decisions: { positive, negative } }: Learning): string {
  const count = positive + negative;
  return `From ${formatCount(count)} ${count === 1 ? "decision" : "decisions"} by people: ${formatCount(positive)} approved or qualified, ${formatCount(negative)} rejected.`;
}
