import { lineOf, TableDigest } from "#server/db/backup/snapshot.ts";
import { connectForBackup, postgresReader } from "#server/db/backup/postgres-snapshot.ts";
import { BACKUP_LOCK, type RunningBackup } from "#server/db/backup/running-backup.ts";
import { ERASED_KEYS } from "#server/db/erasure/erased-keys.ts";
import { postgresError } from "#server/db/postgres/postgres-error.ts";

/** Marks a backup of this PostgreSQL database as running until it is closed. Throws store_unreachable. */
export async function announcePostgresBackup(url: string): Promise<RunningBackup> {
  const client = await connectForBackup(url);
  const query = async (text: string, values: unknown[] = []): Promise<void> => {
    try {
      await client.query(text, values);
    } catch (error) {
      throw postgresError(error);
    }
  };
  try {
    await query("set statement_timeout = 0; set idle_session_timeout = 0; set idle_in_transaction_session_timeout = 0");
    await query("select pg_advisory_lock_shared($1)", [BACKUP_LOCK]);
  } catch (error) {
    await client.end();
    throw error;
  }
  return {
    async unlessErased(digest, work) {
      await query("begin");
      try {
        const reader = postgresReader(client);
        const shape = (await reader.tables()).find(({ name }) => name === ERASED_KEYS.name);
        const now = new TableDigest();
        if (shape !== undefined) {
          // Waits for a running erasure, and blocks the next one.
          await query(`lock table ${ERASED_KEYS.name} in share mode`);
          for await (const rows of reader.rows(shape)) for (const row of rows) now.add(lineOf(row));
        }
        if (now.hex !== digest) return false;
        work();
        return true;
      } finally {
        await query("rollback");
      }
    },
    close: () => client.end(),
  };
}
