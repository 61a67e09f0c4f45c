import { writeFile } from "node:fs/promises";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { gunzipSync } from "node:zlib";
import pg from "pg";
import { temporaryDatabase, temporaryFolder, type EngineName } from "#test/stores.ts";

const FIXTURES = join(import.meta.dirname, "fixtures");

/**
 * A database as version 0.1 left it, with data in every table of a backup: Ännie who is approved, Bob who is rejected
 * and the qualified Cy, a rule, a saved view, the account Ada and two jobs. It was filled by that version's store, and
 * dumped with pg_dump --inserts.
 */
export async function version01(engine: EngineName): Promise<{ dataDir: string; databaseUrl?: string }> {
  const dataDir = await temporaryFolder();
  if (engine === "sqlite") {
    await writeFile(join(dataDir, "winnow.db"), unpacked("version-0.1.db.gz"));
    return { dataDir };
  }
  const databaseUrl = await temporaryDatabase();
  const client = new pg.Client(databaseUrl);
  await client.connect();
  try {
    await client.query(unpacked("version-0.1.sql.gz").toString());
  } finally {
    await client.end();
  }
  return { dataDir, databaseUrl };
}

function unpacked(name: string): Buffer {
  return gunzipSync(readFileSync(join(FIXTURES, name)));
}
