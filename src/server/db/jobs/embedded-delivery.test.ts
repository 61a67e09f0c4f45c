import { expect, test } from "vitest";
import { openStore } from "#server/db/open-store.ts";
import { temporaryFolder } from "#test/stores.ts";

test("a new process takes what an earlier one was running without waiting for its lease", async () => {
  const dataDir = await temporaryFolder();
  const LEASE_MILLISECONDS = 3_600_000;
  const earlier = await openStore({ dataDir });
  const { job } = await earlier.jobs.add({
    kind: "sync",
    key: "sync",
    title: "Sync",
    input: {},
    maxAttempts: 2,
    by: "Ada",
    requestId: null,
    traceparent: null,
    notBefore: null,
  });
  await earlier.jobs.take(["sync"], 1, LEASE_MILLISECONDS);
  expect(await earlier.jobs.take(["sync"], 1, LEASE_MILLISECONDS)).toEqual([]);
  await earlier.close();
  const store = await openStore({ dataDir });
  expect(await store.jobs.take(["sync"], 1, LEASE_MILLISECONDS)).toMatchObject([{ job: { id: job.id, lostRuns: 1 } }]);
  expect(await store.jobs.take(["sync"], 1, LEASE_MILLISECONDS)).toEqual([]);
  await store.close();
});
