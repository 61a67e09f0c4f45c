import type { Cell } from "#server/store/backup/cell.ts";

/** What a backup keeps of a table. */
interface KeptTable {
  /** Columns that open something, by name, each with what stands for it in a backup without secrets. */
  readonly secrets?: Readonly<Record<string, Cell>>;
  /** Every row opens something: a backup without secrets has none of them. */
  readonly isSecret?: true;
}

/**
 * The tables that backups hold, in the order in which they are loaded: leads first, because their triggers write to
 * others, whose rows then take the place of what the triggers wrote.
 */
export const KEPT_TABLES: Readonly<Record<string, KeptTable>> = {
  leads: {},
  lead_search: {},
  lead_aliases: {},
  lead_turns: {},
  status_changes: {},
  source_rows: {},
  tombstones: {},
  rules: {},
  sample_rules: {},
  data_sources: { secrets: { sealed_service_account: null, sealed_api_key: null, sealed_app_password: null } },
  scrape_targets: {},
  scrape_runs: {},
  scrape_pages: {},
  page_sources: {},
  mailbox_config: { secrets: { sealed_app_password: null } },
  mailbox_folders: {},
  processed_emails: {},
  // Whoever has the address of the form can send leads in.
  form_hook: { isSecret: true },
  form_submissions: {},
  imports: {},
  import_parts: {},
  import_rejects: {},
  import_changes: {},
  email_settings: { secrets: { sealed_password: null } },
  // The links in messages that went out name these tokens: without them nobody could unsubscribe.
  follow_up_messages: {},
  follow_up_questions: {},
  follow_up_walk: {},
  mail_suppressions: {},
  reports: {},
  report_decisions: {},
  duplicate_changes: {},
  duplicate_keys: {},
  duplicate_pairs: {},
  duplicate_dismissals: {},
  duplicate_state: {},
  dismissed_suggestions: {},
  replays: {},
  replay_leads: {},
  journal: {},
  act_changes: {},
  kept_for_undo: {},
  removal_notices: {},
  notification_marks: {},
  saved_views: {},
  support_requests: {},
  rescore_state: {},
  settings: {},
  users: { secrets: { password_hash: "" } },
  accounts: {
    secrets: {
      password_hash: null,
      sealed_second_factor: null,
      sealed_new_second_factor: null,
      second_factor_step: null,
      invitation_hash: null,
    },
  },
  recovery_codes: { isSecret: true },
  api_tokens: { isSecret: true },
  audit_log: {},
  // Without the salt nobody who was erased could be told from others.
  erasure_salt: {},
  erased_keys: {},
  schedules: {},
  schedule_runs: {},
  source_health: {},
};

/** Tables that no backup holds, each with how it comes about anew. */
export const LEFT_OUT_TABLES: Readonly<Record<string, string>> = {
  schema_versions: "made with the tables",
  lead_totals: "counted by the triggers of leads",
  lead_hours: "counted by the triggers of leads",
  lead_scores: "counted by the triggers of leads",
  lead_source_hours: "counted by the triggers of leads",
  lead_keywords: "written by the triggers of leads",
  lead_index: "SQLite's text index, made from lead_search",
  lead_trigrams: "a view of the text index",
  jobs: "of the processes that run them; PostgreSQL keeps them elsewhere, and what is unfinished adds them anew",
  account_changes: "one row to lock, made with the table",
  sessions: "a restore signs everybody out, so that no session comes back which was ended since",
  sign_in_attempts: "who failed to sign in within the last minutes",
  processes: "whoever is one runs now",
  health_findings: "found anew from what is so",
  leases: "whoever holds one is a process that runs now",
};
