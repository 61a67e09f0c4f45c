import type { LeadStatus } from "#shared/lead-status.ts";
import type { Fact } from "#shared/raw-lead.ts";
import type { RescoreState } from "#server/store/settings-types.ts";
import { fromStored } from "#server/store/stored-text.ts";

/** Where a thread beside the one that serves requests finds the leads. */
export type LeadsAddress = { engine: "sqlite"; file: string } | { engine: "postgres"; url: string };

/** Of a lead what its score and status are made of. */
export interface ScorableLead {
  id: number;
  status: LeadStatus;
  statusSetBy: "rule" | "person";
  score: number;
  createdAt: string;
  email: string;
  company: string;
  industry: string;
  title: string;
  notes: string;
  facts: Fact[];
}

/** One state of all leads. Ranges of ids are from the first up to, but without, the second. */
export interface LeadsView {
  /** The same text in two views says that nothing at all was written between them. */
  readonly version: string;
  lastId(): Promise<number>;
  /**
   * For each block of `size` ids in the range that has leads, by the block's number (id / size, rounded down), a text
   * that is another when a lead was added, removed or changed. Says so without reading what is wide.
   */
  stamps(from: number, to: number, size: number): Promise<Map<number, string>>;
  /** The leads of a range in the order of their ids. */
  leads(from: number, to: number): Promise<ScorableLead[]>;
  /** How far the scores have followed the rules. */
  scoring(): Promise<Pick<RescoreState, "wanted" | "done" | "doneRules">>;
  /** How many leads have which score. */
  scores(): Promise<{ score: number; count: number }[]>;
  /** The leads that another threshold turns as they are scored: how many, and of each direction the `most` best. */
  turning(threshold: number, most: number): Promise<TurningLeads>;
}

export interface TurningLeads {
  nowQualified: number;
  noLongerQualified: number;
  /** With the status that each has. */
  first: (Pick<ScorableLead, "id" | "score"> & { status: "pending" | "qualified" })[];
}

/** Reads leads in bulk over a connection of its own, for a thread of its own: it only ever reads. */
export interface LeadReader {
  /** Calls `look` with the state of now, which stands still meanwhile. */
  view<T>(look: (view: LeadsView) => Promise<T>): Promise<T>;
  close(): Promise<void>;
}

/** Opens a reader. Rejects with store_unreachable. */
export async function openLeadReader(address: LeadsAddress): Promise<LeadReader> {
  // Each engine's driver is loaded only where it is used: that would be memory for nothing.
  if (address.engine === "sqlite") {
    const { openSqliteReader } = await import("#server/store/sqlite-lead-reader.ts");
    return openSqliteReader(address.file);
  }
  const { openPostgresReader } = await import("#server/store/postgres-lead-reader.ts");
  return openPostgresReader(address.url);
}

/** Rows as arrays of stored values. The text of the query is made of constants of this program and of whole numbers. */
type ReadRows = (text: string) => Promise<unknown[][]> | unknown[][];

const STATUS_CODE = `case status when 'pending' then 0 when 'qualified' then 2 when 'approved' then 4 else 6 end
  + case status_set_by when 'person' then 1 else 0 end`;

/**
 * The view that both engines give. A stamp is made of each lead's revision, which every change of its texts raises, its
 * score and its status: their count, the last of them, their sum, and their sum weighted by the place in the block, so that
 * changes of several leads do not cancel out.
 */
export function leadsView(version: string, read: ReadRows): LeadsView {
  return {
    version,
    async lastId() {
      const [[last] = []] = await read("select max(id) from leads");
      return Number(last ?? 0);
    },
    async stamps(from, to, size) {
      const rows =
        await read(`select id / ${size}, count(*) || ' ' || max(id) || ' ' || sum(v) || ' ' || sum(v * (1 + id % ${size}))
        from (select id, cast(revision as bigint) * 1024 + score * 8 + ${STATUS_CODE} as v from leads
          where id >= ${from} and id < ${to}) as l group by 1`);
      return new Map(rows.map(([block, stamp]) => [Number(block), String(stamp)]));
    },
    async leads(from, to) {
      const rows = await read(`select id, status, status_set_by, score, created_at, email, company, industry, title,
        notes, facts from leads where id >= ${from} and id < ${to} order by id`);
      return rows.map(leadOf);
    },
    async scoring() {
      const [[wanted, done, doneRules] = []] = await read("select wanted, done, done_rules from rescore_state");
      return { wanted: Number(wanted), done: Number(done), doneRules: doneRules as string | null };
    },
    async scores() {
      const rows = await read("select score, sum(count) from lead_scores group by score");
      return rows.map(([score, count]) => ({ score: Number(score), count: Number(count) }));
    },
    async turning(threshold, most) {
      const isUp = `status = 'pending' and score >= ${threshold}`;
      const isDown = `status = 'qualified' and score < ${threshold}`;
      // All in counters and an index of few leads: there may be any number that turn.
      const turn = (leads: string): string => `(select coalesce(sum(count), 0) from lead_scores where ${leads})
        - (select count(*) from leads where status_set_by = 'person' and ${leads})`;
      const [[nowQualified, noLongerQualified] = []] = await read(`select ${turn(isUp)}, ${turn(isDown)}`);
      const first: TurningLeads["first"] = [];
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

function leadOf([id, status, statusSetBy, score, createdAt, ...stored]: unknown[]): ScorableLead {
  const [email = "", company = "", industry = "", title = "", notes = "", facts = "[]"] = (stored as string[]).map(
    fromStored,
  );
  return {
    id: Number(id),
    status: status as LeadStatus,
    statusSetBy: statusSetBy as ScorableLead["statusSetBy"],
    score: Number(score),
    createdAt: String(createdAt),
    email,
    company,
    industry,
    title,
    notes,
    facts: facts === "[]" ? [] : (JSON.parse(facts) as Fact[]),
  };
}
