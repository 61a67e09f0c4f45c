import { useSearchParams } from "react-router";
import { withParameters } from "#web/paths.ts";
import { useMay } from "#web/api/use-may.ts";
import { DUPLICATES_PARAMETER } from "#web/screens/leads/leads-address.ts";

/** The lead that stays in a merge, and the one that goes. */
export interface ComparedIds {
  id: string;
  otherId: string;
}

export interface DuplicatesAddress {
  /** The compared pair, "list" for the list, null while closed. */
  shown: ComparedIds | "list" | null;
  /** Moves between pairs; Back leads to where it was opened. */
  open: (shown: ComparedIds | "list") => void;
  close: () => void;
}

/** The open duplicates, stored in the URL: "?duplicates", "?duplicates=12.34". */
export function useDuplicatesAddress(): DuplicatesAddress {
  const [query, setQuery] = useSearchParams();
  const mayMerge = useMay("work");
  const held = mayMerge ? query.get(DUPLICATES_PARAMETER) : null;
  const set = (value: string | null): void =>
    setQuery(withParameters({ [DUPLICATES_PARAMETER]: value }), { replace: held !== null && held !== "" });
  return {
    shown: held === null ? null : (idsOf(held) ?? "list"),
    open: (shown) => set(shown === "list" ? "" : `${shown.id}.${shown.otherId}`),
    close: () => set(null),
  };
}

function idsOf(held: string): ComparedIds | null {
  const [id = "", otherId = "", ...more] = held.split(".");
  return id === "" || otherId === "" || more.length > 0 ? null : { id, otherId };
}
