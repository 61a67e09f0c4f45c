import { lineOf, TableDigest } from "#server/db/backup/snapshot.ts";
import { connectForBackup, postgresReader, queryOn } from "#server/db/backup/postgres-snapshot.ts";
import { BACKUP_LOCK, type RunningBackup } from "#server/db/backup/running-backup.ts";
import { ERASED_KEYS } from "#server/db/erasure/erased-keys.ts";

/** Marks a backup of this PostgreSQL database as running until it is closed. Throws store_unreachable. */
export async function announcePostgresBackup(url: string): Promise<RunningBackup> {
  const client = await connectForBackup(url);
  try {
    await queryOn(
      client,
      "set statement_timeout = 0; set idle_session_timeout = 0; set idle_in_transaction_session_timeout = 0",
    );
    await queryOn(client, "select pg_advisory_lock_shared($1)", [BACKUP_LOCK]);
  } catch (error) {
    await client.end();
    throw error;
  }
  return {
    async unlessErased(digest, work) {
      await queryOn(client, "begin");
      try {
        const reader = postgresReader(client);
        const shape = (await reader.tables()).find(({ name }) => name === ERASED_KEYS.name);
        const now = new TableDigest();
        if (shape !== undefined) {
          // Waits for a running erasure, and blocks the next one.
          await queryOn(client, `lock table ${ERASED_KEYS.name} in share mode`);
          for await (const rows of reader.rows(shape)) for (const row of rows) now.add(lineOf(row));
        }
        if (now.hex !== digest) return false;
        work();
        return true;
      } finally {
        await queryOn(client, "rollback");
      }
    },
    close: () => client.end(),
  };
}
