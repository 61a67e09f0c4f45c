import type { Learning } from "#shared/contract/learning.ts";
import { ProgressBar } from "#web/ui/progress-bar.tsx";

/** How many decisions are still needed. */
export function DecisionsNeeded({ decisions }: Pick<Learning, "decisions">) {
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
export function LearnedFit({ fit: { auc, rulesAuc, reason } }: { fit: NonNullable<Learning["fit"]> }) {
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
