import type { ReactNode } from "react";

interface EmptyStateProps {
  icon: ReactNode;
  title: string;
  /** What will appear here, in one sentence. */
  text?: ReactNode;
  /** The next step: a Button, or a link with buttonClass. */
  action?: ReactNode;
}

export function EmptyState({ icon, title, text, action }: EmptyStateProps) {
  return (
    <div className="flex flex-col items-center px-6 py-12 text-center">
      <span
        aria-hidden
        className="inline-flex size-10 items-center justify-center rounded-lg border border-line bg-canvas text-muted [&_svg]:size-5"
      >
        {icon}
      </span>
      <p className="mt-4 text-lg font-semibold">{title}</p>
      {text !== undefined && <p className="mt-1 max-w-md text-pretty text-muted">{text}</p>}
      {action !== undefined && <div className="mt-5">{action}</div>}
    </div>
  );
}
