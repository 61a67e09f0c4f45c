import { Link } from "react-router";
import type { LeadExplanation } from "#shared/contract/lead.ts";
import { fieldWords } from "#shared/field-words.ts";
import { paths } from "#web/paths.ts";
import { MatchedText } from "#web/screens/leads/sheet/matched-text.tsx";
import { ScoreScale } from "#web/screens/leads/sheet/score-scale.tsx";
import { Badge } from "#web/ui/badge.tsx";

/** Where each point comes from. The lines add up to the score. */
export function ScoreExplanation({ explanation }: { explanation: LeadExplanation }) {
  const { score, parts, cap } = explanation;
  return (
    <>
      <ScoreScale explanation={explanation} />
      {parts.length === 0 && (
        <p className="mt-4 text-muted">
          No keyword of an active rule was found in this lead.{" "}
          <Link to={paths.rules()} className="rounded-sm text-link underline underline-offset-3">
            See the rules
          </Link>
        </p>
      )}
      <ol className="mt-3 flex flex-col">
        {parts.map((part) => (
          <li key={`${part.ruleId} ${part.keyword}`} className="flex gap-4 border-b border-line py-2.5">
            <div className="min-w-0 flex-1">
              <div className="flex min-w-0 flex-wrap items-center gap-x-2 gap-y-1">
                <Badge>{part.keyword}</Badge>
                <span className="min-w-0 text-sm text-muted wrap-anywhere">
                  {part.ruleName} · {fieldWords(part.field)}
                </span>
              </div>
              <p className="mt-1 text-sm wrap-anywhere">
                <MatchedText {...part} />
              </p>
            </div>
            <Points points={part.points} />
          </li>
        ))}
        {cap !== 0 && (
          <li className="flex gap-4 border-b border-line py-2.5 text-muted">
            <span className="flex-1">Cap: a score never exceeds 100</span>
            <Points points={cap} />
          </li>
        )}
      </ol>
      <p className="flex gap-4 py-2.5 font-semibold">
        <span className="flex-1">Score</span>
        <span className="tabular-nums">{score}</span>
      </p>
    </>
  );
}

function Points({ points }: { points: number }) {
  return <span className="shrink-0 tabular-nums">{points < 0 ? `−${-points}` : `+${points}`}</span>;
}
