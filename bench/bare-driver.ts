import Database from "better-sqlite3";
import pg from "pg";
import type { RecordedStatement } from "./recorded-sql.ts";
import type { DatabaseAddress } from "./stage.ts";

const CONNECTIONS = 16;

/** Runs a prepared statement, by default with its recorded parameters; rows are arrays. */
export type RunBare = (parameters?: readonly unknown[]) => Promise<unknown[][]> | unknown[][];

/** Prepares the statements on the driver, with the store's durability and memory settings. */
export async function openBareDriver(address: DatabaseAddress): Promise<{
  prepare(statement: RecordedStatement): RunBare;
}> {
  return address.engine === "postgres" ? barePostgres(address.database) : bareSqlite(address.database);
}

function bareSqlite(file: string): { prepare(statement: RecordedStatement): RunBare } {
  const db = new Database(file);
  for (const pragma of ["synchronous = full", "temp_store = memory", "busy_timeout = 5000", "cache_size = -16000"]) {
    db.pragma(pragma);
  }
  return {
    prepare({ sql, parameters }) {
      const statement = db.prepare(sql);
      if (statement.reader) {
        statement.raw(true);
        return (given = parameters) => statement.all(given) as unknown[][];
      }
      return (given = parameters) => {
        statement.run(given);
        return [];
      };
    },
  };
}

function barePostgres(url: string): { prepare(statement: RecordedStatement): RunBare } {
  const pool = new pg.Pool({ connectionString: url, max: CONNECTIONS });
  let prepared = 0;
  const names = new Map<string, string>();
  return {
    prepare({ sql: text, parameters, planEachTime }) {
      const name = names.get(text) ?? `bare_${(prepared += 1)}`;
      names.set(text, name);
      return async (values = parameters) => {
        const query = { text, values: [...values], rowMode: "array" as const };
        return (await pool.query<unknown[]>(planEachTime ? query : { ...query, name })).rows;
      };
    },
  };
}
