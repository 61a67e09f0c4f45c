import { TriangleAlert } from "lucide-react";
import type { RuleCheck } from "#shared/contract/rule.ts";
import { CheckList } from "#web/screens/rules/checks/check-list.tsx";
import { badgeWords } from "#web/screens/rules/checks/check-words.ts";
import { Popover } from "#web/ui/overlays/popover.tsx";

/** Subtle badge for a rule with warnings; clicking it shows them. */
export function CheckBadge({ name, checks }: { name: string; checks: readonly RuleCheck[] }) {
  if (checks.length === 0) return null;
  return (
    <Popover
      label={`Warnings for ${name}`}
      align="start"
      className="w-96"
      trigger={
        <button
          type="button"
          className="ml-2 inline-flex shrink-0 items-center gap-1 rounded-sm text-xs whitespace-nowrap text-muted underline decoration-dotted underline-offset-3 hover:text-ink touch:-my-2.5 touch:min-h-11"
        >
          <TriangleAlert aria-hidden className="size-3.5 shrink-0" />
          {badgeWords(checks)}
          <span className="sr-only">: {name}</span>
        </button>
      }
    >
      <CheckList checks={checks} />
    </Popover>
  );
}
