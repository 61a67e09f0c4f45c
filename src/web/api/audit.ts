import { infiniteQueryOptions } from "@tanstack/react-query";
import type { AuditQuery } from "#shared/contract/audit.ts";
import { LIMITS } from "#shared/limits.ts";
import { request } from "#web/api/connection/client.ts";
import { keys } from "#web/api/connection/keys.ts";

/** Audit log filter; times are ISO 8601. */
export type AuditFilter = Pick<AuditQuery, "by" | "action" | "from" | "to">;

/** Audit log, newest first, paginated. */
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
