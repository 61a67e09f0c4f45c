import Database from "better-sqlite3";
import pg from "pg";
import type { LeadsAddress } from "#server/db/lead-reader/leads-view.ts";

/** Changes a database with one SQL statement, as another program would. */
export async function changeBehindItsBack(address: LeadsAddress, statement: string): Promise<void> {
  if (address.engine === "sqlite") {
    const file = new Database(address.file);
    file.exec(statement);
    file.close();
    return;
  }
  const client = new pg.Client(address.url);
  await client.connect();
  await client.query(statement);
  await client.end();
}
