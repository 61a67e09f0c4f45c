import { CircleAlert, X } from "lucide-react";
import { useSyncExternalStore } from "react";
import { Button } from "#web/ui/button.tsx";
import { classNames } from "#web/ui/class-names.ts";
import { IconButton } from "#web/ui/icon-button.tsx";
import { useBarHeight } from "#web/ui/overlays/action-bars.ts";
import {
  dismissToast,
  pauseToasts,
  resumeToasts,
  runToastAction,
  type ShownToast,
  shownToasts,
  subscribeToToasts,
} from "#web/ui/overlays/toast-store.ts";

/**
 * Toasts, the latest at the bottom, above any action bar. Both live regions are always mounted, since screen readers
 * miss one that appears together with its text.
 */
export function Toaster() {
  const shown = useSyncExternalStore(subscribeToToasts, shownToasts);
  const barHeight = useBarHeight();
  const isUrgent = ({ variant }: ShownToast): boolean => variant === "destructive";
  return (
    <section
      data-toaster
      aria-label="Notices"
      style={{ bottom: barHeight }}
      className="pointer-events-none fixed right-20 z-60 flex w-full max-w-sm flex-col pb-4 max-md:inset-x-0 max-md:max-w-none max-md:p-3 md:[body:has([data-companion])_&]:right-[27rem] md:[body:has([data-panel-place])_&]:right-[calc(var(--panel-width)+1rem)] md:[body:has([data-panel-place]):has([data-companion])_&]:right-[calc(var(--panel-width)+27rem)]"
    >
      <div role="alert" aria-live="assertive">
        {shown.filter(isUrgent).map((one) => (
          <Toast key={one.id} toast={one} />
        ))}
      </div>
      <div aria-live="polite">
        {shown
          .filter((one) => !isUrgent(one))
          .map((one) => (
            <Toast key={one.id} toast={one} />
          ))}
      </div>
    </section>
  );
}

function Toast({ toast: { id, title, description, detail, variant, action } }: { toast: ShownToast }) {
  const isDestructive = variant === "destructive";
  const button = action !== undefined && (
    <Button size="small" onClick={() => runToastAction(id)}>
      {action.label}
    </Button>
  );
  return (
    <div
      onPointerEnter={pauseToasts}
      onPointerLeave={({ currentTarget }) => {
        if (!currentTarget.contains(document.activeElement)) resumeToasts();
      }}
      onFocus={pauseToasts}
      onBlur={({ currentTarget, relatedTarget }) => {
        if (!currentTarget.contains(relatedTarget) && !currentTarget.matches(":hover")) resumeToasts();
      }}
      className={classNames(
        "pointer-events-auto mt-2 flex animate-rise items-start gap-3 rounded-lg border bg-raised py-3 pr-2 pl-4 shadow-float",
        isDestructive ? "border-danger" : "border-line",
      )}
    >
      {isDestructive && <CircleAlert aria-hidden className="mt-0.5 size-4 shrink-0 text-danger-ink" />}
      <div className="min-w-0 flex-1 wrap-anywhere">
        <p className={classNames("font-semibold", isDestructive && "text-danger-ink")}>{title}</p>
        {description !== undefined && <p>{description}</p>}
        {detail !== undefined && (
          <>
            <p className="mt-0.5 text-sm text-muted">{detail}</p>
            {/* Next to the text it would leave only a narrow column. */}
            {button && <div className="mt-2">{button}</div>}
          </>
        )}
      </div>
      {detail === undefined && button}
      <IconButton label="Dismiss" icon={<X aria-hidden />} onClick={() => dismissToast(id)} />
    </div>
  );
}
