import { open, readFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import type { SystemStatus } from "#shared/contract/dashboard.ts";
import { openStore } from "#server/db/open-store.ts";
import { startServer } from "#test/server-process.ts";
import { addLeads, temporaryFolder } from "#test/stores.ts";

const PAGE = 4_096;

test("explains a database that was damaged after a clean stop once it is started", async () => {
  const dataDir = await temporaryFolder();
  const store = await openStore({ dataDir });
  // Text that spans many pages, which nothing reads until someone opens the lead.
  await addLeads(store, [{ name: "Ann", rawData: { Note: "Z".repeat(400_000) } }]);
  await store.close();
  const file = join(dataDir, "winnow.db");
  const bytes = await readFile(file);
  const pages = Array.from({ length: bytes.length / PAGE }, (_, index) =>
    bytes.subarray(index * PAGE, (index + 1) * PAGE),
  );
  const page = pages.findIndex((one) => one.subarray(4).every((byte) => byte === "Z".charCodeAt(0)));
  const handle = await open(file, "r+");
  await handle.write(Buffer.alloc(PAGE, 0xa5), 0, PAGE, page * PAGE);
  await handle.close();

  const server = await startServer({ dataDir });
  onTestFinished(async () => void (await server.stop()));
  const problems = async (): Promise<SystemStatus["problems"]> =>
    ((await (await fetch(`${server.url}/api/dashboard/status`)).json()) as SystemStatus).problems;
  await expect.poll(problems).toContainEqual(
    expect.objectContaining({
      kind: "database_damaged",
      message: expect.stringContaining("npm run restore") as string,
    }),
  );
});
