import { ChevronRight } from "lucide-react";
import { type ReactNode, useEffect, useRef } from "react";
import { useLocation, useNavigate } from "react-router";
import { cardNamed } from "#web/layout/card-address.ts";

const ID = "advanced";

interface AdvancedProps {
  /** What is inside, for the summary: "Lead limits, backup". */
  contents: string;
  /** Changes with every failed submit that has an error inside; 0 without one. */
  failedAt?: number;
  children: ReactNode;
}

/**
 * The collapsed part of a screen. It opens for "#advanced", for a link to anything in it and for an error in it, and
 * stores its state in the URL.
 */
export function Advanced({ contents, failedAt = 0, children }: AdvancedProps) {
  const location = useLocation();
  const navigate = useNavigate();
  const details = useRef<HTMLDetailsElement>(null);

  useEffect(() => {
    const box = details.current;
    const part = cardNamed(location.hash);
    if (box === null || part === null || !box.contains(part) || (box.open && part === box)) return;
    box.open = true;
    part.scrollIntoView({ block: "start" });
    part.focus({ preventScroll: true });
  }, [location]);

  useEffect(() => {
    const box = details.current;
    if (box === null || failedAt === 0) return;
    box.open = true;
    // The form couldn't focus the field while it was hidden.
    const first = box.closest("form")?.querySelector<HTMLElement>("[aria-invalid=true]");
    if (first && box.contains(first)) first.focus();
  }, [failedAt]);

  const store = (isOpen: boolean): void => {
    // A hash would move the focus away from the first invalid field, which may be above.
    if (isOpen && failedAt > 0) return;
    const isNamed = details.current?.contains(cardNamed(location.hash)) === true;
    if (isOpen === isNamed) return;
    void navigate(
      { pathname: location.pathname, search: location.search, hash: isOpen ? ID : "" },
      { replace: true, preventScrollReset: true, state: location.state as unknown },
    );
  };
  return (
    <details
      id={ID}
      ref={details}
      tabIndex={-1}
      className="group scroll-mt-6 outline-none"
      onToggle={({ currentTarget, target }) => target === currentTarget && store(currentTarget.open)}
    >
      <summary className="flex list-none flex-wrap items-center gap-x-2 rounded-lg border border-line bg-surface px-5 py-3 hover:bg-canvas max-md:px-4 touch:min-h-11 [&::-webkit-details-marker]:hidden">
        <ChevronRight aria-hidden className="size-4 transition-transform duration-120 group-open:rotate-90" />
        <h2 className="text-lg font-semibold">Advanced</h2>
        <span className="text-sm text-muted max-sm:hidden">{contents}</span>
      </summary>
      <div className="mt-6 flex flex-col gap-6 max-md:mt-4 max-md:gap-4">{children}</div>
    </details>
  );
}
