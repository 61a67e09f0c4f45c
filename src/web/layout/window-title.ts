import { useEffect } from "react";

/** Names the window after the screen. */
export function useWindowTitle(title: string): void {
  useEffect(() => {
    document.title = title === "Winnow" ? title : `${title} · Winnow`;
  }, [title]);
}
