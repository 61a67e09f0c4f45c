import { type ReactNode, useId } from "react";
import { anchorOf } from "#web/format/anchor.ts";
import { classNames } from "#web/ui/class-names.ts";

interface CardProps {
  title?: ReactNode;
  description?: ReactNode;
  actions?: ReactNode;
  /** No padding, for tables and lists with their own. */
  flush?: boolean;
  /** Its height isn't known while it loads: what follows appears with it instead of moving. */
  unsized?: boolean;
  className?: string;
  children: ReactNode;
}

/** A bordered section of a screen. With a title it is a region of that name, which a URL's hash can point at. */
export function Card({ title, description, actions, flush = false, unsized = false, className, children }: CardProps) {
  const id = useId();
  const hasHeading = title !== undefined;
  return (
    <section
      data-unsized={unsized || undefined}
      id={typeof title === "string" ? anchorOf(title) : undefined}
      aria-labelledby={hasHeading ? id : undefined}
      className={classNames(
        "min-w-0 rounded-lg border border-line bg-surface",
        flush && "overflow-clip",
        "scroll-mt-6 outline-none",
        className,
      )}
    >
      {hasHeading && (
        <div className="flex flex-wrap items-center gap-x-3 gap-y-2 px-5 pt-4 pb-3 max-md:px-4">
          <div className="min-w-28 flex-1">
            <h2 id={id} className="text-lg font-semibold">
              {title}
            </h2>
            {description !== undefined && <p className="text-sm text-muted">{description}</p>}
          </div>
          {actions}
        </div>
      )}
      <div className={flush ? undefined : classNames("px-5 pb-5 max-md:px-4", !hasHeading && "pt-5")}>{children}</div>
    </section>
  );
}
