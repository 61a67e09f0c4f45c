import type { ReactNode } from "react";
import { classNames } from "#web/ui/class-names.ts";
import { useIsNarrow } from "#web/ui/media.ts";
import { useActionBar } from "#web/ui/overlays/action-bars.ts";

// Wraps: on a phone nothing else shows a long name in full.
export const TITLE_CLASS = "line-clamp-3 text-left text-xl font-semibold wrap-anywhere";
export const DESCRIPTION_CLASS = "truncate text-left text-muted";

export interface SheetParts {
  title: string;
  description?: ReactNode;
  /** Next to the title, before the close button. */
  actions?: ReactNode;
  /** Stays below the title while the body scrolls; on phones at the bottom, within reach of the thumb. */
  toolbar?: ReactNode;
  /** Stays at the bottom while the body scrolls. */
  footer?: ReactNode;
  children: ReactNode;
}

interface SheetFrameProps extends Omit<SheetParts, "title" | "description"> {
  /** Title and description. */
  heading: ReactNode;
  closeButton: ReactNode;
}

/** The inside of a sheet or panel: header, toolbar, scrolling body, footer. */
export function SheetFrame({ heading, closeButton, actions, toolbar, footer, children }: SheetFrameProps) {
  const isNarrow = useIsNarrow();
  const bottom = footer ?? (isNarrow ? toolbar : undefined);
  return (
    <>
      <header
        className={classNames(
          "flex items-start gap-2 border-b border-line py-3 pr-3 pl-6 max-md:pl-4",
          actions !== undefined && "max-md:flex-wrap max-md:justify-end max-md:gap-y-0 max-md:pt-1",
        )}
      >
        {/* On phones the title has its own line below the buttons. */}
        <div
          className={classNames(
            "min-w-0 flex-1 py-0.5",
            actions !== undefined && "max-md:order-last max-md:basis-full",
          )}
        >
          {heading}
        </div>
        {actions}
        {closeButton}
      </header>
      {toolbar !== undefined && !isNarrow && (
        <div className="flex flex-wrap items-center gap-2 border-b border-line px-6 py-3">{toolbar}</div>
      )}
      <div className="relative min-h-0 flex-1 overflow-y-auto px-6 py-5 max-md:px-4">{children}</div>
      {bottom !== undefined && <Footer>{bottom}</Footer>}
    </>
  );
}

function Footer({ children }: { children: ReactNode }) {
  const ref = useActionBar();
  return (
    <footer
      ref={ref}
      className="flex flex-wrap items-center gap-2 border-t border-line px-6 py-3 max-md:px-4 max-[22.5rem]:gap-1"
    >
      {children}
    </footer>
  );
}
