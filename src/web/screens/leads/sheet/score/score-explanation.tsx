import { Link } from "react-router";
import type { LeadExplanation } from "#shared/contract/leads/lead.ts";
import { CAP_WORDS, missingWords, partNotes, pointsWords } from "#shared/score-words.ts";
import { paths } from "#web/paths.ts";
import { matchesIn, type TextMatch } from "#web/screens/leads/sheet/score/text-matches.ts";
import { Badge } from "#web/ui/badge.tsx";
import { Fragment } from "react";
import { classNames } from "#web/ui/class-names.ts";
import { LIMITS } from "#shared/limits.ts";
import { scoreBand } from "#shared/score-band.ts";
import { fieldNoun } from "#shared/field-words.ts";

const LINK =
  "rounded-sm underline decoration-line underline-offset-3 hover:text-link hover:decoration-link touch:-my-3 touch:inline-block touch:py-3";

/** Where each point comes from; the lines add up to the score. Below, what could still reach the threshold. */
export function ScoreExplanation({ explanation, isScored }: { explanation: LeadExplanation; isScored: boolean }) {
  const { score, parts, cap, ageDays, open, missing } = explanation;
  const notes = partNotes(parts, ageDays);
  return (
    <>
      <ScoreScale explanation={explanation} />
      {!isScored && <p className="mt-4 text-muted">A slow rule is still scoring this lead.</p>}
      {isScored && parts.length === 0 && (
        <p className="mt-4 text-muted">
          No active rule matches this lead.{" "}
          <Link to={paths.rules()} className="rounded-sm text-link underline underline-offset-3">
            See rules
          </Link>
        </p>
      )}
      <ol className="mt-3 flex flex-col">
        {parts.map((part, index) => (
          <li key={`${part.ruleId} ${part.keyword}`} className="flex gap-4 border-b border-line py-2.5">
            <div className="min-w-0 flex-1">
              <div className="flex min-w-0 flex-wrap items-center gap-x-2 gap-y-1">
                <Badge>{part.keyword}</Badge>
                <span className="min-w-0 text-sm text-muted wrap-anywhere">
                  <Link to={paths.rule(part.ruleId)} className={LINK}>
                    {part.ruleName}
                  </Link>{" "}
                  · {part.fieldName}
                </span>
              </div>
              {part.excerpt !== "" && (
                <p className="mt-1 text-sm wrap-anywhere">
                  <MatchedText excerpt={part.excerpt} matches={matchesIn(part, parts)} />
                </p>
              )}
              {notes[index] && <p className="mt-1 text-sm text-muted">{notes[index]}</p>}
            </div>
            <Points points={part.points} />
          </li>
        ))}
        {cap !== 0 && (
          <li className="flex gap-4 border-b border-line py-2.5 text-muted">
            <span className="flex-1">{CAP_WORDS}</span>
            <Points points={cap} />
          </li>
        )}
      </ol>
      <p className="flex gap-4 py-2.5 font-semibold">
        <span className="flex-1">Score</span>
        <span className="tabular-nums">{score}</span>
      </p>
      {missing > 0 && open.length > 0 && <OpenRules rules={open} />}
    </>
  );
}

function Points({ points }: { points: number }) {
  return <span className="shrink-0 tabular-nums">{pointsWords(points)}</span>;
}

interface MatchedTextProps {
  excerpt: string;
  /** In order, not overlapping. */
  matches: readonly TextMatch[];
}

/** An excerpt with matched keywords highlighted, the main ones more strongly. */
function MatchedText({ excerpt, matches }: MatchedTextProps) {
  return (
    <bdi>
      {matches.map(({ start, end, isMain }, index) => (
        <Fragment key={start}>
          {excerpt.slice(matches[index - 1]?.end ?? 0, start)}
          <mark
            className={classNames(
              "rounded-sm px-0.5 forced-colors:bg-[Mark] forced-colors:text-[MarkText]",
              isMain ? "bg-accent-soft font-semibold text-link" : "bg-sunken text-ink",
            )}
          >
            {excerpt.slice(start, end)}
          </mark>
        </Fragment>
      ))}
      {excerpt.slice(matches.at(-1)?.end ?? 0)}
    </bdi>
  );
}

const FILLS = { success: "fill-success", warning: "fill-warning", neutral: "fill-neutral" } as const;
const { max } = LIMITS.score;

/** The score and threshold on a scale, with a text description. */
function ScoreScale({ explanation }: { explanation: LeadExplanation }) {
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

/** Rules that could still add points, with their unmatched keywords. */
function OpenRules({ rules }: { rules: LeadExplanation["open"] }) {
  return (
    <div className="mt-2">
      <h4 className="font-semibold">What would add points</h4>
      <ul className="mt-1 flex flex-col">
        {rules.map(({ ruleId, ruleName, points, keywords, more, fields, fieldNames, isEnough }) => (
          <li key={ruleId} className="flex gap-4 border-b border-line py-2.5 last:border-b-0">
            <div className="min-w-0 flex-1">
              <div className="flex min-w-0 flex-wrap items-center gap-1.5">
                {keywords.map((keyword) => (
                  <Badge key={keyword}>{keyword}</Badge>
                ))}
                {more > 0 && <span className="text-sm text-muted">+{more} more</span>}
              </div>
              <p className="mt-1 text-sm text-muted wrap-anywhere">
                <Link
                  to={paths.rule(ruleId)}
                  className="rounded-sm underline decoration-line underline-offset-3 hover:text-link hover:decoration-link touch:-my-3 touch:inline-block touch:py-3"
                >
                  {ruleName}
                </Link>
                {fields.length > 0 &&
                  ` · in ${fields.map((field, index) => placeWords(field, fieldNames[index])).join(", ")}`}
                {isEnough && " · one is enough"}
              </p>
            </div>
            <span className="shrink-0 tabular-nums">
              {pointsWords(points)}
              <span className="text-muted"> each</span>
            </span>
          </li>
        ))}
      </ul>
    </div>
  );
}

function placeWords(field: string, name = ""): string {
  if (field.startsWith("field:")) return name;
  return field === "facts" ? "other details" : fieldNoun(field);
}
