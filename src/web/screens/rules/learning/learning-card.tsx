import { useQuery } from "@tanstack/react-query";
import { Scale } from "lucide-react";
import type { Learning, RuleInsight } from "#shared/contract/learning.ts";
import { QueryFailed } from "#web/actions/query-failed.tsx";
import { learningQuery } from "#web/api/learning.ts";
import { formatCount, formatCounted } from "#web/format/number.ts";
import { Evidence, Suggestions } from "#web/screens/rules/learning/suggestions.tsx";
import { Card } from "#web/ui/card.tsx";
import { Disclosure } from "#web/ui/disclosure.tsx";
import { EmptyState } from "#web/ui/empty-state.tsx";
import { LoadingNote, Skeleton } from "#web/ui/skeleton.tsx";
import { ProgressBar } from "#web/ui/progress-bar.tsx";
import { useFirst } from "#web/ui/use-first.tsx";
import { type Column, Table, TableCell, TableRow } from "#web/ui/table.tsx";
import { Truncate } from "#web/ui/truncate.tsx";

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

/** How many decisions are still needed. */
function DecisionsNeeded({ decisions }: Pick<Learning, "decisions">) {
  const { positive, negative, needed, neededOfEachKind } = decisions;
  const rarer = Math.min(positive, negative);
  return (
    <div className="flex max-w-md flex-col gap-3">
      <ProgressBar label="Decisions" done={Math.min(needed, positive + negative)} total={needed} />
      {positive + negative >= needed && (
        <ProgressBar
          label={positive < negative ? "Approved or qualified" : "Rejected"}
          done={rarer}
          total={neededOfEachKind}
        />
      )}
      <p className="text-sm text-pretty text-muted">
        Suggestions appear after {needed} decisions, at least {neededOfEachKind} of each kind.
      </p>
    </div>
  );
}

/** How well the learned model separates approved from rejected leads, compared to the rules. */
function LearnedFit({ fit: { auc, rulesAuc, reason } }: { fit: NonNullable<Learning["fit"]> }) {
  return (
    <div className="flex flex-col gap-3">
      <dl className="grid max-w-md grid-cols-[1fr_auto_auto] gap-x-6 gap-y-1">
        <Auc name="Learned from decisions" auc={auc} />
        <Auc name="Your rules" auc={rulesAuc} />
      </dl>
      <p className="max-w-prose text-sm text-pretty text-muted">
        How often an approved lead ranks above a rejected one. {reason}
      </p>
    </div>
  );
}

function Auc({ name, auc }: { name: string; auc: number }) {
  return (
    <>
      <dt>{name}</dt>
      <dd className="self-center">
        <svg
          aria-hidden
          className="h-1.5 w-28 overflow-hidden rounded-full bg-sunken"
          viewBox="0 0 1 1"
          preserveAspectRatio="none"
        >
          <rect width={auc} height="1" className="fill-link" />
        </svg>
      </dd>
      <dd className="text-right font-semibold tabular-nums">{Math.round(100 * auc)}%</dd>
    </>
  );
}

const NAME = { title: "Rule" } satisfies Column;
const FOUND = { title: "Matches", align: "right", className: "w-36" } satisfies Column;
const APPROVED = { title: "Approved", align: "right", className: "w-48" } satisfies Column;
const LIFT = { title: "Vs. average", align: "right", className: "w-32" } satisfies Column;
const DECISIVE = {
  title: "Qualified only by this rule",
  align: "right",
  className: "w-56 md:max-lg:hidden",
} satisfies Column;
const COLUMNS: readonly Column[] = [NAME, FOUND, APPROVED, LIFT, DECISIVE];

/** The rules with the most matches matter most. */
const SHOWN = 10;

/** Each rule's matches among decided leads, and their approval compared to the rest. */
function InsightTable({ rules }: { rules: readonly RuleInsight[] }) {
  const sorted = rules.toSorted((a, b) => b.found - a.found);
  const [shown, showAll] = useFirst(sorted, SHOWN, "rule");
  return (
    <>
      <Table label="Rule performance" columns={COLUMNS}>
        {shown.map(({ ruleId, name, found, reach, precision, low, high, lift, decisive }) => (
          <TableRow key={ruleId}>
            <TableCell column={NAME} bare>
              <Truncate text={name} className="font-semibold" />
            </TableCell>
            <TableCell column={FOUND}>
              {formatCount(found)} <span className="text-muted">({percent(reach)})</span>
            </TableCell>
            <TableCell column={APPROVED}>
              {precision === null ? (
                "N/A"
              ) : (
                <>
                  {percent(precision)}{" "}
                  <span className="text-muted">
                    ({Math.round(100 * low)} to {percent(high)})
                  </span>
                </>
              )}
            </TableCell>
            <TableCell column={LIFT}>{lift === null ? "N/A" : `${lift.toFixed(1)}×`}</TableCell>
            <TableCell column={DECISIVE}>{formatCount(decisive)}</TableCell>
          </TableRow>
        ))}
      </Table>
      <div className="flex flex-wrap items-center justify-between gap-3 border-t border-line px-5 py-3 max-md:px-4">
        <div className="min-w-60 flex-1 text-sm text-pretty text-muted">
          Matches: decided leads with one of the rule's keywords. Approved: how many of those were approved, with the
          95% confidence interval. Vs. average: approval rate compared to all decided leads; 1.0× is average. Qualified
          only by this rule: approved leads that reach the threshold only with its points.
        </div>
        {showAll}
      </div>
    </>
  );
}

function percent(share: number): string {
  return `${Math.round(100 * share)}%`;
}
