import { readFile } from "node:fs/promises";
import type { Locator, Page } from "playwright-core";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { DEFAULT_SETTINGS, type Settings, type StoredSettings } from "#shared/contract/settings.ts";
import { hold, refuse, sentBodies, retry } from "#test/e2e/answers.ts";
import { axeFindingsInBothThemes } from "#test/e2e/axe-findings.ts";
import { goInside, openStage, receivesEvents, type Stage } from "#test/e2e/stage.ts";

/** With all fields visible. */
const PATH = "/configuration#advanced";

let stage: Stage;
beforeAll(async () => {
  stage = await openStage();
});
afterAll(() => stage.close());
beforeEach(() => stage.api("PUT", "/settings", DEFAULT_SETTINGS));
afterEach(() => expect(stage.pageErrors).toEqual([]));

const saved = async (): Promise<Settings> => {
  const { version: _version, ...settings } = (await stage.api("GET", "/settings")) as StoredSettings;
  return settings;
};
const notice = (page: Page, text: string): Locator =>
  page.getByRole("region", { name: "Notices" }).getByText(text, { exact: true });
const field = (page: Page, label: string): Locator => page.getByRole("form").getByLabel(label, { exact: true });
const button = (page: Page, name: string): Locator => page.getByRole("button", { name, exact: true });
const card = (page: Page, name: string): Locator => page.getByRole("region", { name, exact: true });

async function open(options?: Parameters<Stage["open"]>[1]): Promise<Page> {
  const page = await stage.open(PATH, options);
  await field(page, "Qualification threshold").waitFor();
  return page;
}

describe("settings", () => {
  it("show their defaults, reject invalid input at the field without a request, and return with Cancel", async () => {
    const page = await open();
    expect(await field(page, "Qualification threshold").inputValue()).toBe("30");
    expect(await field(page, "Max leads per sync").inputValue()).toBe("100");
    expect(await field(page, "Data retention").inputValue()).toBe("90");
    expect(await field(page, "Sync interval").inputValue()).toBe("60");
    expect(await field(page, "Sync interval").locator("option").allInnerTexts()).toEqual([
      "Every 15 minutes",
      "Every 30 minutes",
      "Every hour",
      "Every 4 hours",
      "Once a day",
    ]);
    const switches = await page
      .getByRole("form")
      .getByRole("switch")
      .evaluateAll((boxes) => boxes.map((box) => [box.getAttribute("name"), box.matches(":checked")] as const));
    expect(switches.length).toBeGreaterThan(6);
    expect(switches.filter(([, isOn]) => !isOn).map(([name]) => name)).toEqual(["followUpAutomatic", "companyFactsOn"]);
    await page.getByText(/^Leads with a score of 30 or more are automatically qualified\./).waitFor();
    expect(await button(page, "Cancel").isDisabled()).toBe(true);

    const sent = sentBodies(page, "PUT", /settings$/);
    await field(page, "Qualification threshold").fill("");
    await field(page, "Max leads per sync").fill("0");
    await button(page, "Save settings").click();
    await page.getByRole("form").getByText("Threshold is required", { exact: true }).waitFor();
    await page.getByRole("form").getByText("Leads per sync must be at least 1", { exact: true }).waitFor();
    await expect.poll(() => page.getByRole("form").locator("[aria-invalid=true]").count()).toBe(2);
    expect(sent).toEqual([]);
    expect(await axeFindingsInBothThemes(page)).toEqual([]);

    await field(page, "Remove old leads").uncheck();
    await page.getByText("Unsaved changes").waitFor();
    await button(page, "Cancel").click();
    await page.getByText("Unsaved changes").waitFor({ state: "detached" });
    await expect.poll(() => field(page, "Qualification threshold").inputValue()).toBe("30");
    await expect.poll(() => field(page, "Data retention").inputValue()).toBe("90");
  });

  it("show the server's error at its field, even under Advanced, keep what was typed, and are saved and applied", async () => {
    await stage.api("POST", "/rules", { name: "Intent", keywords: ["demo"], scoreWeight: 20 });
    await stage.api("POST", "/leads", { name: "Ann Okafor", email: "ann@mail.example", notes: "Wants a demo" });
    const page = await open();
    await field(page, "Data retention").fill("365");
    await page.getByRole("heading", { name: "Advanced" }).click();
    await field(page, "Data retention").waitFor({ state: "hidden" });
    await page.waitForURL((url) => url.hash === "");
    const errors = [{ field: "retentionDays", message: "Too long for this server." }];
    const detail = "retentionDays: too long";
    const restore = await refuse(page, "**/api/settings", { status: 422, detail, errors }, "PUT");
    await button(page, "Save settings").click();
    await notice(page, "Failed to save settings").waitFor();
    const bottomOfNotices = async (): Promise<number> => {
      const { y, height } = (await page.getByRole("region", { name: "Notices" }).boundingBox())!;
      return y + height;
    };
    await expect.poll(bottomOfNotices).toBeLessThanOrEqual((await button(page, "Save settings").boundingBox())!.y);
    await page.getByRole("form").getByText("Too long for this server.").waitFor();
    await expect
      .poll(() => page.evaluate(() => document.activeElement?.getAttribute("name")))
      .toBe("retentionDays.typed");
    expect(await field(page, "Data retention").inputValue()).toBe("365");
    await restore();

    await field(page, "Qualification threshold").fill("20");
    await page.getByText(/^Leads with a score of 20 or more/).waitFor();
    await page.getByText(/^1 of \d+ leads? becomes qualified\.$/u).waitFor();
    await field(page, "Limit leads per sync").uncheck();
    await field(page, "Max leads per sync").waitFor({ state: "detached" });
    await field(page, "Auto-sync").uncheck();
    await field(page, "Sync interval").selectOption("Every 15 minutes");
    await field(page, "Mailbox failures").uncheck();
    await button(page, "Save settings").click();
    await notice(page, "Settings Saved").waitFor();
    await notice(page, "Configuration has been updated successfully").waitFor();
    expect(await saved()).toEqual({
      ...DEFAULT_SETTINGS,
      qualificationThreshold: 20,
      maxLeadsPerSync: null,
      retentionDays: 365,
      autoSync: false,
      syncIntervalMinutes: 15,
      notifyMailboxFailures: false,
    });
    // Many leads are rescored in the background.
    await expect.poll(() => stage.api("GET", "/dashboard/pipeline")).toMatchObject({ qualified: 1 });
    await expect.poll(() => button(page, "Cancel").isDisabled()).toBe(true);
    // Opening Advanced for an error isn't stored: a hash would take the focus.
    expect(new URL(page.url()).hash).toBe("");
  });

  it("follow changes by others except in edited fields, and keep those while another screen is open", async () => {
    const page = await open();
    await receivesEvents(page);
    await field(page, "Data retention").fill("45");
    await stage.api("PUT", "/settings", { qualificationThreshold: 55, retentionDays: 60 });
    await expect.poll(() => field(page, "Qualification threshold").inputValue()).toBe("55");
    expect(await field(page, "Data retention").inputValue()).toBe("45");

    await page.getByRole("link", { name: "Email Settings" }).click();
    await page.getByRole("heading", { name: "Email Settings", level: 1 }).waitFor();
    await stage.api("PUT", "/settings", { qualificationThreshold: 40 });
    const settings = page.getByRole("navigation").getByRole("region", { name: "SETTINGS" });
    await settings.getByRole("link", { name: "Configuration" }).click();
    await page.getByText("Someone else changed the settings while you were editing.").waitFor();
    await expect.poll(() => field(page, "Data retention").inputValue()).toBe("45");
    expect((await saved()).retentionDays).toBe(60);
    await button(page, "Discard changes").click();
    await expect.poll(() => field(page, "Data retention").inputValue()).toBe("60");
    await expect.poll(() => field(page, "Qualification threshold").inputValue()).toBe("40");
  });

  it("remember the appearance, and return to their defaults with Reset after confirmation", async () => {
    // Settings of other screens.
    const others = { exclusionKeywords: ["newsletter"], minimumConfidence: 60 };
    await stage.api("PUT", "/settings", { qualificationThreshold: 80, retentionDays: null, ...others });
    const page = await open();
    const choice = page.getByRole("main").getByRole("radiogroup", { name: "Appearance" });
    await choice.getByRole("radio", { name: "Dark theme" }).click();
    await page.locator("html.dark").waitFor();
    await page.reload();
    await page.locator("html.dark").waitFor();
    await expect.poll(() => choice.getByRole("radio", { name: "Dark theme" }).isChecked()).toBe(true);

    await button(page, "Reset settings").click();
    const question = page.getByRole("alertdialog", { name: "Reset all settings?" });
    await question.getByRole("button", { name: "Cancel" }).click();
    await question.waitFor({ state: "detached" });
    expect((await saved()).qualificationThreshold).toBe(80);
    await button(page, "Reset settings").click();
    await question.getByRole("button", { name: "Reset settings" }).click();
    await notice(page, "Settings Reset").waitFor();
    await notice(page, "All settings have been reset to default values").waitFor();
    expect(await saved()).toEqual({ ...DEFAULT_SETTINGS, ...others });
    await expect.poll(() => field(page, "Qualification threshold").inputValue()).toBe("30");
    await expect.poll(() => choice.getByRole("radio", { name: "System theme" }).isChecked()).toBe(true);
    await expect.poll(() => page.locator("html.dark").count()).toBe(0);
  });
});

describe("next to the settings", () => {
  it("shows the figures, syncs manually, exports every lead to a dated file, and says why that failed", async () => {
    await stage.api("POST", "/leads", { name: "Una Rejected", email: "una@mail.example", status: "rejected" });
    const stats = (await stage.api("GET", "/dashboard/stats")) as { totalLeads: number; activeRules: number };
    const page = await open();
    await receivesEvents(page);
    await card(page, "Total Leads").getByText(String(stats.totalLeads), { exact: true }).waitFor();
    await card(page, "Active Rules").getByText(String(stats.activeRules), { exact: true }).waitFor();
    await card(page, "Last Sync").getByText("Never", { exact: true }).waitFor();
    await page.getByRole("link", { name: "Connect a data source first" }).waitFor();

    const rows = Array.from({ length: 5 }, (_, at) => [`Lead ${at}`, `lead${at}@sync.example`]);
    await stage.addSheet("Spring fair", [["Name", "Email"], ...rows]);
    await stage.api("PUT", "/settings", { maxLeadsPerSync: 2, autoSync: false });
    await page.getByRole("link", { name: "Connect a data source first" }).waitFor({ state: "detached" });
    await button(page, "Sync now").click();
    await notice(page, "Manual sync completed - processed 2 leads").waitFor();
    await page.getByText("3 more rows are waiting. Sync again to continue.").waitFor();
    await card(page, "Last Sync").getByText("Just now").waitFor();
    const restore = await refuse(page, "**/api/sync-leads", { status: 502, detail: "The sheet is private." }, "POST");
    await button(page, "Sync now").click();
    await notice(page, "Failed to sync leads").waitFor();
    await notice(page, "The sheet is private.").waitFor();
    await restore();

    const [download] = await Promise.all([page.waitForEvent("download"), button(page, "Export all data").click()]);
    expect(download.suggestedFilename()).toMatch(/^leads-backup-\d{4}-\d{2}-\d{2}\.csv$/);
    const lines = (await readFile(await download.path(), "utf8")).trim().split("\r\n");
    expect(lines).toHaveLength(stats.totalLeads + 2 + 1);
    expect(lines.join("\n")).toContain("una@mail.example");
    await notice(page, "Data export completed successfully").waitFor();
    await refuse(page, "**/api/leads/export**", { status: 500, detail: "The disk is full." });
    await button(page, "Export all data").click();
    await notice(page, "Failed to export data").waitFor();

    await goInside(page, "/data-sources");
    await page.getByText("2 rows read: 2 new. 3 more rows wait for the next sync.").waitFor();
  });
});

describe("the screen", () => {
  it("collapses what is rarely used, and opens it for a link to a part of it", async () => {
    const page = await stage.open("/configuration#backup");
    await field(page, "Nightly backup").waitFor();
    await expect.poll(() => page.evaluate(() => document.activeElement?.id)).toBe("backup");
    await goInside(page, "/rules");
    await page.getByRole("heading", { name: "Rules & Keywords", level: 1 }).waitFor();
    await goInside(page, "/configuration");
    await field(page, "Qualification threshold").waitFor();
    expect(await field(page, "Nightly backup").isVisible()).toBe(false);
    await page.keyboard.press("Control+k");
    await page.getByRole("dialog").getByRole("combobox").fill("nightly");
    await page.getByRole("option", { name: /^Backup/ }).click();
    await page.waitForURL((url) => url.hash === "#backup");
    await field(page, "Nightly backup").waitFor();
  });

  it("shows a skeleton while loading, and a retry when loading fails", async () => {
    const page = await stage.open("about:blank");
    const problem = { status: 503, detail: "The database cannot be reached." };
    const restore = await refuse(page, /\/api\/(?:settings|dashboard\/stats)$/u, problem, "GET");
    const letThrough = await hold(page, "**/api/settings");
    await page.goto(PATH);
    await page.getByText("Loading the settings").waitFor({ state: "attached" });
    await card(page, "Lead processing").waitFor();
    letThrough();
    await page.getByText("Couldn't load settings").waitFor();
    await card(page, "Total Leads").getByText("N/A").waitFor();
    await retry(button(page, "Try again").first(), restore);
    await field(page, "Qualification threshold").waitFor();
  });

  it("fits a phone without covering Save", async () => {
    const page = await open({ width: 390, height: 800, isTouch: true });
    const overflow = () => page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
    await expect.poll(overflow).toBeLessThanOrEqual(0);
    await field(page, "Sync interval").selectOption("Once a day");
    await button(page, "Save settings").click();
    await notice(page, "Settings Saved").waitFor();
  });
});
