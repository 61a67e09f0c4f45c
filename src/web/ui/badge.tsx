import type { ReactNode } from "react";
import { classNames } from "#web/ui/class-names.ts";

const TONES = {
  plain: "border-line bg-canvas text-muted",
  accent: "border-transparent bg-accent-soft text-link",
  danger: "border-transparent bg-danger-soft text-danger-ink",
} as const;

/** A short label with a background, such as a keyword. For statuses use Status: a dot plus a word. */
export function Badge({ tone = "plain", children }: { tone?: keyof typeof TONES; children: ReactNode }) {
  return (
    <span
      title={typeof children === "string" ? children : undefined}
      className={classNames(
        "inline-flex h-5 max-w-full min-w-0 items-center rounded-sm border px-1.5 text-xs whitespace-nowrap",
        TONES[tone],
      )}
    >
      <span className="truncate">{children}</span>
    </span>
  );
}
