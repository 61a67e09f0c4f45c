import { useSearchParams } from "react-router";
import { withParameters } from "#web/paths.ts";
import { useMay } from "#web/api/use-may.ts";
import { IMPORT_PARAMETER } from "#web/screens/leads/leads-address.ts";

export interface ImportAddress {
  /** The open import, "" for the file choice, null while closed. */
  shown: string | null;
  /** Opens an import, or with "" the file choice. After the choice, Back still leads to the list. */
  open: (id: string) => void;
  close: () => void;
}

/** The open import, stored in the URL. */
export function useImportAddress(): ImportAddress {
  const [query, setQuery] = useSearchParams();
  const mayImport = useMay("intake");
  const shown = mayImport ? query.get(IMPORT_PARAMETER) : null;
  const set = (id: string | null): void =>
    setQuery(withParameters({ [IMPORT_PARAMETER]: id }), { replace: shown !== null });
  return { shown, open: set, close: () => set(null) };
}
