import type { LeadReader, LeadsAddress } from "#server/db/lead-reader/leads-view.ts";

/** Opens a reader. Rejects with store_unreachable. */
export async function openLeadReader(address: LeadsAddress): Promise<LeadReader> {
  // Drivers are loaded on demand, to save memory.
  if (address.engine === "sqlite") {
    const { openSqliteReader } = await import("#server/db/lead-reader/sqlite-lead-reader.ts");
    return openSqliteReader(address.file);
  }
  const { openPostgresReader } = await import("#server/db/lead-reader/postgres-lead-reader.ts");
  return openPostgresReader(address.url);
}
