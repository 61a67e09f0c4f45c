import { chmod, mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Locator, Page } from "playwright-core";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { axeFindings, axeFindingsInBothThemes } from "#test/e2e/axe-findings.ts";
import { goInside, openStage, receivesEvents, type Stage } from "#test/e2e/stage.ts";

let stage: Stage;
let folder: string;
/** The backup directory; a file at first, so that backups fail. */
let backups: string;
let page: Page;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "winnow-jobs-"));
  backups = join(folder, "backups");
  await writeFile(backups, "");
  stage = await openStage({ env: { WINNOW_BACKUP_DIR: backups } });
  page = await stage.share("/jobs");
  await receivesEvents(page);
});
afterAll(async () => {
  await stage.close();
  await rm(folder, { recursive: true, force: true });
});
afterEach(() => expect(stage.pageErrors).toEqual([]));

const schedule = (name: string): Locator =>
  page.getByRole("table", { name: "Schedules" }).getByRole("row").filter({ hasText: name });
const region = (name: string): Locator => page.getByRole("region", { name, exact: true });

describe("a schedule", () => {
  it("shows its interval and links to its settings", async () => {
    const backup = schedule("Nightly backup");
    await backup.getByText("Daily at 03:00").waitFor();
    await expect
      .poll(() => backup.locator("time").innerText())
      .toMatch(/^in \d+ (minutes?|hours?)$|^within a minute$/u);
    await backup.getByRole("link", { name: "Configuration" }).click();
    await page.getByRole("heading", { level: 1, name: "Configuration" }).waitFor();
    const isOn = page.getByLabel("Nightly backup");
    await isOn.press("Space");
    await expect.poll(() => isOn.isChecked()).toBe(false);
    await page.getByLabel("Backups to keep").fill("3");
    await page.getByRole("button", { name: "Save settings", exact: true }).click();
    await page.getByText("Settings Saved").waitFor();
    await page.getByRole("link", { name: "Schedules & Jobs" }).first().click();
    await schedule("Nightly backup").getByText("Off", { exact: true }).waitFor();
  });

  it("shows the error while retrying and can be canceled", async () => {
    await page.getByRole("button", { name: "Run now: Nightly backup" }).click();
    const job = region("In progress").getByRole("listitem").filter({ hasText: "Backup" });
    await job.getByText("Retrying").waitFor();
    await expect.poll(() => job.innerText()).toContain(backups);
    expect(await axeFindings(page)).toEqual([]);
    await job.getByRole("button", { name: "Cancel: Backup" }).click();
    await region("Job history").getByRole("listitem").filter({ hasText: "Backup" }).getByText("Canceled").waitFor();
    await schedule("Nightly backup").getByText("Canceled", { exact: true }).waitFor();
  });

  it("can be retried after the fix and creates its file", async () => {
    await rm(backups);
    await mkdir(backups);
    await chmod(backups, 0o700);
    await page.getByRole("button", { name: "Try again: Backup" }).click();
    const ended = region("Job history").getByRole("listitem").filter({ hasText: "Backup" });
    await ended.getByText("Backed up 0 leads").waitFor();
    await page.getByRole("heading", { name: "Advanced" }).click();
    await region("Backups").getByText("Verified").waitFor();
    expect(await axeFindingsInBothThemes(page)).toEqual([]);
  });

  it("can be filtered by outcome and type, stored in the URL", async () => {
    const ended = region("Job history");
    await ended.getByLabel("Type").selectOption("backup");
    await expect.poll(() => ended.getByRole("listitem").count()).toBe(1);
    await page.waitForURL((url) => url.search === "?kind=backup");
    await ended.getByLabel("Outcome").selectOption("cancelled");
    await ended.getByText("No matching jobs").waitFor();
    await goInside(page, "/jobs?kind=backup&state=done");
    await expect.poll(() => ended.getByRole("listitem").allInnerTexts()).toHaveLength(1);
  });
});
