import { useSearchParams } from "react-router";
import type { AuditFilter } from "#web/api/audit.ts";
import { dayAfter, momentOf } from "#web/format/day.ts";

/** Audit log filter in the URL; "" means no filter. Both days are inclusive. */
export interface AuditView {
  by: string;
  action: string;
  from: string;
  to: string;
}

const PARTS = ["by", "action", "from", "to"] as const satisfies (keyof AuditView)[];

/** The filter in the URL, and a function to change it. */
export function useAuditAddress(): [view: AuditView, change: (change: Partial<AuditView>) => void] {
  const [query, setQuery] = useSearchParams();
  const part = (name: keyof AuditView): string => query.get(name) ?? "";
  const view = { by: part("by"), action: part("action"), from: part("from"), to: part("to") };
  const change = (changed: Partial<AuditView>): void =>
    setQuery((before) => {
      const next = new URLSearchParams(before);
      for (const name of PARTS) {
        const value = changed[name];
        if (value === "") next.delete(name);
        else if (value !== undefined) next.set(name, value);
      }
      return next;
    });
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
