import { expect, onTestFinished, test, vi } from "vitest";
import { startClock } from "#server/jobs/schedules/clock.ts";
import { freshWinnow } from "#test/harness.ts";
import { jobsEnded } from "#test/jobs.ts";

test("runs what is due at once, and what a changed setting makes due soon after, without a restart", async () => {
  const winnow = await freshWinnow("sqlite");
  const { workspace } = winnow;
  const clock = startClock(workspace);
  onTestFinished(() => clock.stop());
  const looks = async (): Promise<number> => (await workspace.store.oldLeads.notices()).length;
  await expect.poll(looks).toBe(1);
  await winnow.ok("PUT /api/settings", { body: { retentionDays: 30 } });
  await expect.poll(async () => (await workspace.store.oldLeads.notices())[0]?.retentionDays).toBe(30);
});

test("checks again after a failed check, and logs why it failed", async () => {
  const winnow = await freshWinnow("sqlite");
  const { workspace } = winnow;
  const { schedules } = workspace.store;
  const looked = vi.spyOn(schedules, "lastRuns").mockRejectedValueOnce(new Error("broken"));
  const clock = startClock(workspace);
  onTestFinished(() => clock.stop());
  await expect.poll(() => winnow.logged()).toContain("broken");
  await winnow.ok("PUT /api/settings", { body: { autoSync: false } });
  await expect.poll(() => looked.mock.calls.length).toBeGreaterThan(1);
  await expect.poll(async () => (await schedules.lastRuns()).size).toBeGreaterThan(0);
});

test("adds nothing once stopped", async () => {
  const winnow = await freshWinnow("sqlite");
  const { workspace } = winnow;
  const clock = startClock(workspace);
  await clock.stop();
  await jobsEnded(workspace);
  const added = vi.spyOn(workspace.jobs, "add");
  const read = vi.spyOn(workspace.store.schedules, "lastRuns");
  vi.useFakeTimers({ toFake: ["setTimeout"] });
  onTestFinished(() => void vi.useRealTimers());
  workspace.feed.changed(["settings"]);
  await vi.advanceTimersByTimeAsync(60_000);
  expect([added.mock.calls.length, read.mock.calls.length]).toEqual([0, 0]);
});
