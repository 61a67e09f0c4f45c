import { useQueryClient } from "@tanstack/react-query";
import { useEffect } from "react";
import { leadQuery } from "#web/api/leads/leads.ts";

/** Prefetches the lead that is likely opened next. */
export function usePrefetchLead(id: string | undefined): void {
  const client = useQueryClient();
  useEffect(() => {
    // A failure is shown when the lead is opened.
    if (id !== undefined) void client.query(leadQuery(id)).catch(() => undefined);
  }, [client, id]);
}
