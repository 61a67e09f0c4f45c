import { Check, X } from "lucide-react";
import type { DuplicateEvidence } from "#shared/contract/leads/duplicate.ts";
import { classNames } from "#web/ui/class-names.ts";

/** Evidence for two leads being the same, with points, and against it. */
export function EvidenceList({ evidence, className }: { evidence: readonly DuplicateEvidence[]; className?: string }) {
  return (
    <ul className={classNames("flex flex-wrap gap-x-4 gap-y-1 text-sm text-muted", className)}>
      {evidence.map(({ kind, text, points }) => (
        <li key={kind} className="inline-flex min-w-0 items-start gap-1.5">
          {points < 0 ? (
            <X aria-label="Against" className="mt-0.5 size-3.5 shrink-0" />
          ) : (
            <Check aria-label="For" className="mt-0.5 size-3.5 shrink-0" />
          )}
          <span dir="auto" className="wrap-anywhere">
            {text} <span className="whitespace-nowrap tabular-nums">({points > 0 ? `+${points}` : points})</span>
          </span>
        </li>
      ))}
    </ul>
  );
}
