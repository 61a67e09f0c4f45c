import { inEnglish } from "#shared/counted.ts";
import type { KnownLeadPolicy } from "#shared/contract/leads/lead-import.ts";
import type { LeadStatus } from "#shared/lead-status.ts";
import { usernameKey } from "#shared/username-key.ts";
import type { RawLead, SourceRef } from "#shared/raw-lead.ts";
import { acting, beyondSight } from "#server/platform/acting.ts";
import { AppError, conflict } from "#server/platform/errors.ts";
import { leadsTakenIn } from "#server/platform/metrics.ts";
import {
  decideBatch,
  keysOf,
  normalizeBatch,
  type BatchContext,
  type BatchDecision,
  type NormalRow,
} from "#server/pipeline/intake/decide-batch.ts";
import { scoreWithReasons } from "#server/pipeline/intake/score-reasons.ts";
import type { NewJournalEntry } from "#server/db/journal/journal-entry.ts";
import type { LeadBatch } from "#server/db/lead-changes/lead-intake.ts";
import type { NewStatusChange } from "#server/db/lead-changes/lead-status-changes.ts";
import { withNamedFields } from "#server/features/lead-fields/lead-fields.ts";
import { leadAssigner } from "#server/features/leads/assign-lead.ts";
import type { StoredAnswer } from "#server/db/system/stored-answers.ts";
import type { ScoringContext } from "#server/features/rules/scoring-context.ts";
import type { Workspace } from "#server/workspace.ts";

/** Another process may take the same email or phone between matching and writing; then the batch is matched again. */
const ATTEMPTS = 5;
/** With more newly qualified leads than this, a batch gets one line of activity. */
const NAMED_IN_ACTIVITY = 3;

interface TakenIn {
  decision: BatchDecision;
  createdIds: string[];
  /** The id that undoes a person's action; null without one or if nothing changed. */
  actId: string | null;
}

/** Writes to make in the same transaction as the leads. */
export interface TakenInWith {
  /** A person's decision on all of the batch's leads. */
  status?: LeadStatus;
  /** How to handle known leads, if a person chose. */
  policy?: KnownLeadPolicy;
  /** Also restores deleted leads, because a person requested them. */
  restoresDeleted?: boolean;
  /** The source's progress, derived from the decision. */
  alongside?: (decision: BatchDecision) => NonNullable<LeadBatch["alongside"]>;
  /**
   * The batch is part of a larger run: the caller reports at the end how many qualified, and only that end waits for
   * the disk.
   */
  isPart?: boolean;
  /** The history entry if a person took the batch in; part of the action `partOf`, if given. */
  act?: {
    entry: (decision: BatchDecision) => NewJournalEntry;
    partOf?: string | null;
    /** Undo skips leads that have changed since; otherwise they block it. */
    undoKeepsChanged?: boolean;
  };
  /** With `act`: the answer to store in the same transaction, from the ids of the created leads; null for none. */
  answer?: (decision: BatchDecision, createdIds: readonly string[], actId: string | null) => StoredAnswer | null;
  /** Entries in addition to newly qualified leads. */
  journal?: (decision: BatchDecision) => NewJournalEntry[];
}

/** The last batch of this process waiting to retry. */
const lastInLine = new WeakMap<Workspace["store"], Promise<unknown>>();

/**
 * The single intake for leads of every source: normalize, match, merge or create, score, qualify and record in one
 * transaction. Idempotent, unless a person sets a status. Returns the decision and the ids of the created leads. Throws
 * source_gone if the source was deleted.
 */
export function takeIn(
  workspace: Workspace,
  source: SourceRef,
  raws: readonly RawLead[],
  scoring: ScoringContext,
  more: TakenInWith = {},
): Promise<TakenIn> {
  return takeInNormal(workspace, source, normalizeBatch(raws), scoring, more);
}

/** The same for leads already in normal form, so that normalizing can overlap with writing the previous batch. */
export async function takeInNormal(
  workspace: Workspace,
  source: SourceRef,
  rows: readonly NormalRow[],
  scoring: ScoringContext,
  more: TakenInWith,
): Promise<TakenIn> {
  const named = await withNamedFields(workspace, source, rows);
  const attempt = (): Promise<TakenIn | null> =>
    beyondSight(() => tryToTakeIn(workspace, source, named, scoring, more));
  // Most batches have no conflicts. Those that do retry one after the other, so that each gets through.
  return (await attempt()) ?? inLine(workspace.store, () => keepTrying(attempt));
}

async function keepTrying(attempt: () => Promise<TakenIn | null>): Promise<TakenIn> {
  for (let tried = 1; tried < ATTEMPTS; tried += 1) {
    const taken = await attempt();
    if (taken !== null) return taken;
  }
  throw conflict("lead_conflict", "Someone else is changing these leads. Try again in a moment.");
}

function inLine<T>(store: Workspace["store"], work: () => Promise<T>): Promise<T> {
  const before = lastInLine.get(store) ?? Promise.resolve();
  const mine = before.then(work);
  lastInLine.set(
    store,
    mine.catch(() => {}),
  );
  return mine;
}

/** Null if the same leads were changed concurrently. */
async function tryToTakeIn(
  { store, clock }: Workspace,
  source: SourceRef,
  rows: readonly NormalRow[],
  scoring: ScoringContext,
  { status, policy, restoresDeleted, alongside, isPart = false, act, answer, journal }: TakenInWith,
): Promise<TakenIn | null> {
  const now = clock().toISOString();
  const { rowKeys, ...keys } = keysOf(rows);
  const known = await store.leads.known({ ...keys, source: { id: source.id, rowKeys } });
  const decision = decideBatch(rows, known, {
    source,
    now,
    ...scoring,
    ...(await ownersFor(store, rows)),
    ...(policy !== undefined && { policy }),
    ...(restoresDeleted !== undefined && { restoresDeleted }),
  });
  const entries = qualificationEntries(decision, source, now, isPart);
  try {
    const batch: LeadBatch = {
      creates: decision.creates,
      updates: decision.updates,
      source: { id: source.id },
      // A skipped row is looked at again next time, so that its reason is reported each time.
      rows: decision.rows.filter(({ leadId, createIndex }) => leadId !== null || createIndex !== null),
      journal: [...(journal?.(decision) ?? []), ...entries.journal],
      statusChanges: entries.statusChanges,
      seen: known.leads.map(({ id }) => id),
      ...(status !== undefined && { status: { status, by: acting().by, at: now } }),
      ...(alongside !== undefined && { alongside: alongside(decision) }),
      rulesVersion: scoring.version,
      assign: { by: leadAssigner, at: now },
      isPart,
    };
    const taken = await (act === undefined
      ? store.leads.applyBatch(batch).then((done) => ({ done, actId: null }))
      : store.leads.applyAction(batch, act.entry(decision), {
          partOf: act.partOf ?? null,
          undoKeepsChanged: act.undoKeepsChanged ?? false,
          answer: (ids, actId) => answer?.(decision, ids, actId) ?? null,
        }));
    for (const { kind: outcome } of decision.outcomes) leadsTakenIn.inc({ source: source.kind, outcome });
    return { decision, createdIds: taken.done, actId: taken.actId };
  } catch (error) {
    if (error instanceof AppError && ["lead_conflict", "owner_gone"].includes(error.id)) return null;
    throw error;
  }
}

/** Looks up accounts by name, if any of the rows names an owner. */
async function ownersFor(
  store: Workspace["store"],
  rows: readonly NormalRow[],
): Promise<Pick<BatchContext, "ownerNamed">> {
  if (rows.every(({ raw }) => raw.owner === undefined)) return {};
  const accounts = new Map(
    (await store.accounts.list()).flatMap(({ id, username, usernameKey: key, isActive }) =>
      isActive ? [[key, { id, username }] as const] : [],
    ),
  );
  return { ownerNamed: (name) => accounts.get(usernameKey(name)) ?? null };
}

/** Reports a few newly qualified leads one by one and many in one line; each lead also has its own timeline. */
function qualificationEntries(
  decision: BatchDecision,
  source: SourceRef,
  at: string,
  isPart: boolean,
): { journal: NewJournalEntry[]; statusChanges: NewStatusChange[] } {
  const { newlyQualified, creates, updates } = decision;
  if (newlyQualified.length === 0) return { journal: [], statusChanges: [] };
  const from = source.kind === "manual" ? "added by hand" : `from ${source.name}`;
  const updated = new Map(updates.map((lead) => [lead.id, lead]));
  const lines = newlyQualified.flatMap(({ name, score, leadId, createIndex }) => {
    const lead = leadId === null ? creates[createIndex ?? -1] : updated.get(leadId);
    if (lead?.statusSetBy === "person") return [];
    const description = `${scoreWithReasons(score, lead?.scoreParts ?? [])}, ${from}`;
    return { name, leadId: leadId ?? `new:${createIndex}`, description };
  });
  const entry = { kind: "qualified", type: "qualified_lead", by: "Rules", at } as const;
  if (!isPart && lines.length <= NAMED_IN_ACTIVITY) {
    return {
      journal: lines.map(({ name, ...rest }) => ({ ...entry, title: `${name} qualified`, ...rest })),
      statusChanges: [],
    };
  }
  const description = `Reached the threshold, ${from}`;
  const line = { ...entry, title: `${inEnglish(lines.length)} leads qualified`, description };
  return {
    journal: isPart ? [] : [line],
    statusChanges: lines.map((statusChange) => ({
      leadId: statusChange.leadId,
      at,
      status: "qualified",
      description: statusChange.description,
    })),
  };
}
