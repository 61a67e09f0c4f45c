import type { AuditQuery } from "#shared/contract/audit.ts";
import { LIMITS } from "#shared/limits.ts";
import { request } from "#web/api/connection/client.ts";
import { keys } from "#web/api/connection/keys.ts";
import { pagesQuery } from "#web/api/connection/pages.ts";

/** Audit log filter; times are ISO 8601. */
export type AuditFilter = Pick<AuditQuery, "by" | "action" | "from" | "to">;

/** Audit log, newest first, paginated. */
export function auditQuery(filter: AuditFilter) {
  return pagesQuery([...keys.audit, filter], (start, signal) =>
    request("GET /api/audit", { query: { ...filter, limit: LIMITS.audit.pageSize, ...start }, signal }),
  );
}
