import { StickyNote } from "lucide-react";
import type { Rule, RuleCheck } from "#shared/contract/rule.ts";
import { CheckBadge } from "#web/screens/rules/checks/check-badge.tsx";
import { reachWords } from "#web/screens/rules/reach-words.ts";
import { namesCustomFields, useRuleFields } from "#web/screens/rules/use-rule-fields.ts";
import { Tooltip } from "#web/ui/overlays/tooltip.tsx";
import { Truncate } from "#web/ui/truncate.tsx";

export function RuleName({ rule, checks }: { rule: Rule; checks: readonly RuleCheck[] }) {
  const { name, note } = rule;
  const reach = reachWords(rule, useRuleFields(namesCustomFields(rule)));
  return (
    <div className="min-w-0 py-1.5 max-md:py-0">
      <div className="flex min-w-0 items-center gap-1">
        <Truncate text={name} className="font-semibold" />
        {note !== "" && <RuleNote name={name} note={note} />}
        {/* Loads later; in the same line, so that the rows below stay in place. */}
        <CheckBadge name={name} checks={checks} />
      </div>
      {reach !== "" && <p className="text-xs wrap-anywhere text-muted">{reach}</p>}
    </div>
  );
}

/** Shown on hover and focus; on touch devices only in the rule's form. */
function RuleNote({ name, note }: { name: string; note: string }) {
  return (
    <Tooltip text={note}>
      <button
        type="button"
        aria-label={`Note on ${name}: ${note}`}
        className="inline-flex size-6 shrink-0 cursor-default items-center justify-center rounded-sm text-muted"
      >
        <StickyNote aria-hidden className="size-3.5" />
      </button>
    </Tooltip>
  );
}
