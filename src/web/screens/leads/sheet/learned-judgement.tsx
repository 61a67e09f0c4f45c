import type { LearnedJudgement as Judgement } from "#shared/contract/learning.ts";
import { ReasonList } from "#web/ui/reason-list.tsx";

/** What earlier decisions say of the lead, beside its score. */
export function LearnedJudgement({ judgement: { probability, reasons } }: { judgement: Judgement }) {
  return (
    <div className="-mt-3 flex flex-col gap-1.5">
      <p>
        <span className="font-semibold">Learned: {probability}% likely to be approved</span>{" "}
        <span className="text-muted">by what people decided before</span>
      </p>
      {reasons.length > 0 && (
        <ReasonList
          title="What speaks for and against it, in percentage points"
          reasons={reasons.map(({ text, effect }) => ({ text, weight: effect }))}
        />
      )}
    </div>
  );
}
