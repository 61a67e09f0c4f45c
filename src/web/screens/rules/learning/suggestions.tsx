import { useMutation, useQuery } from "@tanstack/react-query";
import { Link, useNavigate } from "react-router";
import type { LearningSuggestion } from "#shared/contract/learning.ts";
import { IfAllowed } from "#web/acts/if-allowed.tsx";
import { useUndo } from "#web/acts/use-undo.ts";
import { detailOf } from "#web/api/api-error.ts";
import { dismissSuggestion } from "#web/api/learning.ts";
import { rulesQuery } from "#web/api/rules.ts";
import { paths } from "#web/paths.ts";
import { draftsWith } from "#web/screens/rules/learning/drafts-with.ts";
import { Button } from "#web/ui/button.tsx";
import { toast } from "#web/ui/toast-store.ts";

/** What decisions speak for, to be looked at in a what-if or dismissed. Nothing here changes a rule. */
export function Suggestions({ suggestions }: { suggestions: readonly LearningSuggestion[] }) {
  if (suggestions.length === 0) return null;
  return (
    <section aria-label="Suggestions">
      <h3 className="font-semibold">
        {suggestions.length === 1 ? "1 suggestion" : `${suggestions.length} suggestions`}
      </h3>
      <ul className="mt-1 flex flex-col">
        {suggestions.map((suggestion) => (
          <SuggestionItem key={suggestion.id} suggestion={suggestion} />
        ))}
      </ul>
    </section>
  );
}

function SuggestionItem({ suggestion }: { suggestion: LearningSuggestion }) {
  const { id, title, text, evidence, changes } = suggestion;
  const { data: rules } = useQuery(rulesQuery);
  const { mutateAsync } = useMutation(dismissSuggestion);
  const navigate = useNavigate();
  const undoAction = useUndo();
  const dismiss = async (): Promise<void> => {
    try {
      const { actId } = await mutateAsync(id);
      toast.success("Suggestion dismissed", undoAction(actId));
    } catch (error) {
      toast.error("The suggestion could not be dismissed", detailOf(error));
    }
  };
  const preview = (): void => {
    if (rules !== undefined) void navigate(paths.tryRules(), { state: { drafts: draftsWith(rules, changes) } });
  };
  return (
    <li className="flex flex-wrap items-start gap-x-6 gap-y-2 border-b border-line py-3 last:border-b-0 last:pb-0">
      <div className="min-w-60 flex-1">
        <p className="font-semibold wrap-anywhere">{title}</p>
        <p className="text-sm text-pretty wrap-anywhere text-muted">{text}</p>
        <Examples evidence={evidence} />
      </div>
      <IfAllowed to="work">
        <div className="flex gap-2">
          <Button size="small" aria-label={`Preview: ${title}`} disabled={rules === undefined} onClick={preview}>
            Preview
          </Button>
          <Button size="small" variant="ghost" aria-label={`Dismiss: ${title}`} onClick={() => void dismiss()}>
            Dismiss
          </Button>
        </div>
      </IfAllowed>
    </li>
  );
}

const LINK = "rounded-sm text-link underline underline-offset-3";

/** Leads the suggestion rests on: all that the list can show, or some of them. */
function Examples({ evidence: { keyword, examples } }: Pick<LearningSuggestion, "evidence">) {
  if (keyword !== null) {
    return (
      <p className="mt-1 text-sm">
        <Link to={paths.leads({ keyword })} className={LINK}>
          See the leads with “{keyword}”
        </Link>
      </p>
    );
  }
  return (
    <p className="mt-1 text-sm text-muted">
      {"Such as "}
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
