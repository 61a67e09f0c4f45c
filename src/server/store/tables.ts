import type { ColumnType } from "kysely";
import type { MessageTable, QuestionTable, SuppressionTable } from "#server/store/follow-up-rows.ts";
import type { KeptOwner } from "#server/store/kept-for-undo.ts";
import type { LeadTable } from "#server/store/lead-columns.ts";

/** The table's own identifier, as the engine gives it: a number or decimal digits. */
export type RowId = ColumnType<string | number, string | undefined, never>;
/** An identifier: sent as decimal digits, read as whatever the engine gives. */
type Key = ColumnType<string | number, string, string>;
type OptionalKey = ColumnType<string | number | null, string | null, string | null>;
/** SQLite keeps 0 and 1. */
type Flag = ColumnType<boolean | number, boolean, boolean>;

interface RuleTable {
  id: RowId;
  name: string;
  keywords: string;
  score_weight: number;
  is_active: Flag;
  created_at: string;
}

interface DataSourceTable {
  id: RowId;
  name: string;
  type: string;
  config: string;
  sealed_service_account: string | null;
  sealed_api_key: string | null;
  sealed_app_password: string | null;
  is_active: Flag;
  last_sync: string | null;
  last_run: string | null;
  failing_since: string | null;
  created_at: string;
}

interface EmailSettingsTable {
  id: RowId;
  smtp_host: string;
  smtp_port: number;
  username: string;
  sealed_password: string | null;
  from_email: string;
  recipient_emails: string;
  report_frequency: string;
  is_active: Flag;
  scheduled_since: string;
  last_success: string | null;
  failing_since: string | null;
  last_error: string;
  created_at: string;
}

interface JournalTable {
  id: RowId;
  kind: string;
  type: string;
  title: string;
  description: string;
  actor: string;
  at: string;
  lead_id: OptionalKey;
  /** What undoing the act needs; null when it cannot be undone. */
  undo: string | null;
  undone_at: string | null;
}

interface ReportTable {
  id: RowId;
  window_key: string;
  message_id: string;
  state: string;
  lead_count: number;
  error: string;
  started_at: string;
  finished_at: string | null;
  covers_to: string | null;
}

interface ScrapePageTable {
  target_id: Key;
  url: string;
  etag: string;
  last_modified: string;
  content_hash: string;
  links: string;
  row_keys: string;
  read_by: number;
}

interface ProcessedEmailTable {
  id: RowId;
  mailbox: string;
  message_key: string;
}

interface FormSubmissionTable {
  id: RowId;
  lead_id: OptionalKey;
  lead_name: string;
  body: string;
  outcome: string;
  reason: string;
  processed_at: string | null;
}

interface ImportChangeTable {
  import_id: Key;
  lead_id: Key;
  /** What the import changed of a lead; null for a lead that it created. */
  undo: string | null;
  /** What a lead that it created was like when the import left it. */
  fingerprint: string | null;
}

interface ActChangeTable {
  act_id: Key;
  lead_id: Key;
  /** What the act did to the lead; empty once that was taken back. */
  undo: string;
  /** What taking it back came to; null while nobody has. */
  outcome: "restored" | "kept" | null;
}

export interface ScheduleRunTable {
  id: RowId;
  schedule_id: string;
  window_key: string;
  at: string;
  job_id: string | null;
  outcome: "running" | "done" | "failed" | "nothing" | "cancelled";
  message: string;
  finished_at: string | null;
}

/** The tables that queries are written for, the same on both engines; of those that recordTable reads, just the columns that others name. */
export interface Tables {
  leads: LeadTable;
  lead_search: { id: Key; text: string };
  lead_totals: { status: string; count: number };
  lead_hours: { hour: string; status: string; count: number };
  lead_scores: { score: number; status: string; count: number };
  lead_source_hours: {
    hour: string;
    source: string;
    count: number;
    before_15: number;
    before_30: number;
    before_45: number;
  };
  source_rows: { source_id: Key; row_key: string; content_hash: string; lead_id: OptionalKey };
  tombstones: { kind: "email" | "phone" | "row"; source_id: Key; key: string; lead_id: Key };
  rules: RuleTable;
  sample_rules: { rule_id: Key };
  data_sources: DataSourceTable;
  email_settings: EmailSettingsTable;
  scrape_targets: { id: RowId };
  scrape_runs: { id: RowId };
  scrape_pages: ScrapePageTable;
  mailbox_config: { id: number };
  mailbox_folders: {
    mailbox: string;
    folder: string;
    uid_validity: string;
    last_uid: Key;
    mod_seq: string | null;
    reading_since: string | null;
  };
  processed_emails: ProcessedEmailTable;
  form_hook: { id: number };
  form_submissions: FormSubmissionTable;
  imports: { id: RowId };
  import_parts: { import_id: Key; part: number; content: Buffer };
  import_rejects: { import_id: Key; row_number: number; cells: string; reason: string };
  import_changes: ImportChangeTable;
  saved_views: { id: RowId };
  dismissed_suggestions: { id: RowId };
  follow_up_questions: QuestionTable;
  follow_up_messages: MessageTable;
  follow_up_walk: { id: number; last_lead_id: Key };
  mail_suppressions: SuppressionTable;
  kept_for_undo: { owner: KeptOwner; record_id: string; since: string };
  removal_notices: { at: string; retention_days: number };
  support_requests: { id: RowId };
  erased_keys: { key_hash: string; person_hash: string; at: string };
  accounts: { id: RowId };
  recovery_codes: { account_id: Key; code_hash: string };
  notification_marks: { notification_id: string };
  settings: { key: string; value: string };
  rescore_state: {
    id: number;
    wanted: number;
    done: number;
    running: number | null;
    cursor: string | null;
    done_rules: string | null;
    day: string | null;
  };
  status_changes: { id: RowId; lead_id: Key; at: string; was: string | null };
  report_decisions: { report_key: string; lead_id: Key; status: string; at: string; act_id: OptionalKey };
  lead_turns: { id: RowId; lead_id: Key; at: string; status: string; description: string };
  journal: JournalTable;
  act_changes: ActChangeTable;
  duplicate_changes: { lead_id: Key };
  duplicate_keys: { key: Key; lead_id: Key };
  duplicate_pairs: {
    id: RowId;
    first_id: Key;
    second_id: Key;
    confidence: number;
    evidence: string;
    is_dismissed: Flag;
  };
  duplicate_dismissals: { first_id: Key; second_id: Key; identity: string };
  lead_aliases: { old_id: Key; lead_id: Key; email_key: string | null; phone_key: string | null };
  replays: { id: RowId };
  replay_leads: { replay_id: Key; lead_id: Key; name: string; changes: string; mark: string; outcome: string | null };
  page_sources: { target_id: Key; url: string; read_at: string; html: Buffer };
  jobs: { id: RowId };
  reports: ReportTable;
  schedules: { id: string; rhythm: string; since: string };
  schedule_runs: ScheduleRunTable;
  processes: { id: string };
  source_health: { source_key: string };
  health_findings: { finding: string; since: string };
  leases: { key: string; owner: string; expires_at: ColumnType<number | string, number, number> };
}
