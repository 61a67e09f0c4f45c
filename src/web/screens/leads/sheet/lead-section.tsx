import { type ReactNode, useId } from "react";

interface LeadSectionProps {
  title: string;
  /** Beside the title, such as a button that edits what is below. */
  action?: ReactNode;
  children: ReactNode;
}

/** One part of the sheet under its heading. */
export function LeadSection({ title, action, children }: LeadSectionProps) {
  const id = useId();
  return (
    <section aria-labelledby={id} className="border-t border-line pt-5">
      <div className="mb-3 flex min-h-8 items-center justify-between gap-3">
        <h3 id={id} className="text-lg font-semibold">
          {title}
        </h3>
        {action}
      </div>
      {children}
    </section>
  );
}
