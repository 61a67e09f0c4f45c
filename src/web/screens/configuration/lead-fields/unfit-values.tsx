import type { Promotion } from "#shared/contract/leads/lead-field.ts";
import { formatCounted } from "#web/format/number.ts";
import { LoadingBars } from "#web/ui/loading-bars.tsx";

/** Values that don't fit a field, the most frequent first. */
export function UnfitValues({ problems }: { problems: Promotion["problems"] }) {
  if (problems.length === 0) return null;
  return (
    <ul aria-label="Values that don't fit" className="max-h-48 overflow-y-auto rounded-md border border-line">
      {problems.map(({ value, error, leads }) => (
        <li key={value} className="flex flex-wrap justify-between gap-x-4 border-b border-line px-3 py-2 last:border-0">
          <span dir="auto" className="min-w-0 wrap-anywhere">
            {value}
          </span>
          <span className="text-sm text-muted">
            {error} ({formatCounted(leads, "lead")})
          </span>
        </li>
      ))}
    </ul>
  );
}

export function PreviewSkeleton() {
  return <LoadingBars what="the values" bars={["h-10 w-full"]} />;
}
