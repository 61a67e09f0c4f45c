import Database from "better-sqlite3";
import { leadsView, type LeadReader } from "#server/store/lead-reader.ts";
import { sqliteError } from "#server/store/sqlite-error.ts";

/** Reads the file over a connection of its own; the log lets it see one state while others write. */
export function openSqliteReader(file: string): LeadReader {
  const db = connect(file);
  const read = (text: string): unknown[][] => db.prepare(text).raw(true).all() as unknown[][];
  return {
    async view(look) {
      try {
        // Deferred: the state is that of the first statement that reads.
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
