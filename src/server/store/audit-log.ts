import { sql, type RawBuilder } from "kysely";
import type { AuditEntry } from "#shared/contract/audit.ts";
import type { Engine } from "#server/store/engine.ts";
import { isRowId } from "#server/store/row-id.ts";
import { all, run } from "#server/store/work.ts";

export type NewAuditEntry = Omit<AuditEntry, "id"> & {
  /** The account that acted; null where none did. */
  userId: string | null;
};

export interface AuditFilter {
  by?: string | undefined;
  action?: string | undefined;
  from?: string | undefined;
  to?: string | undefined;
}

/** Who did what from where. */
export interface AuditStore {
  /** Adds an entry, without waiting for the disk: what it tells of is on it before, and a crash loses no more than the last. */
  add(entry: NewAuditEntry): Promise<void>;
  /** Newest first, those before the entry with the id `before`. */
  list(filter: AuditFilter, limit: number, before: string | null): Promise<AuditEntry[]>;
  /** Removes entries from before this moment, at most `limit`; answers how many. */
  forget(before: string, limit: number): Promise<number>;
}

interface AuditRow extends Omit<AuditEntry, "id" | "by" | "requestId"> {
  id: string | number;
  by_name: string;
  request_id: string;
}

export function auditStore(engine: Engine): AuditStore {
  return {
    add: ({ at, by, userId, via, address, action, summary, subject, outcome, requestId }) =>
      engine.transact(
        () =>
          run(sql`
            insert into audit_log (at, by_name, account_id, via, address, action, summary, subject, outcome, request_id)
            values (${at}, ${by}, ${userId}, ${via}, ${address}, ${action}, ${summary}, ${subject}, ${outcome},
              ${requestId})`),
        { isPart: true },
      ),

    async list({ by, action, from, to }, limit, before) {
      if (before !== null && !isRowId(before)) return [];
      const wanted: RawBuilder<unknown>[] = [
        ...(before === null ? [] : [sql`id < ${before}`]),
        ...(by === undefined ? [] : [sql`by_name = ${by}`]),
        ...(action === undefined ? [] : [sql`action = ${action}`]),
        ...(from === undefined ? [] : [sql`at >= ${new Date(from).toISOString()}`]),
        ...(to === undefined ? [] : [sql`at < ${new Date(to).toISOString()}`]),
      ];
      const where = wanted.length === 0 ? sql`` : sql`where ${sql.join(wanted, sql` and `)}`;
      const rows = await engine.run(() =>
        all(sql<AuditRow>`select * from audit_log ${where} order by id desc limit ${limit}`),
      );
      return rows.map(entryOf);
    },

    forget: (before, limit) =>
      engine.transact(function* () {
        const gone = yield* all(sql`
          delete from audit_log
          where id in (select id from audit_log where at < ${before} order by at limit ${limit}) returning id`);
        return gone.length;
      }),
  };
}

function entryOf(row: AuditRow): AuditEntry {
  const { at, via, address, action, summary, subject, outcome } = row;
  const [id, by, requestId] = [String(row.id), row.by_name, row.request_id];
  return { id, at, by, via, address, action, summary, subject, outcome, requestId };
}
