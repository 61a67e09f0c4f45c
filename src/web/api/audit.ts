import { infiniteQueryOptions } from "@tanstack/react-query";
import type { AuditQuery } from "#shared/contract/audit.ts";
import { LIMITS } from "#shared/limits.ts";
import { request } from "#web/api/client.ts";
import { keys } from "#web/api/keys.ts";

/** What the audit log is narrowed to; times are ISO 8601. */
export type AuditFilter = Pick<AuditQuery, "by" | "action" | "from" | "to">;

/** Who did what from where, newest first, page by page. */
export function auditQuery(filter: AuditFilter) {
  return infiniteQueryOptions({
    queryKey: [...keys.audit, filter],
    queryFn: ({ pageParam, signal }) => {
      const query = { ...filter, limit: LIMITS.audit.pageSize, ...(pageParam === null ? {} : { cursor: pageParam }) };
      return request("GET /api/audit", { query, signal });
    },
    initialPageParam: null as string | null,
    getNextPageParam: (page) => page.nextCursor,
  });
}
