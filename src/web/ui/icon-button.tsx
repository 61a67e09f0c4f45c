import type { ComponentProps, ReactNode } from "react";
import { classNames } from "#web/ui/class-names.ts";
import { Spinner } from "#web/ui/spinner.tsx";
import { Tooltip } from "#web/ui/overlays/tooltip.tsx";

interface IconButtonProps extends Omit<ComponentProps<"button">, "children" | "aria-label" | "type"> {
  /** Accessible name and tooltip. */
  label: string;
  icon: ReactNode;
  tone?: "plain" | "danger";
  busy?: boolean;
  /** Equivalent shortcut, shown in the tooltip. */
  shortcut?: string;
}

/** An icon-only button: 32 px, or 44 px on touch. */
export function IconButton({
  label,
  icon,
  tone = "plain",
  busy = false,
  shortcut,
  className,
  onClick,
  ...rest
}: IconButtonProps) {
  return (
    <Tooltip text={label} shortcut={shortcut}>
      <button
        {...rest}
        type="button"
        aria-label={label}
        aria-busy={busy || undefined}
        aria-disabled={busy || undefined}
        onClick={(event) => (busy ? event.preventDefault() : onClick?.(event))}
        className={classNames(
          "inline-flex size-8 shrink-0 items-center justify-center rounded-md text-muted transition-colors duration-120",
          "touch:size-11 disabled:cursor-not-allowed disabled:opacity-50 [&_svg]:size-4",
          tone === "danger" ? "hover:bg-danger-soft hover:text-danger-ink" : "hover:bg-hover hover:text-ink",
          className,
        )}
      >
        {busy ? <Spinner /> : icon}
      </button>
    </Tooltip>
  );
}
