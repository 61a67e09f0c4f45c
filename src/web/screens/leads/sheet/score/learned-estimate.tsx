import type { ApprovalEstimate } from "#shared/contract/learning.ts";
import { ReasonList } from "#web/ui/leads/reason-list.tsx";

/** Approval probability learned from earlier decisions, next to the score. */
export function LearnedEstimate({ estimate: { probability, reasons } }: { estimate: ApprovalEstimate }) {
  return (
    <div className="mt-2 flex flex-col gap-1.5">
      <p>
        <span className="font-semibold">{probability}% likely to be approved</span>{" "}
        <span className="text-muted">based on past decisions</span>
      </p>
      {reasons.length > 0 && (
        <ReasonList title="Why?" reasons={reasons.map(({ text, effect }) => ({ text, weight: effect }))} />
      )}
    </div>
  );
}
