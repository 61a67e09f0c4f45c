import type { Endpoint } from "#shared/contract/endpoint.ts";
import { endpoints, type EndpointKey } from "#shared/contract/endpoints.ts";

/** Reads that expose everything about a person. */
const READS: ReadonlySet<EndpointKey> = new Set(["GET /api/people/{email}/data"]);
const VERBS: Readonly<Record<string, string>> = { GET: "read", PATCH: "update", PUT: "replace", DELETE: "delete" };

/** An audit log action: a stable identifier and a readable description. */
export interface AuditedAction {
  action: string;
  summary: string;
}

/** Scheduled work recorded in the audit log, by job kind. */
export const CLOCK_ACTS = {
  backup: { action: "backups.run", summary: "Nightly backup" },
  retention: { action: "retention.run", summary: "Remove old leads" },
  report: { action: "reports.run", summary: "Scheduled report" },
  "follow-ups": { action: "follow-ups.run", summary: "Send follow-ups" },
} as const satisfies Record<string, AuditedAction>;

/** The audited action of an endpoint; null for reads, including POST endpoints that only query. */
export function auditedAction(key: EndpointKey): AuditedAction | null {
  const { permission, summary }: Endpoint = endpoints[key];
  const isAudited = READS.has(key) || (!key.startsWith("GET ") && permission !== "read");
  return isAudited ? { action: actionOf(key), summary } : null;
}

/** Stable identifier: "PATCH /api/leads/{id}" is "leads.update", "POST /api/imports/{id}/start" "imports.start". */
export function actionOf(key: EndpointKey): string {
  const [method = "", path = ""] = key.split(" ");
  const words = path.split("/").slice(2);
  const names = words.filter((word) => !word.startsWith("{"));
  const verb = method === "POST" ? (words.length === 1 ? "create" : null) : VERBS[method];
  return [...names, ...(verb == null ? [] : [verb])].join(".");
}
