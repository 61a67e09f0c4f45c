import type { NewRule } from "#shared/contract/rule.ts";
import { formatCounted, formatPoints } from "#web/format/number.ts";
import { Disclosure } from "#web/ui/disclosure.tsx";

/** Rules by name with their points, collapsible: "3 added". */
export function RuleNames({ what, rules }: { what: string; rules: readonly NewRule[] }) {
  if (rules.length === 0) return null;
  return (
    <Disclosure title={`${rules.length} ${what}`} open={what !== "unchanged"}>
      <ul className="mt-1 max-h-64 overflow-y-auto">
        {rules.map(({ name, scoreWeight, keywords }, index) => (
          // A file may contain the same rule twice.
          <li key={`${name} ${index}`} className="flex gap-3 border-t border-line py-1.5 text-sm">
            <span className="min-w-0 flex-1 truncate" title={name}>
              {name}
            </span>
            <span className="shrink-0 text-muted tabular-nums">
              {formatPoints(scoreWeight)} · {formatCounted(keywords.length, "keyword")}
            </span>
          </li>
        ))}
      </ul>
    </Disclosure>
  );
}
