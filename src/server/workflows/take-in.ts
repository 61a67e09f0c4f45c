import type { KnownLeadPolicy } from "#shared/contract/lead-import.ts";
import type { LeadStatus } from "#shared/lead-status.ts";
import type { RawLead, SourceRef } from "#shared/raw-lead.ts";
import {
  decideBatch,
  keysOf,
  normaliseBatch,
  type BatchDecision,
  type NormalRow,
} from "#server/intake/decide-batch.ts";
import { scoreWithReasons } from "#server/intake/score-reasons.ts";
import { acting } from "#server/platform/acting.ts";
import { AppError, conflict } from "#server/platform/errors.ts";
import { leadsTakenIn } from "#server/platform/metrics.ts";
import type { LeadBatch, NewJournalEntry, NewLeadTurn } from "#server/store/types.ts";
import type { Judgement } from "#server/workflows/judgement.ts";
import type { Workspace } from "#server/workflows/workspace.ts";

/** Other processes may take the same e-mail or phone between matching and writing; then the batch is matched once more. */
const ATTEMPTS = 5;
/** More newly qualified leads in one batch than this are told as one line of activity. */
const NAMED_IN_ACTIVITY = 3;

interface TakenIn {
  decision: BatchDecision;
  createdIds: string[];
  /** Takes a person's act back; null without one, and where it changed nothing. */
  actId: string | null;
}

/** What goes into the same transaction as the leads. */
export interface TakenInWith {
  /** A person's decision on all of the batch's leads. */
  status?: LeadStatus;
  /** What happens to leads that are known already, where a person chose. */
  policy?: KnownLeadPolicy;
  /** Where the leads came from and how far that has been read, told by what was decided of each. */
  alongside?: (decision: BatchDecision) => NonNullable<LeadBatch["alongside"]>;
  /**
   * The batch is a part of more, and says how far that is: whoever takes it in tells at the end how many qualified, and
   * only that end is waited for until it is on the disk.
   */
  isPart?: boolean;
  /** What the history says of it where a person took the batch in; a part of the act `partOf`, if given. */
  act?: { entry: (decision: BatchDecision) => NewJournalEntry; partOf?: string | null };
  /** More to tell than who qualified. */
  journal?: (decision: BatchDecision) => NewJournalEntry[];
}

/** The last of those in this process that wait to try again. */
const lastInLine = new WeakMap<Workspace["store"], Promise<unknown>>();

/**
 * The one door for leads of every source: normalise, match, merge or create, score, qualify, record, in one
 * transaction. The same batch again changes nothing, unless a person gives all of it a status. Answers the decision
 * and the ids of the leads it created. Throws source_gone when the source was deleted.
 */
export function takeIn(
  workspace: Workspace,
  source: SourceRef,
  raws: readonly RawLead[],
  judgement: Judgement,
  more: TakenInWith = {},
): Promise<TakenIn> {
  return takeInNormal(workspace, source, normaliseBatch(raws), judgement, more);
}

/** The same door for leads that are in normal form, brought into it while the ones before them were written. */
export async function takeInNormal(
  workspace: Workspace,
  source: SourceRef,
  rows: readonly NormalRow[],
  judgement: Judgement,
  more: TakenInWith,
): Promise<TakenIn> {
  const attempt = (): Promise<TakenIn | null> => tryToTakeIn(workspace, source, rows, judgement, more);
  // Most batches meet nobody. Those that do try again one after the other, so that each gets through.
  return (await attempt()) ?? inLine(workspace.store, () => keepTrying(attempt));
}

async function keepTrying(attempt: () => Promise<TakenIn | null>): Promise<TakenIn> {
  for (let tried = 1; tried < ATTEMPTS; tried += 1) {
    const taken = await attempt();
    if (taken !== null) return taken;
  }
  throw conflict("lead_conflict", "These leads are being changed by others at the same time. Try again.");
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

/** Null when someone else changed the same leads meanwhile. */
async function tryToTakeIn(
  { store, clock }: Workspace,
  source: SourceRef,
  rows: readonly NormalRow[],
  judgement: Judgement,
  { status, policy, alongside, isPart = false, act, journal }: TakenInWith,
): Promise<TakenIn | null> {
  const now = clock().toISOString();
  const { emailKeys, phoneKeys, rowKeys } = keysOf(rows);
  const known = await store.leads.known({ emailKeys, phoneKeys, source: { id: source.id, rowKeys } });
  const decision = decideBatch(rows, known, { source, now, ...judgement, ...(policy !== undefined && { policy }) });
  const told = toldOf(decision, source, now, isPart);
  try {
    const batch: LeadBatch = {
      creates: decision.creates,
      updates: decision.updates,
      source: { id: source.id },
      // A row that was left out is looked at again next time, so that its reason is told each time.
      rows: decision.rows.filter(({ leadId, createIndex }) => leadId !== null || createIndex !== null),
      journal: [...(journal?.(decision) ?? []), ...told.journal],
      turns: told.turns,
      seen: known.leads.map(({ id }) => id),
      ...(status !== undefined && { status: { status, by: acting().by, at: now } }),
      ...(alongside !== undefined && { alongside: alongside(decision) }),
      rulesVersion: judgement.version,
      isPart,
    };
    const taken = await (act === undefined
      ? store.leads.applyBatch(batch).then((done) => ({ done, actId: null }))
      : store.leads.applyAct(batch, act.entry(decision), act.partOf));
    for (const { kind: outcome } of decision.outcomes) leadsTakenIn.inc({ source: source.kind, outcome });
    return { decision, createdIds: taken.done, actId: taken.actId };
  } catch (error) {
    if (error instanceof AppError && error.id === "lead_conflict") return null;
    throw error;
  }
}

/** Few newly qualified leads are told each by itself, more in one line; of the others each has its own timeline. */
function toldOf(
  decision: BatchDecision,
  source: SourceRef,
  at: string,
  isPart: boolean,
): { journal: NewJournalEntry[]; turns: NewLeadTurn[] } {
  const { newlyQualified, creates, updates } = decision;
  if (newlyQualified.length === 0) return { journal: [], turns: [] };
  const updated = new Map(updates.map((lead) => [lead.id, lead]));
  const told = newlyQualified.map(({ name, score, leadId, createIndex }) => {
    const lead = leadId === null ? creates[createIndex ?? -1] : updated.get(leadId);
    const description = `${scoreWithReasons(score, lead?.scoreParts ?? [])}, from ${source.name}`;
    return { name, leadId: leadId ?? `new:${createIndex}`, description };
  });
  const entry = { kind: "qualified", type: "qualified_lead", by: "Rules", at } as const;
  if (!isPart && told.length <= NAMED_IN_ACTIVITY) {
    return { journal: told.map(({ name, ...rest }) => ({ ...entry, title: `${name} qualified`, ...rest })), turns: [] };
  }
  const description = `Scored high enough in ${source.name}`;
  const line = { ...entry, title: `${told.length} leads qualified`, description, leadId: null };
  return {
    journal: isPart ? [] : [line],
    turns: told.map((turn) => ({ leadId: turn.leadId, at, status: "qualified", description: turn.description })),
  };
}
