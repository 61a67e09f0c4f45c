import { useSearchParams } from "react-router";
import { useMay } from "#web/api/use-may.ts";
import { IMPORT_PARAMETER } from "#web/screens/leads/leads-address.ts";

export interface ImportAddress {
  /** The import that is open, "" where a file is to be chosen, null while nothing is. */
  shown: string | null;
  /** Opens an import, or with "" the choice of a file. Going on from the choice leaves Back leading to the list. */
  open: (id: string) => void;
  close: () => void;
}

/** Which import is open over the list, as the address holds it. */
export function useImportAddress(): ImportAddress {
  const [query, setQuery] = useSearchParams();
  const mayImport = useMay("intake");
  const shown = mayImport ? query.get(IMPORT_PARAMETER) : null;
  const set = (id: string | null): void =>
    setQuery(
      (before) => {
        const next = new URLSearchParams(before);
        if (id === null) next.delete(IMPORT_PARAMETER);
        else next.set(IMPORT_PARAMETER, id);
        return next;
      },
      { replace: shown !== null },
    );
  return { shown, open: set, close: () => set(null) };
}
