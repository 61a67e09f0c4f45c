import { assessLead, type Judgement } from "#server/intake/assess-lead.ts";
import { createLead, type Arrival } from "#server/intake/create-lead.ts";
import { LeadsAtWork, type KnownLeads, type LeadAtWork } from "#server/intake/known-leads.ts";
import { mergeLead } from "#server/intake/merge-lead.ts";
import { normaliseLead, type Normalised } from "#server/intake/normalise.ts";
import { ERASED_REASON } from "#shared/erased-person.ts";
import type { KnownLeadPolicy } from "#shared/contract/lead-import.ts";
import type { LeadRecord, StoredLead } from "#shared/lead-record.ts";
import { countsAsQualified } from "#shared/lead-status.ts";
import type { RawLead, SourceRef } from "#shared/raw-lead.ts";

export interface BatchContext extends Judgement {
  source: SourceRef;
  /** What a person chose for known leads; without it the newer value of the same source replaces the older. */
  policy?: KnownLeadPolicy;
}

/** A raw lead and its normal form, which both matching and deciding need. */
export interface NormalRow {
  raw: RawLead;
  normalised: Normalised;
}

/** Which lead a row became: a stored one's id, or the index of one that the batch creates; neither when left out. */
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
  /** Why it was skipped, for people. */
  reason?: string;
}

/** Everything to write for a batch, and what to say of it. `counts` add up to the number of rows. */
export interface BatchDecision {
  creates: LeadRecord[];
  updates: StoredLead[];
  rows: DecidedRow[];
  outcomes: RowOutcome[];
  counts: Record<RowOutcome["kind"], number>;
  newlyQualified: { name: string; score: number; leadId: string | null; createIndex: number | null }[];
}

/** Brings the rows of a batch into normal form. `defaultCountry` (ISO 3166-1 alpha-2) reads phone numbers without one. */
export function normaliseBatch(raws: readonly RawLead[], defaultCountry?: string): NormalRow[] {
  return raws.map((raw) => ({ raw, normalised: normaliseLead(raw, defaultCountry) }));
}

/** The keys under which leads must be known before a batch of these is decided. */
export function keysOf(rows: readonly NormalRow[]): { emailKeys: string[]; phoneKeys: string[]; rowKeys: string[] } {
  const emailKeys = new Set<string>();
  const phoneKeys = new Set<string>();
  const rowKeys = new Set<string>();
  for (const { raw, normalised } of rows) {
    rowKeys.add(raw.rowKey);
    if ("skipped" in normalised) continue;
    const { emailKey, phoneKey } = normalised.lead;
    if (emailKey !== null) emailKeys.add(emailKey);
    if (phoneKey !== null) phoneKeys.add(phoneKey);
  }
  return { emailKeys: [...emailKeys], phoneKeys: [...phoneKeys], rowKeys: [...rowKeys] };
}

/**
 * Decides what becomes of each row, in order: normalise, match, create or merge, and when all are in, score and qualify
 * what changed. `known` holds what the store knows under `keysOf(rows)`. Pure, and however the rows are dealt out to
 * batches the same leads result. A row that comes again unchanged changes nothing. A person's own entry (source kind
 * `manual`) may bring back what was deleted, but nobody who was erased.
 */
export function decideBatch(rows: readonly NormalRow[], known: KnownLeads, context: BatchContext): BatchDecision {
  const { source, now, policy } = context;
  const leads = new LeadsAtWork(source.kind === "manual" ? withoutTombstones(known) : known);
  const taken: { raw: RawLead; lead: LeadAtWork | null; outcome: RowOutcome }[] = [];

  for (const { raw, normalised } of rows) {
    const told = { rowKey: raw.rowKey, locator: raw.locator };
    if ("skipped" in normalised) {
      taken.push({ raw, lead: null, outcome: { ...told, kind: "skipped", reason: normalised.skipped } });
      continue;
    }
    const arrival: Arrival = { raw, normal: normalised.lead, source, now };
    const { emailKey, phoneKey } = arrival.normal;
    const match = leads.match({ rowKey: raw.rowKey, emailKey, phoneKey });
    if (match === "deleted") {
      taken.push({ raw, lead: null, outcome: { ...told, kind: "skipped", reason: "Deleted by a person" } });
    } else if (match === "erased") {
      taken.push({ raw, lead: null, outcome: { ...told, kind: "skipped", reason: ERASED_REASON } });
    } else if (match === null) {
      const lead = leads.create(createLead(arrival), raw.rowKey);
      taken.push({ raw, lead, outcome: { ...told, kind: "created" } });
    } else if (policy === "skip") {
      const reason = `Known already: ${match.now.name}`;
      taken.push({ raw, lead: null, outcome: { ...told, kind: "skipped", reason } });
    } else {
      const merged = mergeLead(match.now, arrival, { isEmailTaken: leads.isTaken(emailKey, match), policy });
      const kind = merged === match.now ? "unchanged" : "updated";
      leads.replace(match, merged, raw.rowKey);
      taken.push({ raw, lead: match, outcome: { ...told, kind } });
    }
  }
  return decisionOf(leads, taken, context);
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
      decision.newlyQualified.push({ name: assessed.name, score: assessed.score, leadId, createIndex });
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

function withoutTombstones(known: KnownLeads): KnownLeads {
  return { ...known, tombstones: { emailKeys: new Set(), phoneKeys: new Set(), rowKeys: new Set() } };
}
