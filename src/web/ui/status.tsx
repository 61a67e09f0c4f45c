import { classNames } from "#web/ui/class-names.ts";

export type StatusTone = "success" | "warning" | "danger" | "neutral" | "accent";

const DOTS: Record<StatusTone, string> = {
  success: "bg-success forced-colors:bg-[CanvasText]",
  warning: "bg-warning forced-colors:bg-[CanvasText]",
  danger: "bg-danger forced-colors:bg-[CanvasText]",
  neutral: "border-2 border-neutral",
  accent: "bg-link forced-colors:bg-[CanvasText]",
};

/** A dot plus a word: color alone never carries meaning. */
export function Status({ tone, children }: { tone: StatusTone; children: string }) {
  return (
    <span className="inline-flex items-center gap-2 whitespace-nowrap">
      <span aria-hidden className={classNames("size-2 shrink-0 rounded-full", DOTS[tone])} />
      {children}
    </span>
  );
}

/** Active or Inactive, for rules, sources and targets. */
export function ActiveStatus({ isActive }: { isActive: boolean | null | undefined }) {
  return <Status tone={isActive ? "success" : "neutral"}>{isActive ? "Active" : "Inactive"}</Status>;
}
