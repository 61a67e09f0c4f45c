import { afterAll } from "vitest";
import { ofFile } from "#test/databases-of-file.ts";

// All databases of a run together would fill a disk, or a RAM disk.
afterAll(async () => {
  const { databases } = ofFile;
  ofFile.databases = null;
  await databases?.drop();
});
