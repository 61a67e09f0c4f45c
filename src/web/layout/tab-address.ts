import { useCallback } from "react";
import { useSearchParams } from "react-router";

/**
 * A screen's open tab, stored in the URL as "?tab=forms", so that it can be shared and Back works. Without the
 * parameter, or with an unknown one, the first tab is open.
 */
export function useTabAddress<T extends string>(tabs: readonly [T, ...T[]]): [tab: T, open: (tab: string) => void] {
  const [query, setQuery] = useSearchParams();
  const [first] = tabs;
  const asked = query.get("tab");
  const open = useCallback(
    (tab: string) =>
      setQuery((before) => {
        const next = new URLSearchParams(before);
        if (tab === first) next.delete("tab");
        else next.set("tab", tab);
        return next;
      }),
    [first, setQuery],
  );
  return [tabs.find((tab) => tab === asked) ?? first, open];
}
