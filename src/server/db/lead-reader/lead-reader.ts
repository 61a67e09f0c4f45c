import type { Sight } from "#server/platform/acting.ts";
import { sql, type CompiledSql } from "#server/db/engine/sql.ts";
import type { LeadReader, LeadsAddress } from "#server/db/lead-reader/leads-view.ts";

/** A query's text with its values. */
export type CompileQuery = (text: string) => CompiledSql;

/** Opens a reader, of an account's own and unassigned leads if it has a `sight`. Rejects with store_unreachable. */
export async function openLeadReader(address: LeadsAddress, sight?: Sight): Promise<LeadReader> {
  const compile = sight === undefined ? asWritten : await limitedTo(sight, address.engine);
  // Drivers are loaded on demand, to save memory.
  if (address.engine === "sqlite") {
    const { openSqliteReader } = await import("#server/db/lead-reader/sqlite-lead-reader.ts");
    return openSqliteReader(address.file, compile);
  }
  const { openPostgresReader } = await import("#server/db/lead-reader/postgres-lead-reader.ts");
  return openPostgresReader(address.url, { compile });
}

function asWritten(text: string): CompiledSql {
  return { text, values: [] };
}

/** Loaded on demand too, because it reads the declarations of all tables. */
async function limitedTo(sight: Sight, engine: LeadsAddress["engine"]): Promise<CompileQuery> {
  const { SightedSql } = await import("#server/db/sight/sighted-sql.ts");
  return (text) => new SightedSql(sql.raw(text), sight).compile(engine);
}
