import { useEffect, useEffectEvent } from "react";

/**
 * Escape inside of `element` does `act`, and nothing to the sheet around it, which listens at the document before any
 * element does.
 */
export function useOwnEscape(element: { current: HTMLElement | null }, act: () => void, enabled = true): void {
  const onKey = useEffectEvent((event: KeyboardEvent) => {
    if (event.key !== "Escape" || event.isComposing) return;
    if (!(event.target instanceof Node) || !element.current?.contains(event.target)) return;
    event.preventDefault();
    act();
  });
  useEffect(() => {
    if (!enabled) return undefined;
    const listener = (event: KeyboardEvent): void => onKey(event);
    addEventListener("keydown", listener, { capture: true });
    return () => removeEventListener("keydown", listener, { capture: true });
  }, [enabled]);
}
