import { useCallback, useEffect } from "react";
import { useLocation, useNavigate, useSearchParams } from "react-router";
import type { Permission } from "#shared/roles.ts";
import { useMay } from "#web/api/use-may.ts";
import { useLastShown } from "#web/ui/last-shown.ts";
import { toast } from "#web/ui/toast-store.ts";

/** What the open dialog of a screen is about: a new thing, or the thing with this id. */
export type DialogSubject = "new" | { id: string };

/** The part of an address that opens a dialog: "?new" or "?edit=7". */
function dialogQuery(subject: DialogSubject): string {
  return subject === "new" ? "?new" : `?edit=${encodeURIComponent(subject.id)}`;
}

/**
 * The create and edit dialog of a screen, held by the address: a link opens it, Back closes it. Null while none is open.
 * `close` goes back to where the dialog was opened, or, after following a link, to the screen without it. Stays closed
 * for those who lack the permission that the dialog's act needs.
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
 * The thing that an open dialog is about, null while none is open. One that somebody else deletes meanwhile stays until
 * the dialog is closed, so that nothing typed vanishes; of a link to one that is gone it says so and calls `close`.
 */
export function useDialogThing<T extends { id: string }>(
  subject: DialogSubject | null,
  things: readonly T[],
  close: () => void,
): "new" | T | null {
  const id = subject === null || subject === "new" ? null : subject.id;
  const found = things.find((thing) => thing.id === id) ?? null;
  const last = useLastShown(found);
  const isGone = id !== null && last?.id !== id;
  useEffect(() => {
    if (!isGone) return;
    close();
    toast.error("What the link leads to is not there", "It may have been deleted. Choose another one.");
  }, [isGone, close]);
  if (subject === "new") return "new";
  return id !== null && last?.id === id ? last : null;
}

function isOpenedHere(state: unknown): boolean {
  return typeof state === "object" && state !== null && "openedHere" in state;
}
