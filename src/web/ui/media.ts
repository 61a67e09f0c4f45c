import { useCallback, useSyncExternalStore } from "react";
import { LIMITS } from "#shared/limits.ts";

/** Whether a media query matches, updated live. */
function useMedia(query: string): boolean {
  const subscribe = useCallback(
    (listener: () => void) => {
      const media = matchMedia(query);
      media.addEventListener("change", listener);
      return () => media.removeEventListener("change", listener);
    },
    [query],
  );
  return useSyncExternalStore(subscribe, () => matchMedia(query).matches);
}

/** Whether the window is at least as wide as the breakpoint. */
export function useIsAtLeast(breakpoint: "lg" | "xl"): boolean {
  return useMedia(`(width >= ${breakpoint === "lg" ? "64rem" : "80rem"})`);
}

/** Below 768 px, where the sidebar is a drawer and tables are cards. */
export function useIsNarrow(): boolean {
  return useMedia(`(width < ${LIMITS.breakpoint.mobile}px)`);
}

/** From 1,100 px, where an item opens next to its list instead of over it. */
export function useHasPanelRoom(): boolean {
  return useMedia(`(width >= ${LIMITS.breakpoint.panel}px)`);
}

/** On touch devices, targets are 44 px. */
export function useIsTouch(): boolean {
  return useMedia("(pointer: coarse)");
}
