import { ChevronRight } from "lucide-react";
import type { ReactNode } from "react";

interface DisclosureProps {
  title: string;
  /** Initially open. */
  open?: boolean;
  children: ReactNode;
}

/** Collapsible details that most users don't need. */
export function Disclosure({ title, open = false, children }: DisclosureProps) {
  return (
    <details open={open} className="group">
      <summary className="inline-flex list-none items-center gap-1 rounded-sm font-semibold text-link hover:underline touch:min-h-11 [&::-webkit-details-marker]:hidden">
        <ChevronRight aria-hidden className="size-4 transition-transform duration-120 group-open:rotate-90" />
        {title}
      </summary>
      {children}
    </details>
  );
}
