import { useState } from "react";
import { Badge } from "#web/ui/badge.tsx";

/** Keywords shown before the rest is collapsed. */
const SHOWN = 8;

/** A rule's keywords; long lists expand in place. */
export function RuleKeywords({ keywords }: { keywords: readonly string[] }) {
  const [isOpen, setOpen] = useState(false);
  const more = keywords.length - SHOWN;
  return (
    <span className="flex min-w-0 flex-wrap items-center gap-1 py-2 max-md:justify-end max-md:py-1">
      {(isOpen ? keywords : keywords.slice(0, SHOWN)).map((keyword) => (
        <Badge key={keyword}>{keyword}</Badge>
      ))}
      {more > 0 && (
        <button
          type="button"
          aria-expanded={isOpen}
          onClick={() => setOpen(!isOpen)}
          className="rounded-sm px-1 text-xs font-semibold text-link hover:underline touch:min-h-11 touch:px-2"
        >
          {isOpen ? "Show fewer" : `+${more} more`}
        </button>
      )}
    </span>
  );
}
