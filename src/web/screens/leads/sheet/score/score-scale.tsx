import type { LeadExplanation } from "#shared/contract/leads/lead.ts";
import { LIMITS } from "#shared/limits.ts";
import { scoreBand } from "#shared/score-band.ts";
import { missingWords } from "#shared/score-words.ts";

const FILLS = { success: "fill-success", warning: "fill-warning", neutral: "fill-neutral" } as const;
const { max } = LIMITS.score;

/** The score and threshold on a scale, with a text description. */
export function ScoreScale({ explanation }: { explanation: LeadExplanation }) {
  const { score, threshold } = explanation;
  // Keeps the line inside the drawing at both ends, where half of it would be clipped.
  const thresholdAt = Math.min(Math.max(threshold, 0.5), max - 0.5);
  return (
    <figure>
      <svg aria-hidden viewBox={`0 0 ${max} 4`} preserveAspectRatio="none" className="h-4 w-full">
        <rect y="1" width={max} height="2" className="fill-sunken" />
        <rect y="1" width={score} height="2" className={FILLS[scoreBand(score)]} />
        <line
          x1={thresholdAt}
          x2={thresholdAt}
          y1="0"
          y2="4"
          strokeWidth="2"
          vectorEffect="non-scaling-stroke"
          className="stroke-ink"
        />
      </svg>
      <figcaption className="mt-1.5">{scaleWords(explanation)}</figcaption>
    </figure>
  );
}

function scaleWords(explanation: LeadExplanation): string {
  return `${explanation.score} of ${max}. ${missingWords(explanation)}`;
}
