import { hasRoomForFacts, withFact } from "#server/pipeline/intake/alternative-fact.ts";
import { assessLead, type ScoringOptions } from "#server/pipeline/intake/assess-lead.ts";
import { createLead, type Arrival } from "#server/pipeline/intake/create-lead.ts";
import { LeadsAtWork, type KnownLeads, type LeadAtWork } from "#server/pipeline/intake/known-leads.ts";
import { mergeLead } from "#server/pipeline/intake/merge-lead.ts";
import { normalizeLead, type Normalized } from "#server/pipeline/intake/normalize.ts";
import { ERASED_REASON } from "#shared/erased-person.ts";
import type { KnownLeadPolicy } from "#shared/contract/leads/lead-import.ts";
import type { LeadRecord, StoredLead } from "#shared/lead-record.ts";
import { countsAsQualified } from "#shared/lead-status.ts";
import { leadTitle } from "#shared/lead-title.ts";
import type { RawLead, SourceRef } from "#shared/raw-lead.ts";

export interface BatchContext extends ScoringOptions {
  source: SourceRef;
  /** The user's choice for known leads; by default a newer value replaces an older one from the same source. */
  policy?: KnownLeadPolicy;
  /** The account that a row names as the lead's owner; null for an unknown name. */
  ownerNamed?: (name: string) => { id: string; username: string } | null;
  /** The user explicitly wants these leads, including ones that were deleted before. */
  restoresDeleted?: boolean;
}

/** A raw lead and its normal form, which matching and deciding both need. */
export interface NormalRow {
  raw: RawLead;
  normalized: Normalized;
}

/** The lead a row became: a stored lead's ID or the index of one the batch creates; neither when skipped. */
export interface DecidedRow {
  rowKey: string;
  contentHash: string;
  leadId: string | null;
  createIndex: number | null;
}

export interface RowOutcome {
  rowKey: string;
  locator: string;
  kind: "created" | "updated" | "unchanged" | "skipped";
  /** Why it was skipped, as shown to the user. */
  reason?: string;
}

/** Everything to write and report for a batch. `counts` add up to the number of rows. */
export interface BatchDecision {
  creates: LeadRecord[];
  updates: StoredLead[];
  rows: DecidedRow[];
  outcomes: RowOutcome[];
  counts: Record<RowOutcome["kind"], number>;
  newlyQualified: { name: string; score: number; leadId: string | null; createIndex: number | null }[];
}

export function normalizeBatch(raws: readonly RawLead[]): NormalRow[] {
  return raws.map((raw) => ({ raw, normalized: normalizeLead(raw) }));
}

/** Keys whose leads must be loaded before these rows can be decided. */
export function keysOf(rows: readonly NormalRow[]): Record<"emailKeys" | "phoneKeys" | "rowKeys" | "ids", string[]> {
  const emailKeys = new Set<string>();
  const phoneKeys = new Set<string>();
  const rowKeys = new Set<string>();
  const ids = new Set<string>();
  for (const { raw, normalized } of rows) {
    rowKeys.add(raw.rowKey);
    if ("skipped" in normalized) continue;
    const { emailKey, phoneKey } = normalized.lead;
    if (emailKey !== null) emailKeys.add(emailKey);
    else if (raw.exportedId !== undefined) ids.add(raw.exportedId);
    if (phoneKey !== null) phoneKeys.add(phoneKey);
  }
  return { emailKeys: [...emailKeys], phoneKeys: [...phoneKeys], rowKeys: [...rowKeys], ids: [...ids] };
}

/**
 * Decides what to do with each row, in order: normalize, match, create or merge; then scores and qualifies what
 * changed. `known` holds the stored data for `keysOf(rows)`. Pure, and the result does not depend on how rows are split
 * into batches. An unchanged row changes nothing. Rows entered by a person (source kind `manual`) or explicitly wanted
 * can restore a deleted lead, but never an erased one.
 */
export function decideBatch(rows: readonly NormalRow[], known: KnownLeads, context: BatchContext): BatchDecision {
  const { source, now, policy, restoresDeleted = source.kind === "manual" } = context;
  const leads = new LeadsAtWork(restoresDeleted ? withoutTombstones(known) : known);
  const taken: { raw: RawLead; lead: LeadAtWork | null; outcome: RowOutcome }[] = [];

  for (const { raw, normalized } of rows) {
    const row = { rowKey: raw.rowKey, locator: raw.locator };
    if ("skipped" in normalized) {
      taken.push({ raw, lead: null, outcome: { ...row, kind: "skipped", reason: normalized.skipped } });
      continue;
    }
    const arrival: Arrival = { raw, normal: normalized.lead, source, now };
    const { emailKey, phoneKey } = arrival.normal;
    const match =
      leads.match({ rowKey: raw.rowKey, emailKey, phoneKey }) ?? leads.exportedAs(raw.exportedId, arrival.normal);
    if (match === "deleted") {
      taken.push({ raw, lead: null, outcome: { ...row, kind: "skipped", reason: "Deleted earlier" } });
    } else if (match === "erased") {
      taken.push({ raw, lead: null, outcome: { ...row, kind: "skipped", reason: ERASED_REASON } });
    } else if (match === null) {
      const lead = leads.create(withStatus(withOwner(createLead(arrival), raw, context), raw, context), raw.rowKey);
      taken.push({ raw, lead, outcome: { ...row, kind: "created" } });
    } else if (policy === "skip") {
      const reason = `Already exists: ${leadTitle(match.now)}`;
      taken.push({ raw, lead: null, outcome: { ...row, kind: "skipped", reason } });
    } else {
      const filled = mergeLead(match.now, arrival, { isEmailTaken: leads.isTaken(emailKey, match), policy });
      const merged = withStatus(withOwner(filled, raw, context), raw, context);
      const kind = saysNothingNew(match.now, merged) ? "unchanged" : "updated";
      leads.replace(match, merged, raw.rowKey);
      taken.push({ raw, lead: match, outcome: { ...row, kind } });
    }
  }
  return decisionOf(leads, taken, context);
}

/** Whether a row only confirmed what the lead had, which is kept with its raw data. */
function saysNothingNew(before: LeadRecord, after: LeadRecord): boolean {
  const keys = Object.keys(after) as (keyof LeadRecord)[];
  return keys.every((key) => key === "rawData" || before[key] === after[key]);
}

function decisionOf(
  leads: LeadsAtWork,
  taken: readonly { raw: RawLead; lead: LeadAtWork | null; outcome: RowOutcome }[],
  context: BatchContext,
): BatchDecision {
  const decision: BatchDecision = {
    creates: [],
    updates: [],
    rows: [],
    outcomes: taken.map(({ outcome }) => outcome),
    counts: { created: 0, updated: 0, unchanged: 0, skipped: 0 },
    newlyQualified: [],
  };
  const createIndexes = new Map<LeadAtWork, number>();
  for (const lead of leads.all) {
    const { before } = lead;
    if (lead.now === before) continue;
    const assessed = assessLead(lead.now, context);
    const leadId = before?.id ?? null;
    if (before === null) createIndexes.set(lead, decision.creates.push(assessed) - 1);
    else decision.updates.push({ ...before, ...assessed, id: before.id });
    if (countsAsQualified(assessed.status) && !(before !== null && countsAsQualified(before.status))) {
      const createIndex = createIndexes.get(lead) ?? null;
      decision.newlyQualified.push({ name: leadTitle(assessed), score: assessed.score, leadId, createIndex });
    }
  }
  for (const { raw, lead, outcome } of taken) {
    decision.counts[outcome.kind] += 1;
    const createIndex = lead === null ? null : (createIndexes.get(lead) ?? null);
    const { rowKey, contentHash } = raw;
    decision.rows.push({ rowKey, contentHash, leadId: lead?.before?.id ?? null, createIndex });
  }
  return decision;
}

/**
 * The lead with the owner that its row names. An owner chosen by a person stays, and an unknown name is kept as a fact.
 */
function withOwner<L extends LeadRecord>(lead: L, raw: RawLead, { ownerNamed, policy }: BatchContext): L {
  const named = raw.owner?.trim() ?? "";
  if (named === "" || ownerNamed === undefined) return lead;
  const owner = ownerNamed(named);
  if (owner === null) {
    const facts = hasRoomForFacts(lead.facts) ? withFact(lead.facts, { name: "Owner", value: named }) : lead.facts;
    return facts === lead.facts ? lead : { ...lead, facts };
  }
  const isFree = lead.ownerId === null || policy === "overwrite";
  if (!isFree || lead.ownerSetBy === "person") return lead;
  return { ...lead, ownerId: owner.id, owner: owner.username, ownerSetBy: "person" };
}

/**
 * The lead with the status that its row gives, unless a person has decided. The rules keep deciding on a lead that they
 * qualify too, or whose row says pending.
 */
function withStatus<L extends LeadRecord>(lead: L, { status }: RawLead, context: BatchContext): L {
  if (status === undefined || status === "pending" || lead.statusSetBy === "person") return lead;
  if (status === "qualified" && assessLead(lead, context).status === "qualified") return lead;
  return { ...lead, status, statusSetBy: "person", updatedAt: context.now };
}

function withoutTombstones(known: KnownLeads): KnownLeads {
  return { ...known, tombstones: { emailKeys: new Set(), phoneKeys: new Set(), rowKeys: new Set() } };
}
