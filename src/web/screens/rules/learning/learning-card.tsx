import { useQuery } from "@tanstack/react-query";
import { Scale } from "lucide-react";
import type { Learning } from "#shared/contract/learning.ts";
import { QueryFailed } from "#web/actions/query-failed.tsx";
import { learningQuery } from "#web/api/learning.ts";
import { formatCount, formatCounted } from "#web/format/number.ts";
import { InsightTable } from "#web/screens/rules/learning/insight-table.tsx";
import { DecisionsNeeded, LearnedFit } from "#web/screens/rules/learning/learned-fit.tsx";
import { Evidence, Suggestions } from "#web/screens/rules/learning/suggestions.tsx";
import { Card } from "#web/ui/card.tsx";
import { Disclosure } from "#web/ui/disclosure.tsx";
import { EmptyState } from "#web/ui/empty-state.tsx";
import { LoadingNote, Skeleton } from "#web/ui/skeleton.tsx";

const TITLE = "Insights from decisions";

/** The most certain come first; the next one follows when one is dismissed. */
const SUGGESTED = 3;

/** What decisions say about the rules: suggestions, and how each rule performs. */
export function LearningCard() {
  const query = useQuery(learningQuery);
  const { data: learning, error } = query;
  if (learning === undefined) {
    return error === null ? (
      <Card flush title={TITLE} description={<Skeleton className="my-0.5 h-3.5 w-64 max-w-full" />}>
        <LoadingNote what="the insights" />
        <Skeleton className="mx-5 mb-5 h-10 max-md:mx-4" />
      </Card>
    ) : (
      <Card title={TITLE}>
        <QueryFailed what="insights" query={query} />
      </Card>
    );
  }
  const suggestions = learning.suggestions.slice(0, SUGGESTED);
  const { positive, negative, needed, neededOfEachKind } = learning.decisions;
  if (positive + negative === 0) {
    return (
      <Card flush title={TITLE}>
        <EmptyState
          icon={<Scale />}
          title={`0 of ${needed} decisions`}
          text={`Approve, qualify or reject leads to learn which rules work. Needs ${needed} decisions, at least ${neededOfEachKind} of each kind.`}
        />
      </Card>
    );
  }
  return (
    <Card flush title={TITLE} description={decisionsText(learning)}>
      <div className="flex flex-col gap-4 px-5 pb-4 max-md:px-4">
        {learning.fit === null ? (
          <DecisionsNeeded decisions={learning.decisions} />
        ) : (
          learning.suggestions.length === 0 && <p className="text-muted">No suggestions right now.</p>
        )}
        <Suggestions suggestions={suggestions} />
        <Disclosure title="How this works">
          <div className="mt-3 flex flex-col gap-5">
            {suggestions.length > 0 && <Evidence suggestions={suggestions} />}
            {learning.fit !== null && <LearnedFit fit={learning.fit} />}
            {learning.rules.length > 0 && (
              <div className="-mx-5 -mb-4 border-t border-line max-md:-mx-4">
                <InsightTable rules={learning.rules} />
              </div>
            )}
          </div>
        </Disclosure>
      </div>
    </Card>
  );
}

function decisionsText({ decisions: { positive, negative } }: Learning): string {
  const count = positive + negative;
  return `Based on ${formatCounted(count, "decision")}: ${formatCount(positive)} approved or qualified, ${formatCount(negative)} rejected.`;
}
