import { useQuery } from "@tanstack/react-query";
import { X } from "lucide-react";
import { Link, useNavigate } from "react-router";
import type { LearningSuggestion } from "#shared/contract/learning.ts";
import { IfAllowed } from "#web/actions/if-allowed.tsx";
import { useAction } from "#web/actions/use-action.ts";
import { dismissSuggestion } from "#web/api/learning.ts";
import { rulesQuery } from "#web/api/rules.ts";
import { paths } from "#web/paths.ts";
import { draftsWith } from "#web/screens/rules/drafts-with.ts";
import { Button } from "#web/ui/button.tsx";
import { IconButton } from "#web/ui/icon-button.tsx";

/** Suggestions from decisions, each a sentence with a button to preview it. Nothing here changes a rule. */
export function Suggestions({ suggestions }: { suggestions: readonly LearningSuggestion[] }) {
  if (suggestions.length === 0) return null;
  return (
    <section aria-label="Suggestions">
      <ul className="flex flex-col">
        {suggestions.map((suggestion) => (
          <SuggestionItem key={suggestion.id} suggestion={suggestion} />
        ))}
      </ul>
    </section>
  );
}

function SuggestionItem({ suggestion }: { suggestion: LearningSuggestion }) {
  const { id, title, changes } = suggestion;
  const { data: rules } = useQuery(rulesQuery);
  const dismissing = useAction(dismissSuggestion);
  const navigate = useNavigate();
  const dismiss = (): Promise<boolean> =>
    dismissing.run(
      { body: { suggestion: id } },
      { done: "Suggestion dismissed", failed: "Failed to dismiss the suggestion" },
    );
  const preview = (): void => {
    if (rules !== undefined) void navigate(paths.tryRules(), { state: { drafts: draftsWith(rules, changes) } });
  };
  return (
    <li className="flex items-center gap-3 border-b border-line py-2 last:border-b-0">
      <p className="min-w-0 flex-1 text-pretty wrap-anywhere">{title}.</p>
      <IfAllowed to="work">
        <Button size="small" aria-label={`Preview: ${title}`} disabled={rules === undefined} onClick={preview}>
          Preview
        </Button>
        <IconButton label={`Dismiss: ${title}`} icon={<X aria-hidden />} onClick={() => void dismiss()} />
      </IfAllowed>
    </li>
  );
}

/** The figures behind each suggestion. */
export function Evidence({ suggestions }: { suggestions: readonly LearningSuggestion[] }) {
  return (
    <ul aria-label="Reasons" className="flex flex-col gap-3">
      {suggestions.map(({ id, title, text, evidence }) => (
        <li key={id} className="text-sm text-pretty wrap-anywhere">
          <p className="font-semibold">{title}</p>
          <p className="text-muted">{text}</p>
          <Examples evidence={evidence} />
        </li>
      ))}
    </ul>
  );
}

const LINK = "rounded-sm text-link underline underline-offset-3";

/** Leads behind a suggestion: a link to all if the list can filter by them, or examples. */
function Examples({ evidence: { keyword, examples } }: Pick<LearningSuggestion, "evidence">) {
  if (keyword !== null) {
    return (
      <p className="mt-1 text-sm">
        <Link to={paths.leads({ keyword })} className={LINK}>
          See leads with “{keyword}”
        </Link>
      </p>
    );
  }
  return (
    <p className="mt-1 text-sm text-muted">
      {"Examples: "}
      {examples.map(({ id, name, isPositive }, index) => (
        <span key={id}>
          {index > 0 && ", "}
          <Link to={paths.lead(id)} className={LINK}>
            {name}
          </Link>
          {isPositive ? " (approved)" : " (rejected)"}
        </span>
      ))}
    </p>
  );
}
