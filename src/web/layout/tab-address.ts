import { useCallback } from "react";
import { useSearchParams } from "react-router";

/**
 * The open tab of a screen, held by the address as "?tab=forms", so that a link can be shared and Back returns. The first
 * tab is the one without a parameter; an unknown name opens it too.
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
