import { readFile } from "node:fs/promises";
import type { Locator, Page } from "playwright-core";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { DEFAULT_SETTINGS, type Settings, type StoredSettings } from "#shared/contract/settings.ts";
import { hold, refuse, sentBodies } from "#test/e2e/answers.ts";
import { axeFindingsInBothThemes } from "#test/e2e/axe-findings.ts";
import { openStage, receivesEvents, type Stage } from "#test/e2e/stage.ts";

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
  it("show their defaults", async () => {
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
    for (const box of await page.getByRole("form").getByRole("switch").all()) {
      const isOff = ["followUpAutomatic", "companyFactsOn"].includes((await box.getAttribute("name")) ?? "");
      expect(await box.isChecked()).toBe(!isOff);
    }
    await page.getByText(/^Leads with a score of 30 or more are automatically qualified\./).waitFor();
    expect(await button(page, "Cancel").isDisabled()).toBe(true);
  });

  it("are saved and applied", async () => {
    await stage.api("POST", "/rules", { name: "Intent", keywords: ["demo"], scoreWeight: 20 });
    await stage.api("POST", "/leads", { name: "Ann Okafor", email: "ann@mail.example", notes: "Wants a demo" });
    const page = await open();
    await field(page, "Qualification threshold").fill("20");
    await page.getByText(/^Leads with a score of 20 or more/).waitFor();
    await page.getByText(/^1 of \d+ leads changes: 1 becomes qualified\.$/u).waitFor();
    await field(page, "Limit leads per sync").uncheck();
    await field(page, "Max leads per sync").waitFor({ state: "detached" });
    await field(page, "Data retention").fill("365");
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
    await page.reload();
    await expect.poll(() => field(page, "Data retention").inputValue()).toBe("365");
    await expect.poll(() => field(page, "Limit leads per sync").isChecked()).toBe(false);
  });

  it.each([
    ["Qualification threshold", "", "Threshold is required"],
    ["Qualification threshold", "101", "Threshold must be at most 100"],
    ["Max leads per sync", "0", "Leads per sync must be at least 1"],
    ["Max leads per sync", "", "Number of leads is required"],
    ["Data retention", "3651", "Days must be at most 3650"],
  ])("reject %s %j at the field, without a request", async (label, value, message) => {
    const page = await open();
    const sent = sentBodies(page, "PUT", /settings$/);
    await field(page, label).fill(value);
    await button(page, "Save settings").click();
    await page.getByRole("form").getByText(message, { exact: true }).waitFor();
    await expect.poll(() => page.getByRole("form").locator("[aria-invalid=true]").count()).toBe(1);
    expect(sent).toEqual([]);
  });

  it("show the server's error at its field, even under Advanced, and keep what was typed", async () => {
    const page = await open();
    await field(page, "Data retention").fill("400");
    await page.getByRole("heading", { name: "Advanced" }).click();
    await field(page, "Data retention").waitFor({ state: "hidden" });
    await page.waitForURL((url) => url.hash === "");
    const errors = [{ field: "retentionDays", message: "Too long for this server." }];
    await refuse(page, "**/api/settings", { status: 422, detail: "retentionDays: too long", errors }, "PUT");
    await button(page, "Save settings").click();
    await notice(page, "Failed to save settings").waitFor();
    await page.getByRole("form").getByText("Too long for this server.").waitFor();
    await expect
      .poll(() => page.evaluate(() => document.activeElement?.getAttribute("name")))
      .toBe("retentionDays.typed");
    expect(await field(page, "Data retention").inputValue()).toBe("400");
  });

  it("return to the saved values with Cancel", async () => {
    const page = await open();
    await field(page, "Qualification threshold").fill("77");
    await field(page, "Remove old leads").uncheck();
    await page.getByText("Unsaved changes").waitFor();
    await button(page, "Cancel").click();
    await page.getByText("Unsaved changes").waitFor({ state: "detached" });
    await expect.poll(() => field(page, "Qualification threshold").inputValue()).toBe("30");
    await expect.poll(() => field(page, "Data retention").inputValue()).toBe("90");
  });

  it("keep unsaved changes while another screen is open", async () => {
    const page = await open();
    await field(page, "Qualification threshold").fill("77");
    await page.getByRole("link", { name: "Email Settings" }).click();
    await page.getByRole("heading", { name: "Email Settings", level: 1 }).waitFor();
    await stage.api("PUT", "/settings", { qualificationThreshold: 40 });
    await page.goBack();
    await expect.poll(() => field(page, "Qualification threshold").inputValue()).toBe("77");
    await page.getByText("Someone else changed the settings while you were editing.").waitFor();
    expect((await saved()).qualificationThreshold).toBe(40);
    await button(page, "Discard changes").click();
    await expect.poll(() => field(page, "Qualification threshold").inputValue()).toBe("40");
  });

  it("return to their defaults with Reset after confirmation, except those of other screens", async () => {
    const others = { exclusionKeywords: ["newsletter"], minimumConfidence: 60 };
    await stage.api("PUT", "/settings", { qualificationThreshold: 80, retentionDays: null, ...others });
    const page = await open();
    await page.getByRole("main").getByRole("radio", { name: "Dark theme" }).click();
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
    await expect.poll(() => page.getByRole("main").getByRole("radio", { name: "System theme" }).isChecked()).toBe(true);
    await expect.poll(() => page.locator("html.dark").count()).toBe(0);
  });

  it("follow changes by others, except in edited fields", async () => {
    const page = await open();
    await receivesEvents(page);
    await field(page, "Data retention").fill("45");
    await stage.api("PUT", "/settings", { qualificationThreshold: 55, retentionDays: 60 });
    await expect.poll(() => field(page, "Qualification threshold").inputValue()).toBe("55");
    expect(await field(page, "Data retention").inputValue()).toBe("45");
  });
});

describe("next to the settings", () => {
  it("shows the number of leads and rules and the last sync", async () => {
    const stats = (await stage.api("GET", "/dashboard/stats")) as { totalLeads: number; activeRules: number };
    const page = await open();
    await card(page, "Total Leads").getByText(String(stats.totalLeads), { exact: true }).waitFor();
    await card(page, "Active Rules").getByText(String(stats.activeRules), { exact: true }).waitFor();
    await card(page, "Last Sync").getByText("Never", { exact: true }).waitFor();
    await page.getByRole("link", { name: "Connect a data source first" }).waitFor();
  });

  it("syncs the sources manually and reports the remaining rows", async () => {
    const rows = Array.from({ length: 5 }, (_, at) => [`Lead ${at}`, `lead${at}@sync.example`]);
    await stage.addSheet("Spring fair", [["Name", "Email"], ...rows]);
    await stage.api("PUT", "/settings", { maxLeadsPerSync: 2, autoSync: false });
    const page = await open();
    await button(page, "Sync now").click();
    await notice(page, "Manual sync completed - processed 2 leads").waitFor();
    await page.getByText("3 more rows are waiting. Sync again to continue.").waitFor();
    await card(page, "Last Sync").getByText("Just now").waitFor();
    const sources = await stage.open("/data-sources");
    await sources.getByText("2 rows read: 2 new. 3 more rows wait for the next sync.").waitFor();
    await refuse(page, "**/api/sync-leads", { status: 502, detail: "The sheet is private." }, "POST");
    await button(page, "Sync now").click();
    await notice(page, "Failed to sync leads").waitFor();
    await notice(page, "The sheet is private.").waitFor();
  });

  it("exports every lead to a dated file", async () => {
    await stage.api("POST", "/leads", { name: "Una Rejected", email: "una@mail.example", status: "rejected" });
    const page = await open();
    const [download] = await Promise.all([page.waitForEvent("download"), button(page, "Export all data").click()]);
    expect(download.suggestedFilename()).toMatch(/^leads-backup-\d{4}-\d{2}-\d{2}\.csv$/);
    const lines = (await readFile(await download.path(), "utf8")).trim().split("\r\n");
    const { totalLeads } = (await stage.api("GET", "/dashboard/stats")) as { totalLeads: number };
    expect(lines).toHaveLength(totalLeads + 1);
    expect(lines.join("\n")).toContain("una@mail.example");
    await notice(page, "Data export completed successfully").waitFor();
    await refuse(page, "**/api/leads/export**", { status: 500, detail: "The disk is full." });
    await button(page, "Export all data").click();
    await notice(page, "Failed to export data").waitFor();
  });

  it("applies the appearance immediately and remembers it", async () => {
    const page = await open();
    const choice = page.getByRole("main").getByRole("radiogroup", { name: "Appearance" });
    await choice.getByRole("radio", { name: "Dark theme" }).click();
    await page.locator("html.dark").waitFor();
    await page.reload();
    await page.locator("html.dark").waitFor();
    await expect.poll(() => choice.getByRole("radio", { name: "Dark theme" }).isChecked()).toBe(true);
  });
});

describe("the screen", () => {
  it("collapses what is rarely used, and opens it for a link to a part of it", async () => {
    const page = await stage.open("/configuration");
    await field(page, "Qualification threshold").waitFor();
    expect(await field(page, "Nightly backup").isVisible()).toBe(false);
    await page.keyboard.press("Control+k");
    await page.getByRole("dialog").getByRole("combobox").fill("nightly");
    await page.getByRole("option", { name: /^Backup/ }).click();
    await page.waitForURL((url) => url.hash === "#backup");
    await field(page, "Nightly backup").waitFor();
    await page.reload();
    await field(page, "Nightly backup").waitFor();
    await expect.poll(() => page.evaluate(() => document.activeElement?.id)).toBe("backup");
  });

  it("shows a skeleton while loading, and a retry when loading fails", async () => {
    const page = await stage.open("/nowhere");
    const letThrough = await hold(page, "**/api/settings");
    await page.goto(PATH);
    await page.getByText("Loading the settings").waitFor({ state: "attached" });
    await card(page, "Lead processing").waitFor();
    letThrough();
    await field(page, "Qualification threshold").waitFor();

    const restore = await refuse(page, "**/api/**", { status: 503, detail: "The database cannot be reached." }, "GET");
    await page.reload();
    await page.getByText("Couldn't load settings").waitFor();
    await card(page, "Total Leads").getByText("N/A").waitFor();
    await restore();
    await button(page, "Try again").first().click();
    await field(page, "Qualification threshold").waitFor();
  });

  it("is listed under the sidebar's settings", async () => {
    const page = await open();
    const settings = page.getByRole("navigation").getByRole("region", { name: "SETTINGS" });
    await settings.getByRole("link", { name: "Configuration" }).click();
    await page.getByRole("heading", { name: "Configuration", level: 1 }).waitFor();
  });

  it("fits a phone without covering Save", async () => {
    const page = await open({ width: 390, height: 800, isTouch: true });
    const overflow = () => page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
    await expect.poll(overflow).toBeLessThanOrEqual(0);
    await field(page, "Sync interval").selectOption("Once a day");
    await button(page, "Save settings").click();
    await notice(page, "Settings Saved").waitFor();
  });

  it("has no accessibility violations with an error, in either theme", async () => {
    const page = await open();
    await field(page, "Qualification threshold").fill("");
    await button(page, "Save settings").click();
    await page.getByText("Threshold is required").waitFor();
    expect(await axeFindingsInBothThemes(page)).toEqual([]);
  });
});
