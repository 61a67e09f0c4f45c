import { ChevronRight } from "lucide-react";
import { type ReactNode, useLayoutEffect, useRef } from "react";
import { classNames } from "#web/ui/class-names.ts";

interface DisclosureProps {
  title: string;
  /** Opens it, at first or later; only the user closes it, so that no field disappears while they type. */
  open?: boolean;
  /** As an aside in small text. */
  small?: boolean;
  children: ReactNode;
}

/** Collapsible details that most users don't need. */
export function Disclosure({ title, open = false, small = false, children }: DisclosureProps) {
  const details = useRef<HTMLDetailsElement>(null);
  useLayoutEffect(() => {
    if (open && details.current !== null) details.current.open = true;
  }, [open]);
  return (
    <details ref={details} className={classNames("group", small && "text-sm")}>
      <summary
        className={classNames(
          "inline-flex list-none items-center gap-1 rounded-sm text-link hover:underline touch:min-h-11 [&::-webkit-details-marker]:hidden",
          !small && "font-semibold",
        )}
      >
        <ChevronRight
          aria-hidden
          className={classNames(
            "transition-transform duration-120 group-open:rotate-90",
            small ? "size-3.5" : "size-4",
          )}
        />
        {title}
      </summary>
      {children}
    </details>
  );
}
