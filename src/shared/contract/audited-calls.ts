import type { Endpoint } from "#shared/contract/endpoint.ts";
import { endpoints, type EndpointKey } from "#shared/contract/endpoints.ts";

/** Reading these tells somebody everything about a person. */
const READS: ReadonlySet<EndpointKey> = new Set(["GET /api/people/{email}/data"]);
const VERBS: Readonly<Record<string, string>> = { GET: "read", PATCH: "update", PUT: "replace", DELETE: "delete" };

/** What the audit log calls an act: a stable word, and the same in people's words. */
export interface AuditedAct {
  action: string;
  summary: string;
}

/** What is done by the clock that nobody may have to guess at later, by the kind of its job. */
export const CLOCK_ACTS = {
  backup: { action: "backups.run", summary: "Nightly backup" },
  retention: { action: "retention.run", summary: "Remove old leads" },
  report: { action: "reports.run", summary: "Scheduled report" },
  "follow-ups": { action: "follow-ups.run", summary: "Send follow-ups" },
} as const satisfies Record<string, AuditedAct>;

/** The act that a call is; null for one that only reads, also where it is a POST, which asks a question then. */
export function auditedAct(key: EndpointKey): AuditedAct | null {
  const { permission, summary }: Endpoint = endpoints[key];
  const isTold = READS.has(key) || (!key.startsWith("GET ") && permission !== "read");
  return isTold ? { action: actionOf(key), summary } : null;
}

/** A stable word for a call: "PATCH /api/leads/{id}" is "leads.update", "POST /api/imports/{id}/start" "imports.start". */
export function actionOf(key: EndpointKey): string {
  const [method = "", path = ""] = key.split(" ");
  const words = path.split("/").slice(2);
  const names = words.filter((word) => !word.startsWith("{"));
  const verb = method === "POST" ? (words.length === 1 ? "create" : null) : VERBS[method];
  return [...names, ...(verb == null ? [] : [verb])].join(".");
}
