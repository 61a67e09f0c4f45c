import { type ReactNode, useId } from "react";

interface LeadSectionProps {
  title: string;
  /** Next to the title, such as an edit button. */
  action?: ReactNode;
  children: ReactNode;
}

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
