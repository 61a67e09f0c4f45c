import type { AddressQuality } from "#shared/contract/leads/address-quality.ts";
import { SCORED_FIELDS, type ScoredField } from "#shared/lead-fields.ts";
import type { CustomValue } from "#shared/lead-record.ts";
import type { LeadStatus } from "#shared/lead-status.ts";
import type { Fact } from "#shared/raw-lead.ts";
import { textColumns } from "#server/db/leads/lead-columns.ts";
import type { RescoreState } from "#server/db/rules/settings.ts";
import { fromStored } from "#server/db/engine/stored-text.ts";

/** Where a background thread finds the leads. */
export type LeadsAddress = { engine: "sqlite"; file: string } | { engine: "postgres"; url: string };

/** The data that a lead's score and status are computed from. */
export interface ScorableLead extends Record<ScoredField, string> {
  id: number;
  status: LeadStatus;
  statusSetBy: "rule" | "person";
  score: number;
  createdAt: string;
  email: string;
  addressQuality: AddressQuality | null;
  facts: Fact[];
  customFields: CustomValue[];
}

export interface ThresholdChange {
  nowQualified: number;
  noLongerQualified: number;
  /** With each lead's current status. */
  first: (Pick<ScorableLead, "id" | "score"> & { status: "pending" | "qualified" })[];
}

/** Reads leads in bulk over a separate read-only connection, for use in a background thread. */
export interface LeadReader {
  /** Calls `look` with a snapshot of the current state. */
  view<T>(look: (view: LeadsView) => Promise<T>): Promise<T>;
  close(): Promise<void>;
}

/** Returns rows as arrays of stored values. The query may only contain program constants and whole numbers. */
type ReadRows = (text: string) => Promise<unknown[][]> | unknown[][];

const SCORED = textColumns(SCORED_FIELDS);

const STATUS_CODE = `case status when 'pending' then 0 when 'qualified' then 2 when 'approved' then 4 else 6 end
  + case status_set_by when 'person' then 1 else 0 end`;

/**
 * A snapshot of all leads, for both engines. Id ranges include the first id and exclude the last. Each lead's value
 * combines its revision, which every change of its texts increments, its score and its status. A block's stamp has the
 * number of leads, the last id, the sum of the values, and their sum weighted by position in the block, so that changes
 * of several leads don't cancel out.
 */
export function leadsView(version: string, read: ReadRows) {
  return {
    /** Equal versions of two views mean that nothing was written in between. */
    version,

    async lastId(): Promise<number> {
      const [[last] = []] = await read("select max(id) from leads");
      return Number(last ?? 0);
    },

    /**
     * Change stamps for each block of `size` ids in the range that has leads, by block number (id / size, rounded down).
     * A stamp changes when a lead is added, removed or changed. Doesn't read wide columns.
     */
    async stamps(from: number, to: number, size: number): Promise<Map<number, string>> {
      const rows =
        await read(`select id / ${size}, count(*) || ' ' || max(id) || ' ' || sum(v) || ' ' || sum(v * (1 + id % ${size}))
        from (select id, cast(revision as bigint) * 1024 + score * 8 + ${STATUS_CODE} as v from leads
          where id >= ${from} and id < ${to}) as l group by 1`);
      return new Map(rows.map(([block, stamp]) => [Number(block), String(stamp)]));
    },

    /** The leads of a range in id order. */
    async leads(from: number, to: number): Promise<ScorableLead[]> {
      const rows = await read(`select id, status, status_set_by, score, created_at, email, facts,
        address_quality, custom_fields, ${SCORED}
        from leads where id >= ${from} and id < ${to} order by id`);
      return rows.map(leadOf);
    },

    /** How far rescoring has progressed for the current rules. */
    async scoring(): Promise<Pick<RescoreState, "wanted" | "done" | "doneRules">> {
      const [[wanted, done, doneRules] = []] = await read("select wanted, done, done_rules from rescore_state");
      return { wanted: Number(wanted), done: Number(done), doneRules: doneRules as string | null };
    },

    /** The number of leads for each score. */
    async scores(): Promise<{ score: number; count: number }[]> {
      const rows = await read("select score, sum(count) from lead_scores group by score");
      return rows.map(([score, count]) => ({ score: Number(score), count: Number(count) }));
    },

    /**
     * The leads whose status another threshold would change at their current scores: how many, and the `most` best of
     * each direction.
     */
    async acrossThreshold(threshold: number, most: number): Promise<ThresholdChange> {
      const isUp = `status = 'pending' and score >= ${threshold}`;
      const isDown = `status = 'qualified' and score < ${threshold}`;
      // Only reads counters and a small index, because any number of leads may change.
      const sumOf = (leads: string): string => `(select coalesce(sum(count), 0) from lead_scores where ${leads})
        - (select count(*) from leads where status_set_by = 'person' and ${leads})`;
      const [[nowQualified, noLongerQualified] = []] = await read(`select ${sumOf(isUp)}, ${sumOf(isDown)}`);
      const first: ThresholdChange["first"] = [];
      for (const [status, leads] of [
        ["pending", isUp],
        ["qualified", isDown],
      ] as const) {
        const rows = await read(`select id, score from leads where ${leads} and status_set_by = 'rule'
          order by score desc, id desc limit ${most}`);
        first.push(...rows.map(([id, score]) => ({ id: Number(id), score: Number(score), status })));
      }
      return { nowQualified: Number(nowQualified), noLongerQualified: Number(noLongerQualified), first };
    },
  };
}

export type LeadsView = ReturnType<typeof leadsView>;

/** Nine columns, then the texts that are scored. */
function leadOf(row: unknown[]): ScorableLead {
  const [id, status, statusSetBy, score, createdAt, email, stored, addressQuality, custom] = row as string[];
  const facts = fromStored(stored ?? "[]");
  const customFields = fromStored(custom ?? "[]");
  const lead = {
    id: Number(id),
    status: status as LeadStatus,
    statusSetBy: statusSetBy as ScorableLead["statusSetBy"],
    score: Number(score),
    createdAt: String(createdAt),
    email: fromStored(email ?? ""),
    addressQuality: addressQuality as ScorableLead["addressQuality"],
    facts: facts === "[]" ? [] : (JSON.parse(facts) as Fact[]),
    customFields: customFields === "[]" ? [] : (JSON.parse(customFields) as CustomValue[]),
  } as ScorableLead;
  let at = 9;
  for (const field of SCORED_FIELDS) lead[field] = fromStored((row[at++] ?? "") as string);
  return lead;
}
