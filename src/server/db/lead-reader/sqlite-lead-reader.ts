import Database from "better-sqlite3";
import type { CompileQuery } from "#server/db/lead-reader/lead-reader.ts";
import { leadsView, type LeadReader } from "#server/db/lead-reader/leads-view.ts";
import { sqliteError } from "#server/db/sqlite/sqlite-error.ts";

/** Reads the file over a separate connection; the log gives it a consistent snapshot while others write. */
export function openSqliteReader(file: string, compile: CompileQuery): LeadReader {
  const db = connect(file);
  const read = (written: string): unknown[][] => {
    const { text, values } = compile(written);
    return db.prepare(text).raw(true).all(values) as unknown[][];
  };
  return {
    async view(look) {
      try {
        // Deferred: the snapshot is taken at the first read.
        db.exec("begin");
        read("select id from leads limit 1");
        return await look(leadsView(String(db.pragma("data_version", { simple: true })), read));
      } catch (error) {
        throw sqliteError(error);
      } finally {
        if (db.inTransaction) db.exec("commit");
      }
    },
    async close() {
      db.close();
    },
  };
}

function connect(file: string): Database.Database {
  try {
    return new Database(file, { readonly: true, fileMustExist: true });
  } catch (error) {
    throw sqliteError(error);
  }
}
