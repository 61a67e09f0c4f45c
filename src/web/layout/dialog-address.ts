import { useCallback, useEffect } from "react";
import { useLocation, useNavigate, useSearchParams } from "react-router";
import type { Permission } from "#shared/roles.ts";
import { useMay } from "#web/api/use-may.ts";
import { useLastShown } from "#web/ui/overlays/last-shown.ts";
import { toast } from "#web/ui/overlays/toast-store.ts";

/** What a screen's dialog edits: a new item, or the item with this id. */
export type DialogSubject = "new" | { id: string };

/** Query string that opens a dialog: "?new" or "?edit=7". */
function dialogQuery(subject: DialogSubject): string {
  return subject === "new" ? "?new" : `?edit=${encodeURIComponent(subject.id)}`;
}

/**
 * A screen's create and edit dialog, stored in the URL: links open it, Back closes it. Null while closed. `close` goes
 * back to where it was opened, or after following a link, to the screen without it. Stays closed without the
 * permission.
 */
export function useDialogAddress(permission: Permission): {
  subject: DialogSubject | null;
  open: (subject: DialogSubject) => void;
  close: () => void;
} {
  const [query] = useSearchParams();
  const navigate = useNavigate();
  const location = useLocation();
  const { pathname } = location;
  const id = query.get("edit");
  const isNew = query.has("new");
  const wasOpenedHere = isOpenedHere(location.state);

  const open = useCallback(
    (subject: DialogSubject) => void navigate(dialogQuery(subject), { state: { openedHere: true } }),
    [navigate],
  );
  const close = useCallback(
    () => void (wasOpenedHere ? navigate(-1) : navigate(pathname, { replace: true })),
    [navigate, pathname, wasOpenedHere],
  );
  const mayOpen = useMay(permission);
  return { subject: !mayOpen ? null : isNew ? "new" : id === null ? null : { id }, open, close };
}

/**
 * Whether a dialog is open, and for which item; it stays while the dialog closes. An item deleted by someone else
 * stays until the dialog closes, so that no input is lost; a link to a deleted item shows a message and calls `close`.
 */
export function useDialogThing<T extends { id: string }>(
  subject: DialogSubject | null,
  things: readonly T[],
  close: () => void,
): { isOpen: boolean; shown: "new" | T | null } {
  const id = subject === null || subject === "new" ? null : subject.id;
  const found = things.find((thing) => thing.id === id) ?? null;
  const last = useLastShown(found);
  const isGone = id !== null && last?.id !== id;
  useEffect(() => {
    if (!isGone) return;
    close();
    toast.error("Item not found", "It may have been deleted.");
  }, [isGone, close]);
  const asked = subject === "new" ? "new" : id !== null && last?.id === id ? last : null;
  const shown = useLastShown(asked);
  return { isOpen: asked !== null, shown };
}

function isOpenedHere(state: unknown): boolean {
  return typeof state === "object" && state !== null && "openedHere" in state;
}
