import { CircleAlert, X } from "lucide-react";
import { useSyncExternalStore } from "react";
import { Button } from "#web/ui/button.tsx";
import { classNames } from "#web/ui/class-names.ts";
import { IconButton } from "#web/ui/icon-button.tsx";
import {
  dismissToast,
  pauseToast,
  resumeToast,
  runToastAction,
  type ShownToast,
  shownToast,
  subscribeToToasts,
} from "#web/ui/toast-store.ts";

/** Where notices appear. The two live regions are always there, because one that comes with its text stays unheard. */
export function Toaster() {
  const shown = useSyncExternalStore(subscribeToToasts, shownToast);
  const isUrgent = shown?.variant === "destructive";
  return (
    <section
      data-toaster
      aria-label="Notices"
      className="pointer-events-none fixed right-20 bottom-4 z-60 flex w-full max-w-sm flex-col max-md:inset-x-0 max-md:bottom-0 max-md:max-w-none max-md:p-3 md:[body:has([data-companion])_&]:right-[27rem] md:[body:has([data-floating-bar])_&]:bottom-20 max-md:[body:has([data-floating-bar])_&]:bottom-30"
    >
      <div aria-live="polite">{shown !== null && !isUrgent && <Toast key={shown.id} toast={shown} />}</div>
      <div role="alert" aria-live="assertive">
        {shown !== null && isUrgent && <Toast key={shown.id} toast={shown} />}
      </div>
    </section>
  );
}

function Toast({ toast: { title, description, detail, variant, action } }: { toast: ShownToast }) {
  const isDestructive = variant === "destructive";
  const button = action !== undefined && (
    <Button size="small" onClick={runToastAction}>
      {action.label}
    </Button>
  );
  return (
    <div
      onPointerEnter={pauseToast}
      onPointerLeave={({ currentTarget }) => {
        if (!currentTarget.contains(document.activeElement)) resumeToast();
      }}
      onFocus={pauseToast}
      onBlur={({ currentTarget, relatedTarget }) => {
        if (!currentTarget.contains(relatedTarget) && !currentTarget.matches(":hover")) resumeToast();
      }}
      className={classNames(
        "pointer-events-auto flex animate-rise items-start gap-3 rounded-lg border bg-raised py-3 pr-2 pl-4 shadow-float",
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
            {/* Beside a sentence it would leave that a narrow column. */}
            {button && <div className="mt-2">{button}</div>}
          </>
        )}
      </div>
      {detail === undefined && button}
      <IconButton label="Dismiss" icon={<X aria-hidden />} onClick={dismissToast} />
    </div>
  );
}
