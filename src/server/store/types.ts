import type { DataSourceConfig, SyncRun } from "#shared/contract/data-source.ts";
import type { LeadFilter, LeadSort, ReviewQueue } from "#shared/contract/lead.ts";
import type { Rule, RuleMode } from "#shared/contract/rule.ts";
import type { LeadRecord, StoredLead } from "#shared/lead-record.ts";
import type { LeadStatus } from "#shared/lead-status.ts";
import type { RescoredLead, StaleLead } from "#shared/stale-lead.ts";
import type { AccountStore, SessionStore, SignInAttemptStore, TokenStore } from "#server/store/account-types.ts";
import type { Acted, ActEntry } from "#server/store/act.ts";
import type { AuditStore } from "#server/store/audit-log.ts";
import type { BulkActStore } from "#server/store/bulk-acts.ts";
import type { DuplicateStore } from "#server/store/duplicate-types.ts";
import type { PoolFigures } from "#server/store/engine.ts";
import type { FollowUpStore } from "#server/store/follow-up-types.ts";
import type { EmailSettingsStore } from "#server/store/email-settings-types.ts";
import type { FormStore, SubmissionWrite } from "#server/store/form-types.ts";
import type { ImportStore, ImportWrite } from "#server/store/import-types.ts";
import type { HealthStore } from "#server/store/health.ts";
import type { JournalStore } from "#server/store/journal-types.ts";
import type { ReportStore } from "#server/store/report-types.ts";
import type { ScheduleStore } from "#server/store/schedules.ts";
import type { SettingsStore } from "#server/store/settings-types.ts";
import type { JobStore } from "#server/store/job-types.ts";
import type { LeadFigures } from "#server/store/lead-figure-types.ts";
import type { LeadChoice } from "#server/store/lead-filter.ts";
import type { LeadsAddress } from "#server/store/lead-reader.ts";
import type { LearningStore } from "#server/store/learning.ts";
import type { MailboxStore, MessagesWrite } from "#server/store/mailbox-types.ts";
import type { NotificationStore } from "#server/store/notifications.ts";
import type { OldLeadStore } from "#server/store/old-leads.ts";
import type { DatabaseTroubles } from "#server/store/observed-engine.ts";
import type { PeopleStore } from "#server/store/people/people.ts";
import type { Records } from "#server/store/records.ts";
import type { ReplayStore } from "#server/store/replay-types.ts";
import type { SampleLeadStore } from "#server/store/sample-leads.ts";
import type { SavedViewStore } from "#server/store/saved-views.ts";
import type { ScrapeStore } from "#server/store/scrape-types.ts";
import type { SupportRequestStore } from "#server/store/support-requests.ts";
import type { Work } from "#server/store/work.ts";

/** What the rest of the server may ask of the store; both engines answer alike. All times are ISO 8601 UTC text. */
export interface Store {
  readonly engine: "sqlite" | "postgres";
  /** Where a thread of its own reads the leads, with `openLeadReader`. */
  readonly leadsAddress: LeadsAddress;
  readonly leads: LeadStore;
  readonly bulkActs: BulkActStore;
  readonly rules: RuleStore;
  readonly dataSources: DataSourceStore;
  readonly duplicates: DuplicateStore;
  readonly emailSettings: EmailSettingsStore;
  readonly settings: SettingsStore;
  readonly journal: JournalStore;
  readonly reports: ReportStore;
  readonly leases: LeaseStore;
  readonly health: HealthStore;
  readonly jobs: JobStore;
  readonly schedules: ScheduleStore;
  readonly scrapes: ScrapeStore;
  readonly mailbox: MailboxStore;
  readonly forms: FormStore;
  readonly imports: ImportStore;
  readonly replays: ReplayStore;
  readonly savedViews: SavedViewStore;
  readonly followUps: FollowUpStore;
  readonly sampleLeads: SampleLeadStore;
  readonly oldLeads: OldLeadStore;
  readonly learning: LearningStore;
  readonly notifications: NotificationStore;
  readonly people: PeopleStore;
  readonly supportRequests: SupportRequestStore;
  readonly accounts: AccountStore;
  readonly sessions: SessionStore;
  readonly tokens: TokenStore;
  readonly signInAttempts: SignInAttemptStore;
  readonly audit: AuditStore;
  /**
   * Changes records for a person in one transaction, journaled as one act. `write` may run more than once, because
   * PostgreSQL may have the transaction begin anew.
   */
  readonly act: <T>(entry: ActEntry<T>, write: (records: Records) => Work<T>) => Promise<Acted<T>>;
  /** Rejects with store_unreachable when queries cannot be answered. */
  ping(): Promise<void>;
  /** Whether the tables are as this program knows them. Rejects with store_unreachable. */
  isOfThisVersion(): Promise<boolean>;
  /** Tells every process on this store of a change; the own process hears it too. */
  publish(message: string): Promise<void>;
  /**
   * Hears what any process published, the own one included, and an empty message when some may have been missed.
   * Returns the function that stops listening.
   */
  subscribe(listener: (message: string) => void): () => void;
  /** What its errors have told of the database. */
  troubles(): DatabaseTroubles;
  /** Reads all of a SQLite file; of PostgreSQL nothing, which its own means check. Throws store_damaged. */
  check(signal: AbortSignal): Promise<void>;
  /** The connections of this process to PostgreSQL; null on SQLite, which has none. */
  connections(): PoolFigures | null;
  close(): Promise<void>;
}

export interface LeadListRequest extends LeadFilter {
  sort: LeadSort;
  limit: number;
  cursor?: string | undefined;
  view: "full" | "row";
}

export interface LeadPage {
  /** The JSON text of an array of contract leads, built by the database. */
  json: string;
  /** How many leads are on it. */
  length: number;
  /** Where the next page starts; null on the last. A page of very long leads may end before its limit. */
  nextCursor: string | null;
}

export interface LeadCount {
  count: number;
  /** False when counting stopped at a limit: then there are at least `count`. */
  exact: boolean;
}

export type StatusTotals = Record<LeadStatus, number>;

/** What intake must know to match a batch. */
export interface KnownQuery {
  emailKeys: string[];
  phoneKeys: string[];
  source: { id: string | null; rowKeys: string[] };
}

export interface KnownLeads {
  leads: StoredLead[];
  /** Which lead each known row of this source belongs to. */
  rowLeads: Map<string, string>;
  /** Which lead those were merged into that an e-mail or a phone of the query was of. */
  aliases: { emails: Map<string, string>; phones: Map<string, string> };
  /** Keys of leads that a person deleted: what arrives under one of them stays out. */
  tombstones: { emailKeys: Set<string>; phoneKeys: Set<string>; rowKeys: Set<string> };
  /** Those of the keys that a person was known by who was erased. */
  erased: { emailKeys: Set<string>; phoneKeys: Set<string>; rowKeys: Set<string> };
}

/** A source's row after intake; `leadId` null when it was skipped, `createIndex` when its lead is created in the same batch. */
export interface SourceRowWrite {
  rowKey: string;
  contentHash: string;
  leadId: string | null;
  createIndex: number | null;
}

export interface LeadBatch extends Scored {
  creates: LeadRecord[];
  updates: StoredLead[];
  source: { id: string | null };
  rows: SourceRowWrite[];
  journal: NewJournalEntry[];
  /** Leads that the rules turned, where the journal tells of all of them in one line. */
  turns?: readonly NewLeadTurn[];
  /** Ids of the leads that the batch was matched with: one that has come to share a phone since must be matched too. */
  seen?: readonly string[];
  /** A person's decision on the leads of all `rows`, journaled as `setStatus` does. */
  status?: Omit<StatusChange, "id">;
  /** What else the same transaction writes: where the leads came from, and how far that has been read. */
  alongside?: MessagesWrite | SubmissionWrite | ImportWrite;
  /**
   * The batch is a part of more that tells in the same transaction how far it is, and ends with a write of its own: only
   * that is waited for until it is on the disk.
   */
  isPart?: boolean;
}

/** Writes whose scores were made by rules read before. */
export interface Scored {
  /** The wanted version the rules stood for. When it is another at the commit, all scores are marked as stale. */
  rulesVersion?: number;
}

export interface StatusChange {
  id: string;
  status: LeadStatus;
  by: string;
  at: string;
}

export interface LeadChange {
  lead: StoredLead;
  /** The journal entry with which the change can be taken back; null when nothing changed. */
  actId: string | null;
}

export interface LeadStore extends LeadFigures {
  /** The JSON text of one lead as the contract answers it; null when there is none. */
  json(id: string): Promise<string | null>;
  get(id: string): Promise<StoredLead | null>;
  /** Those of the leads that there are, in any order, by name. */
  named(ids: readonly string[]): Promise<{ id: string; name: string; company: string }[]>;
  list(request: LeadListRequest): Promise<LeadPage>;
  count(filter: LeadFilter): Promise<LeadCount>;
  /** Chunks of JSON text which joined are one array of all leads, newest first. Holds no more than a chunk. */
  streamJson(): AsyncIterable<string>;
  /** Chunks of rows in the order and with the filters of the list; each row holds the named columns as text. */
  streamColumns(
    filter: LeadChoice & { sort?: LeadSort | undefined },
    columns: readonly string[],
  ): AsyncIterable<string[][]>;
  /** Kept up to date by each change, never counted by scanning. */
  totals(): Promise<StatusTotals>;
  /** Leads created in [from, to) by the status they have now, from the same kept figures, to the hour at both ends. */
  totalsCreatedBetween(from: string, to: string): Promise<StatusTotals>;
  /** How many leads there are by source, of those created from `from` on (to the hour) or of all; kept, never scanned. */
  totalsBySource(from?: string): Promise<Record<string, number>>;
  /** The leads that rules qualified and no person has looked at, the best first. */
  toReview(after: { score: number; id: string } | null): Promise<ReviewQueue>;
  /** The best qualified and approved leads, highest score first, for the report: without those of the sample. */
  topQualified(limit: number): Promise<StoredLead[]>;
  known(query: KnownQuery): Promise<KnownLeads>;
  /** The content hashes of those of these rows of a source that are known, by row key. */
  rowHashes(sourceId: string, rowKeys: readonly string[]): Promise<Map<string, string>>;
  /**
   * One transaction: all of it or nothing. Rejects with lead_conflict when another process changed or took what the
   * batch was decided on meanwhile, and with source_gone or import_gone when what it is of was deleted. Returns the ids of `creates` in
   * order.
   */
  applyBatch(batch: LeadBatch): Promise<string[]>;
  /**
   * `applyBatch` for what a person took in: one act, which is added to the act `partOf` where it is a part of that.
   * `actId` is null when it neither made nor changed a lead.
   */
  applyAct(batch: LeadBatch, entry: NewJournalEntry, partOf?: string | null): Promise<Acted<string[]>>;
  /**
   * Decides a lead's status for a person: one durable write with its journal entry. Null when there is no such lead.
   * `json` is the lead as the contract answers it, `actId` null where a person had decided the same before.
   */
  setStatus(change: StatusChange): Promise<{ json: string; actId: string | null; before: LeadStatus } | null>;
  /**
   * Reads a lead, lets `edit` make another of it, writes it and journals what changed, all in one transaction.
   * Null when there is no such lead. Rejects with lead_conflict when the new e-mail belongs to another lead, and with
   * person_erased when the lead would become somebody who was erased.
   */
  edit(
    id: string,
    edit: (lead: StoredLead) => StoredLead,
    entry: NewJournalEntry,
    scored?: Scored,
  ): Promise<LeadChange | null>;
  /** Removes a lead, leaving a tombstone and a journal entry it can be restored from. Null when there is no such lead. */
  remove(id: string, entry: NewJournalEntry): Promise<{ actId: string } | null>;
  /**
   * Removes a lead that one row of a source brought, as if that had never been: without a tombstone, and with a journal
   * entry it can be restored from. Null, and the lead stays, when another row told of it too, when it has written since,
   * or when `isAsMade` says no.
   */
  withdraw(
    id: string,
    rowKey: string,
    isAsMade: (lead: StoredLead) => boolean,
    entry: NewJournalEntry,
  ): Promise<{ actId: string } | null>;
  /**
   * Makes one lead of two under the first id, with one journal entry that both can be restored from. Null when the first
   * is gone. Rejects with merge_with_itself, and with lead_gone when the other is; `unite` may throw to refuse.
   */
  merge(
    id: string,
    otherId: string,
    unite: (lead: StoredLead, other: StoredLead) => StoredLead,
    entry: NewJournalEntry,
    scored?: Scored,
  ): Promise<{ lead: StoredLead; actId: string } | null>;
  /** The lead that one was merged into, by way of others too; null where it was not, or that one is gone. */
  mergedInto(id: string): Promise<string | null>;
  /** Leads to be scored afresh, in the order of their ids where `after` is given. */
  stale(which: StaleLeads): Promise<StaleLead[]>;
  /**
   * Writes what scoring afresh made of leads, with the timeline of those that turned, one transaction. Leaves out leads
   * that have changed since they were read: `written` holds the ids of the others.
   */
  writeScores(
    batch: { leads: readonly RescoredLead[]; at: string } & Required<Scored>,
  ): Promise<{ written: ReadonlySet<string> }>;
}

/**
 * The next of all leads, those of these ids, or some of those whose status another threshold turns while their score
 * stays.
 */
export type StaleLeads =
  | { after: string | null; limit: number }
  | { ids: readonly string[] }
  | { threshold: number; limit: number };

/** Another status that the rules gave to a lead. */
export interface NewLeadTurn {
  /** `new:2` is the third lead that a batch creates. */
  leadId: string;
  at: string;
  status: LeadStatus;
  /** Why, for people. */
  description: string;
}

export interface RuleRecord {
  id: string;
  name: string;
  keywords: string[];
  scoreWeight: number;
  isActive: boolean;
  mode: RuleMode;
  fields: string[];
  counting: Rule["counting"];
  halfLifeDays: number | null;
  note: string;
  createdAt: string;
}

/** Each change marks all scores as stale. */
export interface RuleStore {
  list(): Promise<RuleRecord[]>;
  create(rule: Omit<RuleRecord, "id">): Promise<RuleRecord>;
  update(id: string, patch: Partial<Omit<RuleRecord, "id" | "createdAt">>): Promise<RuleRecord | null>;
  remove(id: string): Promise<boolean>;
}

export interface DataSourceRecord {
  id: string;
  name: string;
  type: "google_sheets" | "email";
  /** Without the secrets. */
  config: Omit<DataSourceConfig, "serviceAccount" | "apiKey" | "appPassword"> & {
    serviceAccountEmail?: string | undefined;
  };
  /** Sealed by the secrets part; null when there is none. */
  sealedServiceAccount: string | null;
  sealedApiKey: string | null;
  sealedAppPassword: string | null;
  isActive: boolean;
  lastSync: string | null;
  lastRun: SyncRun | null;
  failingSince: string | null;
  createdAt: string;
}

export interface DataSourceStore {
  list(): Promise<DataSourceRecord[]>;
  get(id: string): Promise<DataSourceRecord | null>;
  create(source: Omit<DataSourceRecord, "id">): Promise<DataSourceRecord>;
  update(id: string, patch: Partial<Omit<DataSourceRecord, "id" | "createdAt">>): Promise<DataSourceRecord | null>;
  /** The source's rows are forgotten, its leads stay. */
  remove(id: string): Promise<boolean>;
}

export interface NewJournalEntry {
  kind:
    | "created"
    | "updated"
    | "status"
    | "edited"
    | "deleted"
    | "qualified"
    | "sync"
    | "report"
    | "restored"
    | "merge"
    | "rule"
    | "scrape"
    | "import"
    | "reply"
    | "source"
    | "website"
    | "email"
    | "mailbox"
    | "form"
    | "settings"
    | "view"
    | "sample"
    | "correction"
    | "follow_up"
    | "other";
  type: "qualified_lead" | "email_sent" | "sync_completed" | "other";
  title: string;
  description: string;
  by: string;
  at: string;
  leadId: string | null;
}

/** Work that only one process may do at a time; a lease that is not renewed runs out. */
export interface LeaseStore {
  acquire(key: string, owner: string, milliseconds: number): Promise<boolean>;
  renew(key: string, owner: string, milliseconds: number): Promise<boolean>;
  release(key: string, owner: string): Promise<void>;
}
