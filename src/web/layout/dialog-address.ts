import { useCallback } from "react";
import { useLocation, useNavigate, useSearchParams } from "react-router";

/** What the open dialog of a screen is about: a new thing, or the thing with this id. */
export type DialogSubject = "new" | { id: string };

/** The part of an address that opens a dialog: "?new" or "?edit=7". */
function dialogQuery(subject: DialogSubject): string {
  return subject === "new" ? "?new" : `?edit=${encodeURIComponent(subject.id)}`;
}

/**
 * The create and edit dialog of a screen, held by the address: a link opens it, Back closes it. Null while none is open.
 * `close` goes back to where the dialog was opened, or, after following a link, to the screen without it.
 */
export function useDialogAddress(): {
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
  return { subject: isNew ? "new" : id === null ? null : { id }, open, close };
}

function isOpenedHere(state: unknown): boolean {
  return typeof state === "object" && state !== null && "openedHere" in state;
}
