import { ChevronDown, ChevronUp } from "lucide-react";
import { formatCount, formatTotal } from "#web/format/number.ts";
import type { LeadWalk } from "#web/screens/leads/sheet/lead-walk.ts";
import { IconButton } from "#web/ui/icon-button.tsx";

/** The open lead's position, with previous and next buttons. */
export function WalkButtons({ walk, isReview }: { walk: LeadWalk; isReview: boolean }) {
  const { position, before, after, toPrevious, toNext } = walk;
  return (
    <>
      <output className="flex h-8 items-center text-sm whitespace-nowrap text-muted tabular-nums touch:h-11">
        {position !== undefined && (
          <>
            {isReview && <span className="sr-only">Review: </span>}
            {`${formatCount(position.number)} of ${formatTotal(position.total)}`}
          </>
        )}
      </output>
      <IconButton
        label="Previous lead"
        shortcut="k"
        icon={<ChevronUp aria-hidden />}
        disabled={before === undefined}
        onClick={toPrevious}
      />
      <IconButton
        label="Next lead"
        shortcut="j"
        icon={<ChevronDown aria-hidden />}
        disabled={!isReview && after === undefined}
        onClick={toNext}
      />
    </>
  );
}
