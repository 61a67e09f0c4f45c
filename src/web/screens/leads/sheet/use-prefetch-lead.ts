import { useQueryClient } from "@tanstack/react-query";
import { useEffect } from "react";
import { leadQuery } from "#web/api/leads.ts";

/** Reads a lead ahead of the press that will show it. */
export function usePrefetchLead(id: string | undefined): void {
  const client = useQueryClient();
  useEffect(() => {
    // A failure shows when the lead is opened.
    if (id !== undefined) void client.query(leadQuery(id)).catch(() => undefined);
  }, [client, id]);
}
