import { useCallback, useSyncExternalStore } from "react";
import { LIMITS } from "#shared/limits.ts";

/** Whether a media query holds now, kept up to date. */
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

/** Whether the window is as wide as this breakpoint of the styles. */
export function useIsAtLeast(breakpoint: "lg" | "xl"): boolean {
  return useMedia(`(width >= ${breakpoint === "lg" ? "64rem" : "80rem"})`);
}

/** Under 768 px, where the sidebar is a drawer and tables are cards. */
export function useIsNarrow(): boolean {
  return useMedia(`(width < ${LIMITS.breakpoint.mobile}px)`);
}

/** Whether a finger does the pointing, so that targets are 44 px. */
export function useIsTouch(): boolean {
  return useMedia("(pointer: coarse)");
}
