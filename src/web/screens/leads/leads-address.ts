import { useLocation, useNavigate, useParams } from "react-router";
import { useMay } from "#web/api/use-may.ts";
import { paths } from "#web/paths.ts";

/** URL modes besides the list and the open lead: "?new", and "?review" to step through leads. */
type Mode = "new" | "review";

/** "?import" opens the file choice, "?import=7" that import. */
export const IMPORT_PARAMETER = "import";

/** "?duplicates" lists possible duplicates, "?duplicates=7.9" compares two. */
export const DUPLICATES_PARAMETER = "duplicates";

/** Router state for anything opened over the list, so that closing it goes back instead of forward. */
export const OPENED_HERE = { openedHere: true };

export interface LeadsAddress {
  /** The open lead, in a sheet over the list or a panel next to it. */
  leadId: string | undefined;
  dialog: "new" | undefined;
  /** Steps through leads to review; without a lead, before the first or after the last. */
  isReview: boolean;
  /** Query string with the list's filters only. */
  search: string;
  /** Replaces a lead that is already open; Back still leads to the list. */
  openLead: (id: string) => void;
  /** Replaces the open dialog or lead with another lead, or in a review with none; Back still leads to the list. */
  stepTo: (id: string | null) => void;
  closeLead: () => void;
  openDialog: (dialog: "new") => void;
  closeDialog: () => void;
}

/** What is open over the list, stored in the URL: Back closes it, and links open it. */
export function useLeadsAddress(): LeadsAddress {
  const { leadId } = useParams();
  const location = useLocation();
  const navigate = useNavigate();
  const query = new URLSearchParams(location.search);
  const search = queryText(query, null);
  const mayDecide = useMay("work");
  const mayAdd = useMay("intake");
  const isReview = mayDecide && query.has("review");
  // May come from another page or an older version of this one.
  const state: unknown = location.state;

  const push = (to: string): void => void navigate(to, { state: OPENED_HERE });
  const leave = (to: string): void => {
    if (wasOpenedHere(state)) void navigate(-1);
    else void navigate(to, { replace: true });
  };
  const stepTo = (id: string | null): void => {
    const rest = queryText(query, isReview ? "review" : null);
    void navigate(id === null ? `${paths.leads()}${rest}` : paths.lead(id, rest), { replace: true, state });
  };
  return {
    leadId,
    dialog: mayAdd && query.has("new") ? "new" : undefined,
    isReview,
    search,
    openLead: (id) => (leadId === undefined ? push(paths.lead(id, search)) : stepTo(id)),
    stepTo,
    closeLead: () => leave(`${paths.leads()}${search}`),
    openDialog: (dialog) => push(`${location.pathname}${queryText(query, dialog)}`),
    closeDialog: () => leave(`${location.pathname}${search}`),
  };
}

function wasOpenedHere(state: unknown): boolean {
  return typeof state === "object" && state !== null && "openedHere" in state && state.openedHere === true;
}

function queryText(query: URLSearchParams, mode: Mode | null): string {
  const next = new URLSearchParams(query);
  for (const name of ["new", "review", IMPORT_PARAMETER, DUPLICATES_PARAMETER]) next.delete(name);
  if (mode !== null) next.set(mode, "");
  const text = next.toString();
  return text === "" ? "" : `?${text}`;
}
