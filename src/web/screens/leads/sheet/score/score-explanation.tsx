import { Link } from "react-router";
import type { LeadExplanation } from "#shared/contract/leads/lead.ts";
import { CAP_WORDS, partNotes, pointsWords } from "#shared/score-words.ts";
import { paths } from "#web/paths.ts";
import { MatchedText } from "#web/screens/leads/sheet/score/matched-text.tsx";
import { OpenRules } from "#web/screens/leads/sheet/score/open-rules.tsx";
import { ScoreScale } from "#web/screens/leads/sheet/score/score-scale.tsx";
import { matchesIn } from "#web/screens/leads/sheet/score/text-matches.ts";
import { Badge } from "#web/ui/badge.tsx";

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
