import { chmod, mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Locator, Page } from "playwright-core";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { axeFindingsInBothThemes } from "#test/e2e/axe-findings.ts";
import { openStage, type Stage } from "#test/e2e/stage.ts";

let stage: Stage;
let folder: string;
/** Where backups go: a file stands there at first, so that none can be made. */
let backups: string;
let page: Page;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "winnow-jobs-"));
  backups = join(folder, "backups");
  await writeFile(backups, "");
  stage = await openStage({ env: { WINNOW_BACKUP_DIR: backups } });
  page = await (await stage.profile()).newPage();
  await page.goto("/jobs");
});
afterAll(async () => {
  await stage.close();
  await rm(folder, { recursive: true, force: true });
});
afterEach(() => expect(stage.pageErrors).toEqual([]));

const schedule = (name: string): Locator =>
  page.getByRole("table", { name: "Schedules" }).getByRole("row").filter({ hasText: name });
const region = (name: string): Locator => page.getByRole("region", { name, exact: true });

describe("what runs by itself", () => {
  it("is listed with its rhythm, and led to where it is set", async () => {
    const backup = schedule("Nightly backup");
    await backup.getByText("Daily at 03:00").waitFor();
    expect(await backup.locator("time").innerText()).toMatch(/^in \d+ (minutes?|hours?)$|^within a minute$/u);
    await backup.getByRole("link", { name: "Configuration" }).click();
    await page.getByRole("heading", { level: 1, name: "Configuration" }).waitFor();
    await page.getByLabel("Nightly backup").uncheck({ force: true });
    await page.getByLabel("Backups kept").fill("3");
    await page.getByRole("button", { name: "Save", exact: true }).click();
    await page.getByText("Settings Saved").waitFor();
    await page.getByRole("link", { name: "Schedules & Jobs" }).first().click();
    await schedule("Nightly backup").getByText("Off", { exact: true }).waitFor();
  });

  it("says that it failed while it is tried again, and is cancelled", async () => {
    await page.getByRole("button", { name: "Run now: Nightly backup" }).click();
    const job = region("Under way").getByRole("listitem").filter({ hasText: "Backup" });
    await job.getByText("Tries again").waitFor();
    expect(await job.innerText()).toContain(backups);
    expect(await axeFindingsInBothThemes(page)).toEqual([]);
    await job.getByRole("button", { name: "Cancel: Backup" }).click();
    await region("Ended jobs").getByRole("listitem").filter({ hasText: "Backup" }).getByText("Cancelled").waitFor();
    await schedule("Nightly backup").getByText("Cancelled").waitFor();
  });

  it("is tried again by hand once that is mended, and brings its file", async () => {
    await rm(backups);
    await mkdir(backups);
    await chmod(backups, 0o700);
    await page.getByRole("button", { name: "Try again: Backup" }).click();
    const ended = region("Ended jobs").getByRole("listitem").filter({ hasText: "Backup" });
    await ended.getByText("Backed up 0 leads").waitFor();
    await region("Backups").getByText("Verified").waitFor();
    expect(await axeFindingsInBothThemes(page)).toEqual([]);
  });

  it("is narrowed by outcome and kind, which the address holds", async () => {
    const ended = region("Ended jobs");
    await ended.getByLabel("Kind").selectOption("backup");
    await expect.poll(() => ended.getByRole("listitem").count()).toBe(1);
    await page.waitForURL((url) => url.search === "?kind=backup");
    await ended.getByLabel("Outcome").selectOption("cancelled");
    await ended.getByText("Nothing matches").waitFor();
    await page.goto("/jobs?kind=backup&state=done");
    await expect.poll(() => ended.getByRole("listitem").allInnerTexts()).toHaveLength(1);
  });
});
