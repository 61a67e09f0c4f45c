import { useCallback } from "react";
import { useSearchParams } from "react-router";
import { withParameters } from "#web/paths.ts";

/**
 * A screen's open tab, stored in the URL as "?tab=forms", so that it can be shared and Back works. Without the
 * parameter, or with an unknown one, the first tab is open.
 */
export function useTabAddress<T extends string>(tabs: readonly [T, ...T[]]): [tab: T, open: (tab: string) => void] {
  const [query, setQuery] = useSearchParams();
  const [first] = tabs;
  const asked = query.get("tab");
  const open = useCallback(
    (tab: string) => setQuery(withParameters({ tab: tab === first ? null : tab })),
    [first, setQuery],
  );
  return [tabs.find((tab) => tab === asked) ?? first, open];
}
