import { z } from "zod";
import { Id, Timestamp } from "#shared/contract/common.ts";
import { LIMITS } from "#shared/limits.ts";

/** The kinds of source whose rows can be read again. */
export const REPLAY_SOURCES = ["google_sheets", "website", "email", "form", "file"] as const;
export type ReplaySource = (typeof REPLAY_SOURCES)[number];

/** Without a source every kind is read; `all` also reads what the present version has read already. */
export const NewReplay = z.object({ source: z.enum(REPLAY_SOURCES).optional(), all: z.boolean().optional() });
export type NewReplay = z.infer<typeof NewReplay>;

/**
 * Raw input read again, to see what that would change before anything does. `running` reads; `ready` waits to be applied,
 * where there is anything; `applying` and `applied` follow. `interrupted` was cancelled or failed, and `message` says why.
 */
export const REPLAY_STATES = ["running", "ready", "applying", "applied", "interrupted"] as const;

export const Replay = z.object({
  id: Id,
  source: z.enum(REPLAY_SOURCES).nullable(),
  all: z.boolean(),
  state: z.enum(REPLAY_STATES),
  /** Leads to look through, and those looked through. */
  total: z.int(),
  done: z.int(),
  /** Rows read again, and those of which too little is kept to do so. */
  rowsRead: z.int(),
  rowsUnreadable: z.int(),
  leadsChanged: z.int(),
  changes: z.int(),
  /** Leads that it was applied to, and those left because they have changed since. */
  applied: z.int(),
  left: z.int(),
  /** The act that takes it back. */
  actId: Id.nullable(),
  message: z.string(),
  createdAt: Timestamp,
  finishedAt: Timestamp.nullable(),
});
export type Replay = z.infer<typeof Replay>;

/** What a reading changes: a field, or `fact:NAME`. Long values are cut; `why` names the source and the versions. */
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
  /** An answer's `nextCursor`. */
  cursor: Id.optional(),
});

/** In the order of the leads, all changes of one lead together. */
export const ReplayChanges = z.object({ changes: z.array(ReplayChange), nextCursor: Id.nullable() });
export type ReplayChanges = z.infer<typeof ReplayChanges>;

/** The last replay with the first of its changes; none when there was never one. */
export const LatestReplay = ReplayChanges.extend({ replay: Replay.nullable() });
export type LatestReplay = z.infer<typeof LatestReplay>;

export const ReplayApplication = z.object({ leadIds: z.array(Id).min(1).max(LIMITS.leadIds).optional() });
