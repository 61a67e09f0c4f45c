import { TriangleAlert } from "lucide-react";
import type { RuleCheck } from "#shared/contract/rule.ts";
import { CheckList } from "#web/screens/rules/checks/check-list.tsx";
import { badgeWords } from "#web/screens/rules/checks/check-words.ts";
import { Popover } from "#web/ui/popover.tsx";

/** Says quietly that a rule is worth a look; pressing it says why. */
export function CheckBadge({ name, checks }: { name: string; checks: readonly RuleCheck[] }) {
  if (checks.length === 0) return null;
  return (
    <Popover
      label={`Worth a look about ${name}`}
      align="start"
      className="w-96"
      trigger={
        <button
          type="button"
          className="inline-flex items-center gap-1 rounded-sm text-xs whitespace-nowrap text-muted underline decoration-dotted underline-offset-3 hover:text-ink touch:min-h-11"
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
