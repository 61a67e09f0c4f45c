import { SETTING_WORDS } from "#shared/setting-words.ts";

/** The fields people edit, with their labels, by noun. A record's version has one part per field, in this order. */
export const EDITED_FIELDS = {
  rule: {
    name: "Name",
    keywords: "Keywords",
    scoreWeight: "Weight",
    isActive: "Active",
    mode: "Match",
    fields: "Fields",
    counting: "Count",
    halfLifeDays: "Days until points halve",
    note: "Note",
    tag: "Tag",
  },
  dataSource: { name: "Name", type: "Type", config: "Connection", credentials: "Credentials", isActive: "Active" },
  scrapeTarget: {
    name: "Name",
    url: "URL",
    type: "Type",
    selectors: "Selectors",
    isActive: "Active",
    scrapeFrequency: "Frequency",
    maxPages: "Page limit",
    maxDepth: "Depth limit",
    renderScripts: "Render JavaScript pages",
  },
  assignmentRule: {
    name: "Name",
    isActive: "Active",
    conditions: "Conditions",
    strategy: "Assign to",
    people: "People",
  },
  tag: { name: "Name", color: "Color" },
  leadField: { name: "Name", options: "Options" },
  savedView: { name: "Name", query: "Filters, sort order and columns", isShared: "Visible to everyone" },
  emailSettings: {
    smtpHost: "SMTP host",
    smtpPort: "SMTP port",
    username: "Username",
    credentials: "Password",
    fromEmail: "From email",
    recipientEmails: "Recipient emails",
    reportFrequency: "Report frequency",
    isActive: "Active",
    signIn: "Sign in with",
  },
  mailbox: {
    email: "Email",
    credentials: "App password",
    enabled: "Enabled",
    autoSync: "Auto-sync",
    syncInterval: "Sync interval",
    labels: "Labels",
    server: "Server",
    signIn: "Sign in with",
  },
  webhookEndpoint: {
    description: "Description",
    events: "Events",
    payload: "Payload",
    isActive: "Active",
    credentials: "URL or secret",
  },
  crmConnection: {
    account: "Account",
    events: "When to send",
    mapping: "Fields",
    owners: "Owners",
    isActive: "Active",
    credentials: "Credentials",
  },
  writeBack: { columns: "Columns", isActive: "Active" },
  hostedForm: {
    name: "Name",
    fields: "Fields",
    buttonLabel: "Button",
    thanks: "Message after sending",
    consent: "Consent text",
    confirmsEmail: "Confirm by email",
    isActive: "Active",
  },
  settings: SETTING_WORDS,
} as const satisfies Record<string, Readonly<Record<string, string>>>;

export type EditedNoun = keyof typeof EDITED_FIELDS;

/** How sentences refer to a record. */
export const EDITED_NOUNS: Record<EditedNoun, string> = {
  rule: "this rule",
  dataSource: "this data source",
  scrapeTarget: "this scrape target",
  assignmentRule: "this assignment rule",
  tag: "this tag",
  leadField: "this field",
  savedView: "this view",
  emailSettings: "the email settings",
  mailbox: "the mailbox settings",
  webhookEndpoint: "this integration",
  crmConnection: "this CRM connection",
  writeBack: "this write-back",
  hostedForm: "this form",
  settings: "the settings",
};

/** Characters per field in a version. */
export const VERSION_PART = 6;

/** The fields that differ between two versions; all of them if the versions can't be compared. */
export function changedFields(noun: EditedNoun, was: string, now: string): string[] {
  const part = (version: string, index: number): string =>
    version.slice(index * VERSION_PART, (index + 1) * VERSION_PART);
  return Object.keys(EDITED_FIELDS[noun]).filter(
    (_field, index) => was.length !== now.length || part(was, index) !== part(now, index),
  );
}

/** Says what these fields are now: "Weight: 20". Long values and secrets aren't shown. */
export function changeWords(noun: EditedNoun, fields: readonly string[], record: object | null): string[] {
  const labels: Readonly<Record<string, string>> = EDITED_FIELDS[noun];
  const values = new Map<string, unknown>(Object.entries(record ?? {}));
  return fields.map((field) => changeText(labels[field] ?? field, values.get(field)));
}

/** "Weight: 20", or "Keywords changed" for a long value. */
export function changeText(label: string, value: unknown): string {
  const words = valueWords(value);
  return words === null ? `${label} changed` : `${label}: ${words}`;
}

const SHORT = 60;

function valueWords(value: unknown): string | null {
  if (value === null || value === "") return "none";
  if (typeof value === "boolean") return value ? "on" : "off";
  if (typeof value === "number") return String(value);
  const isList = Array.isArray(value) && value.length > 0 && value.every((item) => typeof item === "string");
  const text = isList ? value.join(", ") : value;
  return typeof text === "string" && text.length <= SHORT ? text : null;
}
