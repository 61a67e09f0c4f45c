import { useEffect, useEffectEvent } from "react";

/** Handles Escape inside `element` without closing the sheet, which listens on the document before any element does. */
export function useOwnEscape(element: { current: HTMLElement | null }, onEscape: () => void): void {
  const onKey = useEffectEvent((event: KeyboardEvent) => {
    if (event.key !== "Escape" || event.isComposing) return;
    if (!(event.target instanceof Node) || !element.current?.contains(event.target)) return;
    event.preventDefault();
    onEscape();
  });
  useEffect(() => {
    const listener = (event: KeyboardEvent): void => onKey(event);
    addEventListener("keydown", listener, { capture: true });
    return () => removeEventListener("keydown", listener, { capture: true });
  }, []);
}
