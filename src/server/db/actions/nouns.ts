import { ACCOUNT_CHANGES, ACCOUNTS, accountStore, RECOVERY_CODES, USERS } from "#server/db/accounts/accounts.ts";
import {
  ASSIGNMENT_CREDITS,
  ASSIGNMENT_RULES,
  assignmentStore,
  assignmentWrites,
  AVAILABILITY,
  LEAD_ASSIGNMENTS,
} from "#server/db/assignment/assignment.ts";
import { addressStore, MAIL_DOMAINS } from "#server/db/addresses/address-marks.ts";
import { COMPANY_SITE_WALK, COMPANY_SITES, companySiteStore } from "#server/db/companies/company-sites.ts";
import { commentStore, LEAD_COMMENTS } from "#server/db/comments/comments.ts";
import { API_TOKENS, tokenStore } from "#server/db/accounts/api-tokens.ts";
import { AUDIT_LOG, auditStore } from "#server/db/accounts/audit-log.ts";
import { ACTION_CHANGES, bulkActionStore } from "#server/db/lead-changes/bulk-actions.ts";
import { DIGEST_SETTINGS, digestStore } from "#server/db/reports/digests.ts";
import { DUPLICATE_CHANGES, DUPLICATE_PAIRS } from "#server/db/duplicates/compare-leads.ts";
import { DATA_SOURCES, dataSourceRecords, dataSourceStore } from "#server/db/sources/data-sources.ts";
import { DUPLICATE_DISMISSALS } from "#server/db/duplicates/dismiss-pair.ts";
import { DUPLICATE_KEYS } from "#server/db/duplicates/duplicate-keys.ts";
import { DUPLICATE_STATE, duplicateStore } from "#server/db/duplicates/duplicates.ts";
import { EMAIL_SETTINGS, emailSettingsStore, emailSettingsWrites } from "#server/db/reports/email-settings.ts";
import type { Engine } from "#server/db/engine/engine.ts";
import { FOLLOW_UP_MESSAGES, FOLLOW_UP_QUESTIONS, MAIL_SUPPRESSIONS } from "#server/db/follow-ups/follow-up-rows.ts";
import { FOLLOW_UP_WALK, followUpStore } from "#server/db/follow-ups/follow-ups.ts";
import { FORM_HOOK, FORM_SUBMISSIONS, formHookWrites, formStore } from "#server/db/sources/forms.ts";
import { HEALTH_FINDINGS, healthStore, PROCESSES, SOURCE_HEALTH } from "#server/db/system/health.ts";
import { IMPORT_CHANGES, IMPORT_REJECTS } from "#server/db/imports/import-changes.ts";
import { IMPORTS } from "#server/db/imports/import-records.ts";
import { IMPORT_PARTS, importStore } from "#server/db/imports/imports.ts";
import { JOBS } from "#server/db/jobs/job-records.ts";
import { JOURNAL } from "#server/db/journal/journal-rows.ts";
import { KEPT_FOR_UNDO } from "#server/db/sources/kept-for-undo.ts";
import { PAGE_SOURCES } from "#server/db/sources/stored-pages.ts";
import { LANGUAGE_MODEL_USE, languageModelUseStore } from "#server/db/sources/language-model-use.ts";
import { TOMBSTONES } from "#server/db/lead-changes/lead-removal.ts";
import { DERIVED_FROM_LEADS, LEAD_SEARCH, LEADS } from "#server/db/leads/lead-rows.ts";
import { LEAD_FIELD_VALUES } from "#server/db/leads/fields/field-values.ts";
import { LEAD_FIELD_TABLE, leadFieldStore } from "#server/db/leads/lead-fields.ts";
import { LEAD_TAGS } from "#server/db/leads/lead-tags.ts";
import { LEAD_COUNTERS } from "#server/db/leads/lead-totals.ts";
import { LEAD_STATUS_CHANGES } from "#server/db/lead-changes/lead-status-changes.ts";
import { leadStore } from "#server/db/lead-changes/leads.ts";
import { DISMISSED_SUGGESTIONS, learningStore } from "#server/db/rules/learning.ts";
import { LEASES, leaseStore } from "#server/db/system/leases.ts";
import { MAILBOX_CONFIG, MAILBOX_FOLDERS, mailboxStore, mailboxWrites } from "#server/db/sources/mailbox.ts";
import { MAIL_SIGN_INS, mailSignInStore } from "#server/db/sources/mail-sign-ins.ts";
import { LEAD_ALIASES } from "#server/db/lead-changes/merged-records.ts";
import { SCHEMA_VERSIONS } from "#server/db/migrations/pending-migrations.ts";
import { NOTIFICATION_MARKS, notificationStore } from "#server/db/system/notifications.ts";
import { oldLeadStore, REMOVAL_NOTICES } from "#server/db/lead-changes/old-leads.ts";
import { ERASED_KEYS, ERASURE_SALT } from "#server/db/erasure/erased-keys.ts";
import { PROCESSED_EMAILS } from "#server/db/sources/processed-emails.ts";
import { recordTable, type Watch } from "#server/db/engine/record-table.ts";
import { REPLAY_LEADS, REPLAYS, replayStore } from "#server/db/replays/replays.ts";
import { REPORT_DECISIONS, STATUS_CHANGES } from "#server/db/reports/report-decisions.ts";
import { REPORTS, reportStore } from "#server/db/reports/reports.ts";
import {
  RULES,
  ruleStore,
  ruleWrites,
  SAMPLE_RULES,
  sampleRuleWrites,
  scoredFieldWrites,
} from "#server/db/rules/rules.ts";
import { RESCORE_STATE } from "#server/db/rules/rescore-wanted.ts";
import { HOSTED_FORMS, hostedFormStore, hostedFormWrites } from "#server/db/sources/hosted-forms.ts";
import { SAVED_VIEWS, savedViewStore, savedViewWrites } from "#server/db/system/saved-views.ts";
import { SCHEDULE_RUNS, SCHEDULES, scheduleStore } from "#server/db/system/schedules.ts";
import {
  SCRAPE_PAGES,
  SCRAPE_RUNS,
  SCRAPE_TARGETS,
  scrapeStore,
  scrapeTargetRecords,
} from "#server/db/sources/scrapes.ts";
import { SESSIONS, sessionStore, SIGN_IN_ATTEMPTS, signInAttemptStore } from "#server/db/accounts/sessions.ts";
import { SETTINGS, settingsStore, settingsWrites } from "#server/db/rules/settings.ts";
import { SOURCE_ROWS } from "#server/db/leads/source-rows.ts";
import { SUPPORT_REQUESTS, supportRequestStore } from "#server/db/system/support-requests.ts";
import { STORED_ANSWERS, storedAnswerStore } from "#server/db/system/stored-answers.ts";
import { TAGS, tagStore, tagWrites } from "#server/db/tags/tags.ts";
import { CRM_RECORDS, crmRecordStore } from "#server/db/outbox/crm-records.ts";
import { WEBHOOK_ENDPOINTS, webhookEndpointStore, webhookEndpointWrites } from "#server/db/outbox/webhook-endpoints.ts";
import { WEBHOOK_DELIVERIES, webhookDeliveryStore } from "#server/db/outbox/webhook-deliveries.ts";
import type { Table, Undoable } from "#server/db/engine/table.ts";

/** A kind of data in the store. */
interface Noun {
  readonly tables?: readonly Table[];
  /** The methods of `store.<noun>`. */
  readonly store?: (engine: Engine) => object;
  /** The writes a person can make within one undoable action: `<noun>` of the records passed to `store.act`. */
  readonly writes?: (watch: Watch, engine: Engine) => object;
}

/**
 * Every stored noun with its tables. The store, action records, backups, erasures and undo derive from this list; a
 * test compares it with the tables of both engines. Backups load tables in this order: leads first, because their
 * triggers write to other tables, whose rows then replace what the triggers wrote.
 */
const NOUNS = {
  leads: {
    tables: [
      LEADS,
      LEAD_SEARCH,
      ...DERIVED_FROM_LEADS,
      LEAD_TAGS,
      LEAD_FIELD_VALUES,
      ...LEAD_COUNTERS,
      LEAD_ALIASES,
      LEAD_STATUS_CHANGES,
      SOURCE_ROWS,
      TOMBSTONES,
    ],
    store: leadStore,
  },
  addresses: { tables: [MAIL_DOMAINS], store: addressStore },
  companySites: { tables: [COMPANY_SITES, COMPANY_SITE_WALK], store: companySiteStore },
  tags: { tables: [TAGS], store: tagStore, writes: tagWrites },
  leadFields: { tables: [LEAD_FIELD_TABLE], store: leadFieldStore, writes: scoredFieldWrites },
  comments: { tables: [LEAD_COMMENTS], store: commentStore },
  rules: { tables: [RULES, RESCORE_STATE], store: ruleStore, writes: ruleWrites },
  sampleRules: { tables: [SAMPLE_RULES], writes: sampleRuleWrites },
  dataSources: { tables: [DATA_SOURCES], store: dataSourceStore, writes: dataSourceRecords },
  scrapeTargets: { tables: [SCRAPE_TARGETS], writes: scrapeTargetRecords },
  scrapes: { tables: [SCRAPE_RUNS, SCRAPE_PAGES], store: scrapeStore },
  mailbox: {
    tables: [MAILBOX_CONFIG, MAILBOX_FOLDERS, PROCESSED_EMAILS],
    store: mailboxStore,
    writes: mailboxWrites,
  },
  mailSignIns: { tables: [MAIL_SIGN_INS], store: mailSignInStore },
  languageModelUse: { tables: [LANGUAGE_MODEL_USE], store: languageModelUseStore },
  formHook: { tables: [FORM_HOOK], writes: formHookWrites },
  hostedForms: { tables: [HOSTED_FORMS], store: hostedFormStore, writes: hostedFormWrites },
  forms: { tables: [FORM_SUBMISSIONS], store: formStore },
  imports: { tables: [IMPORTS, IMPORT_PARTS, IMPORT_REJECTS, IMPORT_CHANGES], store: importStore },
  emailSettings: { tables: [EMAIL_SETTINGS], store: emailSettingsStore, writes: emailSettingsWrites },
  followUps: {
    tables: [FOLLOW_UP_MESSAGES, FOLLOW_UP_QUESTIONS, FOLLOW_UP_WALK, MAIL_SUPPRESSIONS],
    store: followUpStore,
  },
  reports: { tables: [STATUS_CHANGES, REPORTS, REPORT_DECISIONS], store: reportStore },
  digests: {
    tables: [DIGEST_SETTINGS],
    store: digestStore,
    writes: (watch: Watch) => recordTable(DIGEST_SETTINGS, watch),
  },
  duplicates: {
    tables: [DUPLICATE_CHANGES, DUPLICATE_KEYS, DUPLICATE_PAIRS, DUPLICATE_DISMISSALS, DUPLICATE_STATE],
    store: duplicateStore,
  },
  learning: { store: learningStore },
  dismissedSuggestions: {
    tables: [DISMISSED_SUGGESTIONS],
    writes: (watch: Watch) => recordTable(DISMISSED_SUGGESTIONS, watch),
  },
  replays: { tables: [REPLAYS, REPLAY_LEADS, PAGE_SOURCES], store: replayStore },
  journal: { tables: [JOURNAL, KEPT_FOR_UNDO] },
  bulkActions: { tables: [ACTION_CHANGES], store: bulkActionStore },
  oldLeads: { tables: [REMOVAL_NOTICES], store: oldLeadStore },
  notifications: { tables: [NOTIFICATION_MARKS], store: notificationStore },
  savedViews: { tables: [SAVED_VIEWS], store: savedViewStore, writes: savedViewWrites },
  webhookEndpoints: { tables: [WEBHOOK_ENDPOINTS], store: webhookEndpointStore, writes: webhookEndpointWrites },
  webhookDeliveries: { tables: [WEBHOOK_DELIVERIES], store: webhookDeliveryStore },
  answers: { tables: [STORED_ANSWERS], store: storedAnswerStore },
  crmRecords: { tables: [CRM_RECORDS], store: crmRecordStore },
  supportRequests: { tables: [SUPPORT_REQUESTS], store: supportRequestStore },
  settings: { tables: [SETTINGS], store: settingsStore, writes: settingsWrites },
  assignment: {
    tables: [ASSIGNMENT_RULES, AVAILABILITY, ASSIGNMENT_CREDITS, LEAD_ASSIGNMENTS],
    store: assignmentStore,
    writes: assignmentWrites,
  },
  accounts: { tables: [USERS, ACCOUNTS, RECOVERY_CODES, ACCOUNT_CHANGES], store: accountStore },
  sessions: { tables: [SESSIONS], store: sessionStore },
  tokens: { tables: [API_TOKENS], store: tokenStore },
  signInAttempts: { tables: [SIGN_IN_ATTEMPTS], store: signInAttemptStore },
  audit: { tables: [AUDIT_LOG], store: auditStore },
  people: { tables: [ERASURE_SALT, ERASED_KEYS] },
  schedules: { tables: [SCHEDULES, SCHEDULE_RUNS], store: scheduleStore },
  health: { tables: [SOURCE_HEALTH, HEALTH_FINDINGS, PROCESSES], store: healthStore },
  leases: { tables: [LEASES], store: leaseStore },
  jobs: { tables: [JOBS] },
  schema: { tables: [SCHEMA_VERSIONS] },
} as const satisfies Readonly<Record<string, Noun>>;

type Nouns = typeof NOUNS;

/** The result of this part for every noun that has it. */
type Made<Part extends "store" | "writes"> = {
  readonly [N in keyof Nouns as Nouns[N] extends Record<Part, unknown> ? N : never]: Nouns[N] extends Record<
    Part,
    (...given: never) => infer M
  >
    ? M
    : never;
};

export type NounStores = Made<"store">;

/** The non-lead data a person can change, several changes per transaction. */
export type Records = Made<"writes">;

const LISTED: readonly (readonly [string, Noun])[] = Object.entries(NOUNS);

export function nounStores(engine: Engine): NounStores {
  const stores = LISTED.flatMap(([name, { store }]) => (store === undefined ? [] : [[name, store(engine)] as const]));
  // NounStores has the same nouns.
  return Object.fromEntries(stores) as NounStores;
}

export function recordWrites(watch: Watch, engine: Engine): Records {
  const records = LISTED.flatMap(([name, { writes }]) =>
    writes === undefined ? [] : [[name, writes(watch, engine)] as const],
  );
  // Records has the same nouns.
  return Object.fromEntries(records) as Records;
}

/** All tables, in the order in which backups load them. */
export const TABLES: readonly Table[] = LISTED.flatMap(([, { tables = [] }]) => tables);

const UNDOABLE: ReadonlyMap<string, Undoable> = new Map(
  TABLES.flatMap(({ name, undo }) => (undo === undefined ? [] : [[name, undo] as const])),
);

/** Whether a table's records are edited by people, and so can be undone. */
export function isUndoable(table: string): boolean {
  return UNDOABLE.has(table);
}

/** The undo settings of a table whose records people edit. */
export function undoableTable(table: string): Undoable & Required<Pick<Undoable, "key" | "health">> {
  const undoable = UNDOABLE.get(table);
  if (undoable === undefined) throw new Error(`Nobody changes records of ${table}.`);
  return { key: "id", health: [], ...undoable };
}
