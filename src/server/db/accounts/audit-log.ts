import type { AuditEntry, AuditQuery } from "#shared/contract/audit.ts";
import type { Engine, NewRow } from "#server/db/engine/engine.ts";
import { all, isRowId, sql, type Sql } from "#server/db/engine/sql.ts";
import { writtenTogether } from "#server/db/engine/written-together.ts";
import type { Table } from "#server/db/engine/table.ts";

export const AUDIT_LOG: Table = {
  name: "audit_log",
  backup: "all",
  seen: "none",
  people: {
    kind: "Audit log",
    key: ["id"],
    texts: ["subject", "summary"],
    ofPerson: "redact",
  },
};

/** An entry as stored; its sentence is made when it is read. */
export type StoredAuditEntry = Omit<AuditEntry, "who" | "did">;

export type NewAuditEntry = Omit<StoredAuditEntry, "id"> & {
  /** The account that acted; null when there was none. */
  userId: string | null;
};

interface AuditRow extends Omit<StoredAuditEntry, "id" | "by" | "requestId"> {
  id: string | number;
  by_name: string;
  request_id: string;
}

/** Commits the statement without waiting for the disk, in a single round trip. */
const NOT_WAITING = "where set_config('synchronous_commit', 'off', true) = 'off'";

/** Who did what, and from where. */
export function auditStore(engine: Engine) {
  return {
    /**
     * Adds an entry without waiting for the disk. The audited change is already on disk, and a crash loses at most the
     * latest entries.
     */
    // On PostgreSQL a transaction per entry costs more than the change it records.
    add: writtenTogether((entries: readonly NewAuditEntry[]) => {
      const insert = (tail?: string) => () => engine.sql.insertMany("audit_log", entries.map(rowOf), tail);
      return engine.name === "postgres" ? engine.run(insert(NOT_WAITING)) : engine.transact(insert(), { isPart: true });
    }),

    /** Newest first, entries before the id `before`. */
    async list(
      { by, action, from, to }: Omit<AuditQuery, "cursor" | "limit">,
      limit: number,
      before: string | null,
    ): Promise<StoredAuditEntry[]> {
      if (before !== null && !isRowId(before)) return [];
      const wanted: Sql[] = [
        ...(before === null ? [] : [sql`id < ${before}`]),
        ...(by === undefined ? [] : [sql`by_name = ${by}`]),
        ...(action === undefined ? [] : [sql`action = ${action}`]),
        ...(from === undefined ? [] : [sql`at >= ${new Date(from).toISOString()}`]),
        ...(to === undefined ? [] : [sql`at < ${new Date(to).toISOString()}`]),
      ];
      const where = wanted.length === 0 ? sql`` : sql`where ${sql.join(wanted, " and ")}`;
      const rows = await engine.run(() =>
        all(sql<AuditRow>`select * from audit_log ${where} order by id desc limit ${limit}`),
      );
      return rows.map(entryOf);
    },

    /** Removes at most `limit` entries older than `before`; returns how many. */
    forget: (before: string, limit: number) =>
      engine.transact(function* () {
        const gone = yield* all(sql`
          delete from audit_log
          where id in (select id from audit_log where at < ${before} order by at limit ${limit}) returning id`);
        return gone.length;
      }),
  };
}

function rowOf({ by, userId, requestId, ...same }: NewAuditEntry): NewRow {
  return { ...same, by_name: by, account_id: userId, request_id: requestId };
}

function entryOf(row: AuditRow): StoredAuditEntry {
  const { at, via, address, action, summary, subject, outcome } = row;
  const [id, by, requestId] = [String(row.id), row.by_name, row.request_id];
  return { id, at, by, via, address, action, summary, subject, outcome, requestId };
}
