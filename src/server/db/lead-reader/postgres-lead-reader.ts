import pg from "pg";
import type { CompileQuery } from "#server/db/lead-reader/lead-reader.ts";
import { leadsView, type LeadReader } from "#server/db/lead-reader/leads-view.ts";
import { isConnectionError, postgresError } from "#server/db/postgres/postgres-error.ts";
import { CONNECT_MILLISECONDS, silenceAfter, STATEMENT_MILLISECONDS } from "#server/db/postgres/postgres-limits.ts";
import { createPrimary } from "#server/db/postgres/postgres-primary.ts";

/** Reads over a dedicated connection. Rejects with store_unreachable. */
export async function openPostgresReader(
  url: string,
  {
    compile,
    statementMilliseconds = STATEMENT_MILLISECONDS,
  }: { compile: CompileQuery; statementMilliseconds?: number },
): Promise<LeadReader> {
  const client = new pg.Client({
    connectionString: await createPrimary(url).find(),
    application_name: "winnow reader",
    connectionTimeoutMillis: CONNECT_MILLISECONDS,
    statement_timeout: statementMilliseconds,
    query_timeout: silenceAfter(statementMilliseconds),
    keepAlive: true,
  });
  // A broken connection is reported by the next statement; without a listener its error would end the process.
  client.on("error", () => {});
  const read = async (written: string): Promise<unknown[][]> => {
    const { text, values } = compile(written);
    const { rows } = await client.query<unknown[]>({ text, values: [...values], rowMode: "array" });
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
        // The snapshot's visible transactions: equal text means that no transaction that could write has started since.
        const [[snapshot] = []] = await read("select pg_current_snapshot()");
        const found = await look(leadsView(String(snapshot), read));
        await client.query("commit");
        return found;
      } catch (error) {
        // The rollback on a lost connection would get no response either.
        if (isConnectionError(error)) void client.end().catch(() => {});
        else await client.query("rollback").catch(() => {});
        throw postgresError(error);
      }
    },
    close: () => client.end(),
  };
}
