import { Link } from "react-router";
import type { LeadExplanation } from "#shared/contract/leads/lead.ts";
import { fieldNoun } from "#shared/field-words.ts";
import { pointsWords } from "#shared/score-words.ts";
import { paths } from "#web/paths.ts";
import { Badge } from "#web/ui/badge.tsx";

/** Rules that could still add points, with their unmatched keywords. */
export function OpenRules({ rules }: { rules: LeadExplanation["open"] }) {
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
