import { AUDIT_PHRASES, type AuditedKey, type AuditPhrase } from "#shared/audit/audit-phrases.ts";
import { endpoints, type EndpointKey } from "#shared/contract/endpoints.ts";

const VERBS: Readonly<Record<string, string>> = { GET: "read", PATCH: "update", PUT: "replace", DELETE: "delete" };

/** An audit log action: a stable identifier, a description, and the words of its sentence. */
export interface AuditedAction {
  action: string;
  summary: string;
  phrase: AuditPhrase;
}

/** Scheduled work recorded in the audit log, by job kind. */
export const CLOCK_ACTS = {
  backup: { action: "backups.run", summary: "Nightly backup", phrase: ["run", "ran", "the nightly backup"] },
  retention: { action: "retention.run", summary: "Remove old leads", phrase: ["remove", "removed", "old leads"] },
  report: { action: "reports.run", summary: "Scheduled report", phrase: ["send", "sent", "the scheduled report"] },
  digest: { action: "digests.run", summary: "Send digests", phrase: ["send", "sent", "team emails"] },
  "follow-ups": { action: "follow-ups.run", summary: "Send follow-ups", phrase: ["send", "sent", "follow-up emails"] },
} as const satisfies Record<string, AuditedAction>;

/** Audited actions outside of the endpoint table: downloads, uploads, pages for strangers and commands. */
export const OTHER_ACTS = {
  exportLeads: { action: "leads.export", summary: "Export leads", phrase: ["export", "exported", "leads"] },
  exportRejects: {
    action: "imports.rejects.export",
    summary: "Export an import's skipped rows",
    phrase: ["export", "exported", "an import's skipped rows"],
  },
  uploadFile: {
    action: "imports.upload",
    summary: "Upload a file of leads",
    phrase: ["upload", "uploaded", "a file of leads"],
  },
  unsubscribe: {
    action: "follow-ups.unsubscribe",
    summary: "Unsubscribe from follow-ups",
    phrase: ["unsubscribe", "unsubscribed", "from follow-ups"],
  },
  stopDigest: {
    action: "digest.unsubscribe",
    summary: "Unsubscribe from the digest",
    phrase: ["unsubscribe", "unsubscribed", "from the daily digest"],
  },
  stopMentions: {
    action: "mentions.unsubscribe",
    summary: "Unsubscribe from emails about mentions",
    phrase: ["unsubscribe", "unsubscribed", "from emails about mentions"],
  },
  confirmForm: {
    action: "hosted-forms.confirm",
    summary: "Confirm a form by email",
    phrase: ["confirm", "confirmed", "a form by email"],
  },
  decideByLink: {
    action: "report-links.decide",
    summary: "Decide on a lead with an email link",
    phrase: ["decide", "decided", "on a lead with an email link"],
  },
  undoByLink: {
    action: "report-links.undo",
    summary: "Undo a decision made with an email link",
    phrase: ["undo", "undid", "a decision made with an email link"],
  },
  connectMail: {
    action: "mail-sign-ins.callback",
    summary: "Sign in to a provider for mail",
    phrase: ["sign in", "signed in", "to a provider for mail"],
  },
  setPassword: {
    action: "users.password",
    summary: "Set an account's password",
    phrase: ["set", "set", "an account's password"],
  },
} as const satisfies Record<string, AuditedAction>;

/** The audited action of an endpoint; null for reads, including POST endpoints that only query. */
export function auditedAction(key: AuditedKey): AuditedAction;
export function auditedAction(key: EndpointKey): AuditedAction | null;
export function auditedAction(key: EndpointKey): AuditedAction | null {
  if (!isAudited(key)) return null;
  return { action: actionOf(key), summary: endpoints[key].summary, phrase: AUDIT_PHRASES[key] };
}

/** Every audited action by its identifier. */
export const AUDITED_ACTIONS: ReadonlyMap<string, AuditedAction> = new Map(
  [
    ...(Object.keys(endpoints) as EndpointKey[]).map((key) => auditedAction(key)).filter((act) => act !== null),
    ...Object.values(CLOCK_ACTS),
    ...Object.values(OTHER_ACTS),
  ].map((act) => [act.action, act]),
);

/** Stable identifier: "PATCH /api/leads/{id}" is "leads.update", "POST /api/imports/{id}/start" "imports.start". */
export function actionOf(key: EndpointKey): string {
  const [method = "", path = ""] = key.split(" ");
  const words = path.split("/").slice(2);
  const names = words.filter((word) => !word.startsWith("{"));
  const verb = method === "POST" ? (words.length === 1 ? "create" : null) : VERBS[method];
  return [...names, ...(verb == null ? [] : [verb])].join(".");
}

function isAudited(key: EndpointKey): key is AuditedKey {
  return Object.hasOwn(AUDIT_PHRASES, key);
}
