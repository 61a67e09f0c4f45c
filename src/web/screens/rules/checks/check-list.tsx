import { TriangleAlert } from "lucide-react";
import type { RuleCheck } from "#shared/contract/rule.ts";

export function CheckList({ checks }: { checks: readonly RuleCheck[] }) {
  return (
    <ul aria-label="Warnings" className="flex flex-col gap-1.5 text-sm">
      {checks.map(({ kind, keyword, message }) => (
        <li key={`${kind} ${keyword} ${message}`} className="flex gap-1.5 wrap-anywhere">
          <TriangleAlert aria-hidden className="mt-0.5 size-3.5 shrink-0 text-muted" />
          {message}
        </li>
      ))}
    </ul>
  );
}
