import { useQuery } from "@tanstack/react-query";
import { useEffect, useEffectEvent, useState } from "react";
import type { LeadDetail } from "#shared/contract/leads/lead.ts";
import { type ReviewPlace, reviewQueueQuery } from "#web/api/leads/review.ts";
import type { LeadsAddress } from "#web/screens/leads/leads-address.ts";
import type { LeadWalk } from "#web/screens/leads/sheet/lead-walk.ts";

export interface Review extends LeadWalk {
  /** Shown while there is no lead: searching, failed, or none left. */
  rest: { state: "looking" | "over"; passed: number; waiting: number } | { state: "failed"; error: Error };
  /** Moves on once the next lead is known. */
  isLeaving: boolean;
  /** Restarts from the first lead to review. */
  startOver: () => void;
}

/**
 * Steps through qualified leads to review, best first. Each is shown once, decided or not; new leads with a higher
 * score wait for the next round.
 */
export function useReview(address: LeadsAddress, lead: LeadDetail | undefined): Review {
  const { isReview, leadId } = address;
  // With the scores from the queue, as saving notes may change them in the meantime.
  const [trail, setTrail] = useState<readonly ReviewPlace[]>([]);
  const at = trail.findIndex(({ id }) => id === leadId);
  if (!isReview && trail.length > 0) setTrail([]);
  else if (isReview && lead !== undefined && lead.id === leadId && at < 0) {
    setTrail([...trail, { id: lead.id, score: lead.score }]);
  }
  const last = trail.at(-1) ?? null;
  const isAtRest = isReview && leadId === undefined;
  const queue = useQuery({
    ...reviewQueueQuery(isAtRest ? null : last),
    enabled: isReview && (isAtRest || at >= 0),
  });
  const waiting = { count: queue.data?.waiting ?? 0, exact: queue.data?.exact ?? true };

  const first = isAtRest && last === null && !queue.isFetching ? (queue.data?.next ?? null) : null;
  const open = useEffectEvent((id: string) => address.stepTo(id));
  useEffect(() => {
    if (first !== null) open(first);
  }, [first]);

  const before = trail[at - 1]?.id;
  const after = at < 0 ? undefined : (trail[at + 1]?.id ?? queue.data?.next ?? undefined);
  const isNextKnown = at >= 0 && (after !== undefined || queue.data !== undefined);
  // If the user moves on before the next lead is known, continue once it is.
  const [leaving, setLeaving] = useState<string | null>(null);
  const isLeaving = leaving !== null && leaving === leadId;
  // Otherwise returning to a lead left that way would leave it again.
  if (leaving !== null && !isLeaving) setLeaving(null);
  const leave = useEffectEvent(() => address.stepTo(after ?? null));
  useEffect(() => {
    if (isLeaving && isNextKnown) leave();
  }, [isLeaving, isNextKnown]);
  return {
    before,
    after,
    position:
      at < 0 || queue.data === undefined
        ? undefined
        : { number: at + 1, total: { ...waiting, count: trail.length + waiting.count } },
    toPrevious: () => before !== undefined && address.stepTo(before),
    // The end counts as a step.
    toNext: () => {
      if (isNextKnown) address.stepTo(after ?? null);
      else if (leadId !== undefined) setLeaving(leadId);
      if (queue.isError) void queue.refetch();
    },
    isLeaving,
    rest:
      queue.error !== null && queue.data === undefined
        ? { state: "failed", error: queue.error }
        : {
            state:
              queue.data === undefined || first !== null || (last === null && queue.isFetching) ? "looking" : "over",
            passed: trail.length,
            waiting: waiting.count,
          },
    startOver: () => {
      setTrail([]);
      void queue.refetch();
    },
  };
}
