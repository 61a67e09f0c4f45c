import { type ReactNode, useState } from "react";
import { formatCounted } from "#web/format/number.ts";
import { Button } from "#web/ui/button.tsx";

/** The first items of a long list, and the button for the rest; null where all are shown anyway. */
export function useFirst<Item>(
  items: readonly Item[],
  most: number,
  noun: string,
  plural?: string,
): [readonly Item[], ReactNode] {
  const [isWhole, setIsWhole] = useState(false);
  if (items.length <= most) return [items, null];
  // Stays in place, so that it keeps the focus.
  const button = (
    <Button size="small" className="self-start" aria-expanded={isWhole} onClick={() => setIsWhole(!isWhole)}>
      {isWhole ? "Show less" : `Show all ${formatCounted(items.length, noun, plural)}`}
    </Button>
  );
  return [isWhole ? items : items.slice(0, most), button];
}
