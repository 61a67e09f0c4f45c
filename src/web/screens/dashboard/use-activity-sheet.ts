import { useLocation, useNavigate, useSearchParams } from "react-router";

/** The sheet with all activity, open while the URL has `?activity=all`. */
export function useActivitySheet(): { isOpen: boolean; close: () => void } {
  const [search, setSearch] = useSearchParams();
  const navigate = useNavigate();
  const state: unknown = useLocation().state;
  return {
    isOpen: search.get("activity") === "all",
    close: () => {
      // If opened from the dashboard, go back there; after following a link there is no page to go back to.
      if (wasOpenedHere(state)) void navigate(-1);
      else setSearch({}, { replace: true, preventScrollReset: true });
    },
  };
}

function wasOpenedHere(state: unknown): boolean {
  return typeof state === "object" && state !== null && "openedHere" in state;
}
