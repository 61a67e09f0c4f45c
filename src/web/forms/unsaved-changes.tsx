import { type ReactNode, useCallback, useRef } from "react";
import { type BlockerFunction, type Location, useBeforeUnload, useBlocker } from "react-router";
import { ConfirmDialog } from "#web/ui/overlays/confirm-dialog.tsx";

interface UnsavedChanges {
  /** Allows navigation without asking, after saving. */
  release: () => void;
  /** The confirmation dialog; render it anywhere. */
  question: ReactNode;
}

interface Options {
  /** Navigation that keeps the form open; a stable function. */
  keepsOpen?: (from: Location, to: Location) => boolean;
}

const never = (): boolean => false;

/**
 * Asks before leaving a changed form through a link, Back, closing a dialog in the URL, or closing the window.
 * `isChanged` is React Hook Form's `isDirty`.
 */
export function useUnsavedChanges(isChanged: boolean, { keepsOpen = never }: Options = {}): UnsavedChanges {
  const mayPass = useRef(false);
  const blocker = useBlocker(
    useCallback<BlockerFunction>(
      // A new "#" part only scrolls.
      ({ currentLocation: from, nextLocation: to }) =>
        isChanged &&
        !mayPass.current &&
        !keepsOpen(from, to) &&
        `${from.pathname}${from.search}` !== `${to.pathname}${to.search}`,
      [isChanged, keepsOpen],
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
          // The dialog also closes after Discard, where a reset would block the navigation again.
          if (!open && !mayPass.current) blocker.reset?.();
        }}
        title="Discard your changes?"
        description="Your changes haven't been saved."
        confirmLabel="Discard"
        onConfirm={() => {
          release();
          blocker.proceed?.();
        }}
      />
    ),
  };
}
