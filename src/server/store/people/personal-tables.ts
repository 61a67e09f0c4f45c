import { inflateRawSync } from "node:zlib";

/** A row as the database has it. */
export type PersonalRow = Readonly<Record<string, unknown>>;
type Texts = Readonly<Record<string, string | number | null>>;

/** What becomes of a row: it goes, an address in it is replaced, or these columns become this. */
type Ending = "delete" | "redact" | Texts | ((row: PersonalRow) => Texts);

/** A table in which outside people may be found. */
export interface PersonalTable {
  /** What people call its records. */
  readonly kind: string;
  /** What tells a row. */
  readonly key: readonly string[];
  /** The columns that name a lead: a row of a person's lead is theirs. */
  readonly leads?: readonly string[];
  /** The column with an address that makes the row theirs. */
  readonly own?: string;
  /** The columns in which an address may stand. */
  readonly texts: readonly string[];
  /** Those columns are jsonb, which is searched as text. */
  readonly isJson?: true;
  /** What cannot be searched by the database: read row by row. */
  readonly opened?: { where: string; text: (row: PersonalRow) => string };
  /** Columns that open something or say nothing of anybody, which no export shows. */
  readonly hidden?: readonly string[];
  /** What becomes of a person's own rows, and of others that mention them. */
  readonly ofPerson: Ending;
  readonly mentioning: Ending;
}

/** What an import shows of its file, without what stands in the rows. */
export function withoutRowsOfFile({ file_columns }: PersonalRow): { preview: string; file_columns: string } {
  // Only importRecords writes this column.
  const columns = JSON.parse(String(file_columns)) as object[];
  return { preview: "[]", file_columns: JSON.stringify(columns.map((column) => ({ ...column, samples: [] }))) };
}

const inflated = ({ html }: PersonalRow): string => {
  try {
    return inflateRawSync(html as Buffer).toString();
  } catch {
    // What no reader of pages can open either.
    return "";
  }
};

/** Leads apart, which have an index and an order of their own, and journal entries, whose titles name people. */
export const PERSONAL_TABLES: Readonly<Record<string, PersonalTable>> = {
  lead_aliases: {
    kind: "Merges",
    key: ["old_id"],
    leads: ["old_id", "lead_id"],
    own: "email_key",
    texts: ["email_key"],
    ofPerson: "delete",
    mentioning: "delete",
  },
  lead_turns: {
    kind: "Changes by rules",
    key: ["id"],
    leads: ["lead_id"],
    texts: ["description"],
    ofPerson: "delete",
    mentioning: "redact",
  },
  status_changes: {
    kind: "Status changes",
    key: ["id"],
    leads: ["lead_id"],
    texts: [],
    ofPerson: "delete",
    mentioning: "redact",
  },
  source_rows: {
    kind: "Source rows",
    key: ["source_id", "row_key"],
    leads: ["lead_id"],
    texts: ["row_key"],
    ofPerson: "delete",
    mentioning: "delete",
  },
  tombstones: {
    kind: "Deleted leads",
    key: ["kind", "source_id", "key", "lead_id"],
    leads: ["lead_id"],
    own: "key",
    texts: ["key"],
    ofPerson: "delete",
    mentioning: "delete",
  },
  data_sources: {
    kind: "Syncs",
    key: ["id"],
    texts: ["last_run"],
    hidden: ["config", "sealed_service_account", "sealed_api_key", "sealed_app_password"],
    ofPerson: "redact",
    mentioning: "redact",
  },
  scrape_runs: {
    kind: "Website runs",
    key: ["id"],
    texts: ["figures", "pages"],
    ofPerson: "redact",
    mentioning: "redact",
  },
  scrape_pages: {
    kind: "Known pages",
    key: ["target_id", "url"],
    texts: ["row_keys", "links", "url"],
    // Read anew, and without them, the next time.
    ofPerson: "delete",
    mentioning: "delete",
  },
  page_sources: {
    kind: "Kept pages",
    key: ["target_id", "url"],
    texts: ["url"],
    opened: { where: "true", text: inflated },
    ofPerson: "delete",
    mentioning: "delete",
  },
  processed_emails: {
    kind: "Messages",
    key: ["id"],
    leads: ["lead_id"],
    own: "sender",
    texts: ["sender", "lead_name", "subject", "reason", "reasons", "analysis"],
    // A key and a date stay: by them the message is known when the mailbox shows it again.
    ofPerson: {
      sender: "",
      lead_name: "",
      subject: "",
      reason: "Erased",
      reasons: "[]",
      analysis: null,
      lead_id: null,
    },
    mentioning: "redact",
  },
  form_submissions: {
    kind: "Form submissions",
    key: ["id"],
    leads: ["lead_id"],
    texts: ["body", "lead_name", "reason", "idempotency_key"],
    opened: {
      where: "body_encoding <> 'utf8'",
      text: ({ body, body_encoding }) =>
        Buffer.from(String(body), body_encoding === "base64" ? "base64" : "latin1").toString("latin1"),
    },
    ofPerson: {
      body: "",
      lead_name: "",
      outcome: "no_contact",
      reason: "Erased",
      idempotency_key: null,
      lead_id: null,
    },
    mentioning: {
      body: "",
      lead_name: "",
      outcome: "no_contact",
      reason: "Erased",
      idempotency_key: null,
      lead_id: null,
    },
  },
  imports: {
    kind: "Imports",
    key: ["id"],
    texts: ["file_name", "file_columns", "preview", "message"],
    ofPerson: withoutRowsOfFile,
    mentioning: withoutRowsOfFile,
  },
  import_parts: {
    kind: "Uploaded files",
    key: ["import_id", "part"],
    texts: [],
    opened: { where: "true", text: ({ content }) => (content as Buffer).toString("latin1") },
    hidden: ["content"],
    ofPerson: "delete",
    mentioning: "delete",
  },
  import_rejects: {
    kind: "Rows left out",
    key: ["import_id", "row_number"],
    texts: ["cells"],
    ofPerson: { cells: "[]" },
    mentioning: { cells: "[]" },
  },
  import_changes: {
    kind: "Changes by imports",
    key: ["import_id", "lead_id"],
    leads: ["lead_id"],
    texts: ["undo"],
    ofPerson: "delete",
    mentioning: "redact",
  },
  follow_up_messages: {
    kind: "Follow-up messages",
    key: ["id"],
    leads: ["lead_id"],
    own: "address_key",
    texts: ["recipient", "address_key", "subject", "error"],
    hidden: ["token"],
    // The link in a message that went out still unsubscribes what stands for the address.
    ofPerson: { recipient: "", subject: "", error: "" },
    mentioning: "redact",
  },
  follow_up_questions: {
    kind: "Follow-up questions",
    key: ["lead_id", "question_type"],
    leads: ["lead_id"],
    texts: ["question", "reason", "response"],
    ofPerson: "delete",
    mentioning: "redact",
  },
  mail_suppressions: {
    kind: "Unsubscribed addresses",
    key: ["address"],
    own: "address",
    texts: ["address", "reason"],
    ofPerson: { reason: "" },
    mentioning: "redact",
  },
  reports: { kind: "Reports", key: ["id"], texts: ["error"], ofPerson: "redact", mentioning: "redact" },
  report_decisions: {
    kind: "Decisions by a report's link",
    key: ["report_key", "lead_id"],
    leads: ["lead_id"],
    texts: [],
    ofPerson: "delete",
    mentioning: "redact",
  },
  duplicate_changes: {
    kind: "Waiting to be compared",
    key: ["lead_id"],
    leads: ["lead_id"],
    texts: [],
    ofPerson: "delete",
    mentioning: "redact",
  },
  duplicate_keys: {
    kind: "Keys of comparison",
    key: ["key", "lead_id"],
    leads: ["lead_id"],
    texts: [],
    ofPerson: "delete",
    mentioning: "redact",
  },
  duplicate_pairs: {
    kind: "Possible duplicates",
    key: ["id"],
    leads: ["first_id", "second_id"],
    texts: ["evidence"],
    ofPerson: "delete",
    mentioning: "redact",
  },
  duplicate_dismissals: {
    kind: "Dismissed duplicates",
    key: ["first_id", "second_id"],
    leads: ["first_id", "second_id"],
    texts: ["identity"],
    ofPerson: "delete",
    mentioning: "delete",
  },
  replay_leads: {
    kind: "Raw input read again",
    key: ["replay_id", "lead_id"],
    leads: ["lead_id"],
    texts: ["name", "changes"],
    ofPerson: "delete",
    mentioning: "redact",
  },
  act_changes: {
    kind: "Changes among many leads",
    key: ["act_id", "lead_id"],
    leads: ["lead_id"],
    texts: ["undo"],
    ofPerson: "delete",
    // Undo would put the mark where the address was.
    mentioning: "delete",
  },
  saved_views: { kind: "Saved views", key: ["id"], texts: ["name", "query"], ofPerson: "redact", mentioning: "redact" },
  support_requests: {
    kind: "Support requests",
    key: ["id"],
    own: "email",
    texts: ["email", "name", "message", "outcome"],
    ofPerson: "delete",
    mentioning: "redact",
  },
  schedule_runs: {
    kind: "Runs of schedules",
    key: ["id"],
    texts: ["message"],
    ofPerson: "redact",
    mentioning: "redact",
  },
  audit_log: {
    kind: "Audit log",
    key: ["id"],
    texts: ["subject", "summary"],
    ofPerson: "redact",
    mentioning: "redact",
  },
};

/** Jobs, which PostgreSQL keeps in pg-boss's schema: a title or a result may name somebody. */
export const JOB_TABLES: Readonly<Record<"sqlite" | "postgres", readonly [string, PersonalTable]>> = {
  sqlite: [
    "jobs",
    {
      kind: "Jobs",
      key: ["id"],
      texts: ["title", "input", "progress", "result", "error", "message"],
      hidden: ["lease"],
      ofPerson: "redact",
      mentioning: "redact",
    },
  ],
  postgres: [
    "winnow_jobs.job",
    { kind: "Jobs", key: ["id"], texts: ["data", "output"], isJson: true, ofPerson: "redact", mentioning: "redact" },
  ],
};

/** Tables that hold nothing of outside people, each with why, or what follows those that do. */
export const IMPERSONAL_TABLES: Readonly<Record<string, string>> = {
  leads: "read and erased apart, with all that is derived from them",
  journal: "read and reworded apart",
  lead_search: "written and removed with leads",
  lead_keywords: "keywords of rules; written by the triggers of leads",
  lead_index: "SQLite's text index, made from lead_search",
  lead_trigrams: "a view of the text index",
  lead_totals: "numbers",
  lead_hours: "numbers",
  lead_scores: "numbers",
  lead_source_hours: "numbers",
  rules: "what the team looks for",
  sample_rules: "numbers",
  dismissed_suggestions: "what the team looks for",
  scrape_targets: "which websites the team reads",
  mailbox_config: "the team's own mailbox",
  mailbox_folders: "the folders of the team's own mailboxes",
  form_hook: "the team's own address",
  email_settings: "the team's own addresses",
  follow_up_walk: "a number",
  duplicate_state: "a number",
  replays: "figures of a whole run",
  kept_for_undo: "which source or website",
  removal_notices: "a day",
  notification_marks: "which notifications were read",
  rescore_state: "numbers, and the rules",
  settings: "what the team chose",
  users: "from before there were accounts; nothing is written there",
  accounts: "the team's own people, who are removed under Team",
  account_changes: "one row to lock",
  recovery_codes: "the team's own people",
  sessions: "the team's own people",
  api_tokens: "the team's own people",
  sign_in_attempts: "hashes, of the team's own people or of who tries to be one",
  schedules: "when things run",
  processes: "processes of this server",
  source_health: "which source",
  health_findings: "which finding",
  leases: "which process",
  schema_versions: "steps of the database",
  erasure_salt: "random",
  erased_keys: "hashes of what erased people were known by",
};
