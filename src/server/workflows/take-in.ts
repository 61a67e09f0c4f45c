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
import { AppError, conflict } from "#server/platform/errors.ts";
import type { LeadBatch, NewJournalEntry } from "#server/store/types.ts";
import type { Judgement } from "#server/workflows/judgement.ts";
import { OWNER, type Workspace } from "#server/workflows/workspace.ts";

/** Other processes may take the same e-mail or phone between matching and writing; then the batch is matched once more. */
const ATTEMPTS = 5;
/** More newly qualified leads in one batch than this are told as one line of activity. */
const NAMED_IN_ACTIVITY = 3;

interface TakenIn {
  decision: BatchDecision;
  createdIds: string[];
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
  { status, policy, alongside, isPart = false, journal }: TakenInWith,
): Promise<TakenIn | null> {
  const now = clock().toISOString();
  const { emailKeys, phoneKeys, rowKeys } = keysOf(rows);
  const known = await store.leads.known({ emailKeys, phoneKeys, source: { id: source.id, rowKeys } });
  const decision = decideBatch(rows, known, { source, now, ...judgement, ...(policy !== undefined && { policy }) });
  try {
    const createdIds = await store.leads.applyBatch({
      creates: decision.creates,
      updates: decision.updates,
      source: { id: source.id },
      // A row that was left out is looked at again next time, so that its reason is told each time.
      rows: decision.rows.filter(({ leadId, createIndex }) => leadId !== null || createIndex !== null),
      journal: [...(journal?.(decision) ?? []), ...(isPart ? [] : activity(decision, source, now))],
      seen: known.leads.map(({ id }) => id),
      ...(status !== undefined && { status: { status, by: OWNER, at: now } }),
      ...(alongside !== undefined && { alongside: alongside(decision) }),
      rulesVersion: judgement.version,
      isPart,
    });
    return { decision, createdIds };
  } catch (error) {
    if (error instanceof AppError && error.id === "lead_conflict") return null;
    throw error;
  }
}

function activity(decision: BatchDecision, source: SourceRef, at: string): NewJournalEntry[] {
  const { newlyQualified } = decision;
  const entry = { kind: "qualified", type: "qualified_lead", by: "Rules", at } as const;
  if (newlyQualified.length > NAMED_IN_ACTIVITY) {
    const description = `Scored high enough in ${source.name}`;
    return [{ ...entry, title: `${newlyQualified.length} leads qualified`, description, leadId: null }];
  }
  return newlyQualified.map(({ name, score, leadId, createIndex }) => ({
    ...entry,
    title: `${name} qualified`,
    description: `Score ${score}, from ${source.name}`,
    leadId: leadId ?? `new:${createIndex}`,
  }));
}
