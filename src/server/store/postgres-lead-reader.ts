import pg from "pg";
import { leadsView, type LeadReader } from "#server/store/lead-reader.ts";
import { postgresError } from "#server/store/postgres-error.ts";
import { createPrimary } from "#server/store/postgres-primary.ts";

const CONNECT_MILLISECONDS = 5_000;
const STATEMENT_MILLISECONDS = 60_000;

/** Reads over one connection of its own. Rejects with store_unreachable. */
export async function openPostgresReader(url: string): Promise<LeadReader> {
  const client = new pg.Client({
    connectionString: await createPrimary(url).find(),
    application_name: "winnow reader",
    connectionTimeoutMillis: CONNECT_MILLISECONDS,
    statement_timeout: STATEMENT_MILLISECONDS,
    keepAlive: true,
  });
  // The statement that finds the connection broken says so; without a listener its error would end the process.
  client.on("error", () => {});
  const read = async (text: string): Promise<unknown[][]> => {
    const { rows } = await client.query<unknown[]>({ text, rowMode: "array" });
    return rows;
  };
  try {
    await client.connect();
  } catch (error) {
    throw postgresError(error);
  }
  return {
    async view(look) {
      try {
        await client.query("begin isolation level repeatable read read only");
        // Which transactions are seen: the same text means that none was begun since that could have written.
        const [[snapshot] = []] = await read("select pg_current_snapshot()");
        const found = await look(leadsView(String(snapshot), read));
        await client.query("commit");
        return found;
      } catch (error) {
        await client.query("rollback").catch(() => {});
        throw postgresError(error);
      }
    },
    close: () => client.end(),
  };
}
