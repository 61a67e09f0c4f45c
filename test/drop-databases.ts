import { afterAll } from "vitest";
import { databasesOfFile } from "#test/databases-of-file.ts";

// All databases of a run together would fill a disk, or a RAM disk.
afterAll(async () => {
  const urls = databasesOfFile.splice(0);
  if (urls.length === 0) return;
  // Loaded only by test files that create databases.
  const { dropDatabases } = await import("#test/postgres.ts");
  await dropDatabases(urls);
});
