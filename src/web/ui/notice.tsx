import { CircleAlert, CircleCheck, Info } from "lucide-react";
import type { ReactNode } from "react";
import { classNames } from "#web/ui/class-names.ts";

const LOOKS = {
  info: { Icon: Info, className: "bg-accent-soft text-ink [&>svg]:text-link" },
  success: { Icon: CircleCheck, className: "bg-success-soft text-ink [&>svg]:text-success-ink" },
  danger: { Icon: CircleAlert, className: "bg-danger-soft text-ink [&>svg]:text-danger-ink" },
} as const;

interface NoticeProps {
  tone?: keyof typeof LOOKS;
  title?: string;
  /** Announced when it appears, such as a test result. */
  live?: boolean;
  children?: ReactNode;
}

/** A persistent message in the page, such as a connection test's result. */
export function Notice({ tone = "info", title, live = false, children }: NoticeProps) {
  const { Icon, className } = LOOKS[tone];
  return (
    <div role={live ? "status" : undefined} className={classNames("flex gap-2.5 rounded-md px-3 py-2.5", className)}>
      <Icon aria-hidden className="mt-0.5 size-4 shrink-0" />
      <div className="min-w-0 flex-1 wrap-anywhere">
        {title !== undefined && <p className="font-semibold">{title}</p>}
        {children}
      </div>
    </div>
  );
}
