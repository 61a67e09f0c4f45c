import { X } from "lucide-react";
import type { TagColor } from "#shared/tags.ts";
import { classNames } from "#web/ui/class-names.ts";

const DOTS: Record<TagColor, string> = {
  indigo: "bg-series-1",
  blue: "bg-series-2",
  purple: "bg-series-3",
  teal: "bg-series-4",
  pink: "bg-series-5",
  slate: "bg-series-6",
  gray: "bg-series-7",
};

export function TagDot({ color }: { color: TagColor }) {
  return <span aria-hidden className={classNames("size-2 shrink-0 rounded-full", DOTS[color])} />;
}

interface TagChipProps {
  name: string;
  color: TagColor;
  onRemove?: (() => void) | undefined;
}

/**
 * A tag with its color as a dot, so that its text keeps its contrast. Touch screens have no button to remove it, which
 * would be far larger than the tag; the menu of tags next to it removes it too.
 */
export function TagChip({ name, color, onRemove }: TagChipProps) {
  return (
    <span
      title={name}
      className={classNames(
        "inline-flex max-w-full min-w-0 items-center gap-1.5 rounded-full border border-line bg-canvas text-xs whitespace-nowrap",
        onRemove === undefined ? "h-5 px-2" : "h-6 pl-2 touch:pr-2",
      )}
    >
      <TagDot color={color} />
      <span dir="auto" className="truncate">
        {name}
      </span>
      {onRemove !== undefined && (
        <button
          type="button"
          aria-label={`Remove tag ${name}`}
          onClick={onRemove}
          className="inline-flex h-full w-6 shrink-0 items-center justify-center rounded-r-full text-muted hover:text-ink touch:hidden"
        >
          <X aria-hidden className="size-3.5" />
        </button>
      )}
    </span>
  );
}
