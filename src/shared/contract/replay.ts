import { z } from "zod";
import { Id, Timestamp } from "#shared/contract/common.ts";
import { LIMITS } from "#shared/limits.ts";
import { REPLAY_SOURCES } from "#shared/source-kinds.ts";

/** Without a source, rereads every kind; `all` includes input the current version already read. */
export const NewReplay = z.object({ source: z.enum(REPLAY_SOURCES).optional(), all: z.boolean().optional() });
export type NewReplay = z.infer<typeof NewReplay>;

/**
 * Rereading raw input, with a preview before anything changes. `running` reads; `ready` waits to be applied, if there
 * are changes; then `applying` and `applied`. `interrupted` was canceled or failed; `message` says why.
 */
export const REPLAY_STATES = ["running", "ready", "applying", "applied", "interrupted"] as const;

export const Replay = z.object({
  id: Id,
  source: z.enum(REPLAY_SOURCES).nullable(),
  all: z.boolean(),
  state: z.enum(REPLAY_STATES),
  /** Leads to check, and leads checked. */
  total: z.int(),
  done: z.int(),
  /** Rows reread, and rows without enough stored input; null for accounts that see only some leads. */
  rowsRead: z.int().nullable(),
  rowsUnreadable: z.int().nullable(),
  leadsChanged: z.int(),
  changes: z.int(),
  /** Leads it was applied to, and leads skipped because they changed since. */
  applied: z.int(),
  left: z.int(),
  /** The action that undoes it. */
  actId: Id.nullable(),
  message: z.string(),
  createdAt: Timestamp,
  finishedAt: Timestamp.nullable(),
});
export type Replay = z.infer<typeof Replay>;

/** A changed field or `fact:NAME`. Long values are truncated; `why` names the source and the versions. */
export const ReplayChange = z.object({
  leadId: Id,
  leadName: z.string(),
  field: z.string(),
  before: z.string(),
  after: z.string(),
  why: z.string(),
});
export type ReplayChange = z.infer<typeof ReplayChange>;

export const ReplayChangesQuery = z.object({
  cursor: Id.optional(),
});

/** Ordered by lead; changes of one lead are adjacent. */
export const ReplayChanges = z.object({ changes: z.array(ReplayChange), nextCursor: Id.nullable() });
export type ReplayChanges = z.infer<typeof ReplayChanges>;

/** The last replay with its first changes; null if there never was one. */
export const LatestReplay = ReplayChanges.extend({ replay: Replay.nullable() });
export type LatestReplay = z.infer<typeof LatestReplay>;

export const ReplayApplication = z.object({ leadIds: z.array(Id).min(1).max(LIMITS.leadIds).optional() });
