import { formatCount, formatCounted } from "#web/format/number.ts";
import type { Shortfall } from "#web/screens/rules/form/use-rule-what-if.ts";
import { Button } from "#web/ui/button.tsx";

interface ShortfallNoteProps {
  shortfall: Shortfall | null;
  onWeight: (weight: number) => void;
}

/** While typing: no lead qualifies with this rule, and a weight with which some do. */
export function ShortfallNote({ shortfall, onWeight }: ShortfallNoteProps) {
  const better = shortfall?.better ?? null;
  return (
    <div role="status" className="-mt-2 flex flex-wrap items-center gap-x-3 gap-y-2 text-sm empty:hidden">
      {shortfall !== null && (
        <p className="text-pretty">
          0 of {formatCounted(shortfall.total, "lead")} reach the threshold ({shortfall.threshold}) with this rule.
          {better !== null && ` With weight ${better.weight}, ${formatCount(better.reaching)} would.`}
        </p>
      )}
      {better !== null && (
        <Button size="small" onClick={() => onWeight(better.weight)}>
          Use weight {better.weight}
        </Button>
      )}
    </div>
  );
}
