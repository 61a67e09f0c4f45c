import { afterAll } from "vitest";
import { databasesOfFile } from "#test/databases-of-file.ts";

// What a whole run makes together would fill a disk, or the memory that stands in for one.
afterAll(async () => {
  const urls = databasesOfFile.splice(0);
  if (urls.length === 0) return;
  // Loaded by whoever made them, and not by the many files that make none.
  const { dropDatabases } = await import("#test/postgres.ts");
  await dropDatabases(urls);
});
