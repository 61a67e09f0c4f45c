import { useEffect } from "react";

export function useWindowTitle(title: string): void {
  useEffect(() => {
    document.title = title === "Winnow" ? title : `${title} · Winnow`;
  }, [title]);
}
