import { useSearchParams } from "react-router";
import type { EmailVerdict } from "#shared/contract/mailbox.ts";

export type EmailFilter = "all" | "review" | "leads" | "not-leads";

/** The verdict each filter lists; null lists all. */
export const VERDICT_OF: Record<EmailFilter, EmailVerdict | null> = {
  all: null,
  review: "review",
  leads: "lead",
  "not-leads": "not_lead",
};

/** The message filter, stored in the URL as "?show=review". Unknown values show all. */
export function useEmailFilter(): [filter: EmailFilter, setFilter: (filter: EmailFilter) => void] {
  const [query, setQuery] = useSearchParams();
  const asked = query.get("show");
  const setFilter = (filter: EmailFilter): void =>
    setQuery((before) => {
      const next = new URLSearchParams(before);
      if (filter === "all") next.delete("show");
      else next.set("show", filter);
      return next;
    });
  return [asked !== null && isFilter(asked) ? asked : "all", setFilter];
}

function isFilter(text: string): text is EmailFilter {
  return Object.hasOwn(VERDICT_OF, text);
}
