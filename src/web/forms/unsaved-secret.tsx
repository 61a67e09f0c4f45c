import { type ReactNode, useCallback, useRef } from "react";
import { type BlockerFunction, useBeforeUnload, useBlocker } from "react-router";
import { ConfirmDialog } from "#web/ui/overlays/confirm-dialog.tsx";

interface UnsavedSecret {
  /** Allows navigation without asking, after saving. */
  release: () => void;
  /** The confirmation dialog; render it anywhere. */
  question: ReactNode;
}

/**
 * Asks before leaving a form with a secret, which no draft holds, and before closing the window of a changed form,
 * since drafts end with the tab.
 */
export function useUnsavedSecret(hasSecret: boolean, isChanged: boolean): UnsavedSecret {
  const mayPass = useRef(false);
  const blocker = useBlocker(
    useCallback<BlockerFunction>(
      // A new "#" part only scrolls.
      ({ currentLocation: from, nextLocation: to }) =>
        hasSecret && !mayPass.current && `${from.pathname}${from.search}` !== `${to.pathname}${to.search}`,
      [hasSecret],
    ),
  );
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
          // The dialog also closes after Leave, where a reset would block the navigation again.
          if (!open && !mayPass.current) blocker.reset?.();
        }}
        title="Leave without saving?"
        description="Passwords and keys aren't kept. Your other changes are."
        confirmLabel="Leave"
        onConfirm={() => {
          release();
          blocker.proceed?.();
        }}
      />
    ),
  };
}
