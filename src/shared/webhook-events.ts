/** Where events can go. Chats get readable messages, webhooks get JSON. */
export const WEBHOOK_KINDS = ["webhook", "slack", "teams", "discord"] as const;
export type WebhookKind = (typeof WEBHOOK_KINDS)[number];

export const WEBHOOK_EVENTS = [
  "lead.created",
  "lead.updated",
  "lead.qualified",
  "lead.approved",
  "lead.rejected",
  "lead.assigned",
  "lead.merged",
  "lead.deleted",
  "report.sent",
  "source.failing",
  "source.recovered",
] as const;
export type WebhookEvent = (typeof WEBHOOK_EVENTS)[number];

/** What each event means, in the order of the form. */
export const WEBHOOK_EVENT_LABELS: Readonly<Record<WebhookEvent, string>> = {
  "lead.created": "Lead added",
  "lead.updated": "Lead updated",
  "lead.qualified": "Lead qualified",
  "lead.approved": "Lead approved",
  "lead.rejected": "Lead rejected",
  "lead.assigned": "Owner changed",
  "lead.merged": "Leads merged",
  "lead.deleted": "Lead deleted",
  "report.sent": "Report sent",
  "source.failing": "Source failing",
  "source.recovered": "Source recovered",
};

export const WEBHOOK_KIND_LABELS: Readonly<Record<WebhookKind, string>> = {
  webhook: "Webhook",
  slack: "Slack",
  teams: "Microsoft Teams",
  discord: "Discord",
};
