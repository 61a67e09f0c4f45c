import { type RefCallback, useCallback, useState } from "react";

interface Size {
  width: number;
  height: number;
}

/** An element's size in whole pixels, updated live; both 0 before it is mounted. */
export function useSize(): [RefCallback<Element>, Size] {
  const [size, setSize] = useState<Size>({ width: 0, height: 0 });
  const follow = useCallback((element: Element | null) => {
    if (element === null) return undefined;
    const observer = new ResizeObserver(([entry]) => {
      if (entry === undefined) return;
      const { width, height } = entry.contentRect;
      setSize({ width: Math.floor(width), height: Math.floor(height) });
    });
    observer.observe(element);
    return () => observer.disconnect();
  }, []);
  return [follow, size];
}
