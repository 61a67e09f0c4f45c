import { useSearchParams } from "react-router";
import type { AuditFilter } from "#web/api/audit.ts";
import { dayAfter, momentOf } from "#web/format/day.ts";
import { withParameters } from "#web/paths.ts";

/** Audit log filter in the URL; "" means no filter. Both days are inclusive. */
export interface AuditView {
  by: string;
  action: string;
  from: string;
  to: string;
}

/** The filter in the URL, and a function to change it. */
export function useAuditAddress(): [view: AuditView, change: (change: Partial<AuditView>) => void] {
  const [query, setQuery] = useSearchParams();
  const part = (name: keyof AuditView): string => query.get(name) ?? "";
  const view = { by: part("by"), action: part("action"), from: part("from"), to: part("to") };
  const change = (changed: Partial<AuditView>): void =>
    setQuery(
      withParameters(
        Object.fromEntries(Object.entries(changed).map(([name, value]) => [name, value === "" ? null : value])),
      ),
    );
  return [view, change];
}

/** The API query; invalid days are ignored. */
export function filterOf({ by, action, from, to }: AuditView): AuditFilter {
  const start = momentOf(from);
  const end = momentOf(dayAfter(to));
  return {
    ...(by !== "" && { by }),
    ...(action !== "" && { action }),
    ...(start !== "" && { from: start }),
    ...(end !== "" && { to: end }),
  };
}
