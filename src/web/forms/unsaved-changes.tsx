import { type ReactNode, useCallback, useRef } from "react";
import { useBeforeUnload, useBlocker } from "react-router";
import { ConfirmDialog } from "#web/ui/confirm-dialog.tsx";

interface UnsavedChanges {
  /** Lets what comes next pass without a question, because what was typed has been saved. */
  release: () => void;
  /** The question; render it anywhere. */
  question: ReactNode;
}

/**
 * Asks before a changed form is left by a link, by Back, by closing a dialog that the address holds, or by closing the
 * window. `isChanged` is React Hook Form's `isDirty`.
 */
export function useUnsavedChanges(isChanged: boolean): UnsavedChanges {
  const mayPass = useRef(false);
  const blocker = useBlocker(useCallback(() => isChanged && !mayPass.current, [isChanged]));
  useBeforeUnload(
    useCallback(
      (event) => {
        if (isChanged) event.preventDefault();
      },
      [isChanged],
    ),
  );
  const release = (): void => {
    mayPass.current = true;
  };
  return {
    release,
    question: (
      <ConfirmDialog
        open={blocker.state === "blocked"}
        onOpenChange={(open) => {
          // The dialog closes after Discard too, and a reset then would hold up the navigation again.
          if (!open && !mayPass.current) blocker.reset?.();
        }}
        title="Discard your changes?"
        description="What you entered has not been saved."
        confirmLabel="Discard"
        onConfirm={() => {
          release();
          blocker.proceed?.();
        }}
      />
    ),
  };
}
