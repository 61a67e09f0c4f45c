import { readFile } from "node:fs/promises";
import type { Locator, Page } from "playwright-core";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { DEFAULT_SETTINGS, type Settings } from "#shared/contract/settings.ts";
import { hold, refuse, sentBodies } from "#test/e2e/answers.ts";
import { axeFindings } from "#test/e2e/axe-findings.ts";
import { openStage, type Stage } from "#test/e2e/stage.ts";

const PATH = "/configuration";

let stage: Stage;
beforeAll(async () => {
  stage = await openStage();
});
afterAll(() => stage.close());
beforeEach(() => stage.api("PUT", "/settings", DEFAULT_SETTINGS));
afterEach(() => expect(stage.pageErrors).toEqual([]));

const saved = async (): Promise<Settings> => (await stage.api("GET", "/settings")) as Settings;
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
  it("stand there with their defaults", async () => {
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
      const isAutomatic = (await box.getAttribute("name")) === "followUpAutomatic";
      expect(await box.isChecked()).toBe(!isAutomatic);
    }
    await page
      .getByText(/^Leads with a score of 30 or more are automatically qualified.* any score above 30/)
      .waitFor();
    expect(await button(page, "Cancel").isDisabled()).toBe(true);
  });

  it("are saved as they stand there, and obeyed", async () => {
    await stage.api("POST", "/rules", { name: "Intent", keywords: ["demo"], scoreWeight: 20 });
    await stage.api("POST", "/leads", { name: "Ann Okafor", email: "ann@mail.example", notes: "Wants a demo" });
    const page = await open();
    await field(page, "Qualification threshold").fill("20");
    await page.getByText(/^Leads with a score of 20 or more/).waitFor();
    await page.getByText("1 lead changes: 1 becomes qualified.").waitFor();
    await field(page, "Limit leads per sync").uncheck();
    expect(await field(page, "Max leads per sync").count()).toBe(0);
    await field(page, "Data retention").fill("365");
    await field(page, "Auto-sync").uncheck();
    await field(page, "Sync interval").selectOption("Every 15 minutes");
    await field(page, "Mailbox").uncheck();
    await button(page, "Save").click();
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
    expect(await stage.api("GET", "/dashboard/pipeline")).toMatchObject({ qualified: 1 });
    expect(await button(page, "Cancel").isDisabled()).toBe(true);
    await page.reload();
    await expect.poll(() => field(page, "Data retention").inputValue()).toBe("365");
    expect(await field(page, "Limit leads per sync").isChecked()).toBe(false);
  });

  it.each([
    ["Qualification threshold", "", "Threshold is required"],
    ["Qualification threshold", "101", "Threshold must be at most 100"],
    ["Max leads per sync", "0", "Leads per sync must be at least 1"],
    ["Max leads per sync", "", "A number of leads is required"],
    ["Data retention", "3651", "Days must be at most 3650"],
  ])("refuse %s %j at the field, without a call", async (label, value, message) => {
    const page = await open();
    const sent = sentBodies(page, "PUT", /settings$/);
    await field(page, label).fill(value);
    await button(page, "Save").click();
    await page.getByRole("form").getByText(message, { exact: true }).waitFor();
    expect(await page.getByRole("form").locator("[aria-invalid=true]").count()).toBe(1);
    expect(sent).toEqual([]);
  });

  it("say where the server found fault, and keep what was typed", async () => {
    const page = await open();
    await field(page, "Data retention").fill("400");
    const errors = [{ field: "retentionDays", message: "Too long for this server." }];
    await refuse(page, "**/api/settings", { status: 422, detail: "retentionDays: too long", errors }, "PUT");
    await button(page, "Save").click();
    await notice(page, "Failed to save settings").waitFor();
    await page.getByRole("form").getByText("Too long for this server.").waitFor();
    expect(await field(page, "Data retention").inputValue()).toBe("400");
  });

  it("go back to what is saved with Cancel", async () => {
    const page = await open();
    await field(page, "Qualification threshold").fill("77");
    await field(page, "Remove old leads").uncheck();
    await page.getByText("Not saved yet").waitFor();
    await button(page, "Cancel").click();
    expect(await field(page, "Qualification threshold").inputValue()).toBe("30");
    expect(await field(page, "Data retention").inputValue()).toBe("90");
    expect(await page.getByText("Not saved yet").count()).toBe(0);
  });

  it("ask before they are left unsaved", async () => {
    const page = await open();
    await field(page, "Qualification threshold").fill("77");
    await page.getByRole("link", { name: "Email Settings" }).click();
    const question = page.getByRole("alertdialog", { name: "Discard your changes?" });
    await question.getByRole("button", { name: "Cancel" }).click();
    await question.waitFor({ state: "detached" });
    expect(await field(page, "Qualification threshold").inputValue()).toBe("77");
    await page.getByRole("link", { name: "Email Settings" }).click();
    await question.getByRole("button", { name: "Discard" }).click();
    await page.getByRole("heading", { name: "Email Settings", level: 1 }).waitFor();
    expect((await saved()).qualificationThreshold).toBe(30);
  });

  it("go to their defaults with Reset, after a question, and leave those of other screens", async () => {
    const others = { exclusionKeywords: ["newsletter"], minimumConfidence: 60 };
    await stage.api("PUT", "/settings", { qualificationThreshold: 80, retentionDays: null, ...others });
    const page = await open();
    await page.getByRole("main").getByRole("radio", { name: "Dark theme" }).click();
    await button(page, "Reset").click();
    const question = page.getByRole("alertdialog", { name: "Reset all settings?" });
    await question.getByRole("button", { name: "Cancel" }).click();
    await question.waitFor({ state: "detached" });
    expect((await saved()).qualificationThreshold).toBe(80);
    await button(page, "Reset").click();
    await question.getByRole("button", { name: "Reset" }).click();
    await notice(page, "Settings Reset").waitFor();
    await notice(page, "All settings have been reset to default values").waitFor();
    expect(await saved()).toEqual({ ...DEFAULT_SETTINGS, ...others });
    await expect.poll(() => field(page, "Qualification threshold").inputValue()).toBe("30");
    expect(await page.getByRole("main").getByRole("radio", { name: "System theme" }).isChecked()).toBe(true);
    expect(await page.locator("html.dark").count()).toBe(0);
  });

  it("appear where someone else saved them, but for what was typed", async () => {
    const page = await open();
    await field(page, "Data retention").fill("45");
    await stage.api("PUT", "/settings", { qualificationThreshold: 55, retentionDays: 60 });
    await expect.poll(() => field(page, "Qualification threshold").inputValue()).toBe("55");
    expect(await field(page, "Data retention").inputValue()).toBe("45");
  });
});

describe("beside the settings", () => {
  it("an overview counts leads and rules, and tells of the last sync", async () => {
    const stats = (await stage.api("GET", "/dashboard/stats")) as { totalLeads: number; activeRules: number };
    const page = await open();
    await card(page, "Total Leads").getByText(String(stats.totalLeads), { exact: true }).waitFor();
    await card(page, "Active Rules").getByText(String(stats.activeRules), { exact: true }).waitFor();
    await card(page, "Last Sync").getByText("Never", { exact: true }).waitFor();
    await page.getByRole("link", { name: "Connect a data source first" }).waitFor();
  });

  it("a manual sync reads the sources, and says what waits", async () => {
    const rows = Array.from({ length: 5 }, (_, at) => [`Lead ${at}`, `lead${at}@sync.example`]);
    await stage.addSheet("Spring fair", [["Name", "Email"], ...rows]);
    await stage.api("PUT", "/settings", { maxLeadsPerSync: 2, autoSync: false });
    const page = await open();
    await button(page, "Manual Sync").click();
    await notice(page, "Manual sync completed - processed 2 leads").waitFor();
    await page.getByText("3 more rows wait. Sync again to go on.").waitFor();
    await card(page, "Last Sync").getByText("Just now").waitFor();
    const sources = await stage.open("/data-sources");
    await sources.getByText("2 rows read: 2 new. 3 more rows wait for the next sync.").waitFor();
    await refuse(page, "**/api/sync-leads", { status: 502, detail: "The sheet is private." }, "POST");
    await button(page, "Manual Sync").click();
    await notice(page, "Failed to sync leads").waitFor();
    await notice(page, "The sheet is private.").waitFor();
  });

  it("the full backup is a dated file of every lead", async () => {
    await stage.api("POST", "/leads", { name: "Una Rejected", email: "una@mail.example", status: "rejected" });
    const page = await open();
    const [download] = await Promise.all([page.waitForEvent("download"), button(page, "Export All Data").click()]);
    expect(download.suggestedFilename()).toMatch(/^leads-backup-\d{4}-\d{2}-\d{2}\.csv$/);
    const lines = (await readFile(await download.path(), "utf8")).trim().split("\r\n");
    const { totalLeads } = (await stage.api("GET", "/dashboard/stats")) as { totalLeads: number };
    expect(lines).toHaveLength(totalLeads + 1);
    expect(lines.join("\n")).toContain("una@mail.example");
    await notice(page, "Data export completed successfully").waitFor();
    await refuse(page, "**/api/leads/export**", { status: 500, detail: "The disk is full." });
    await button(page, "Export All Data").click();
    await notice(page, "Failed to export data").waitFor();
  });

  it("the appearance holds at once and is remembered", async () => {
    const page = await open();
    const choice = page.getByRole("main").getByRole("radiogroup", { name: "Appearance" });
    await choice.getByRole("radio", { name: "Dark theme" }).click();
    await page.locator("html.dark").waitFor();
    await page.reload();
    await page.locator("html.dark").waitFor();
    expect(await choice.getByRole("radio", { name: "Dark theme" }).isChecked()).toBe(true);
  });
});

describe("the screen", () => {
  it("keeps its place while it loads, and can be tried again when it fails", async () => {
    const page = await stage.open("/nowhere");
    const letThrough = await hold(page, "**/api/settings");
    await page.goto(PATH);
    await page.getByText("Loading the settings").waitFor({ state: "attached" });
    await card(page, "Lead processing").waitFor();
    letThrough();
    await field(page, "Qualification threshold").waitFor();

    await page.unrouteAll();
    const mend = await refuse(page, "**/api/**", { status: 503, detail: "The database cannot be reached." }, "GET");
    await page.reload();
    await page.getByText("The settings could not be loaded").waitFor();
    await card(page, "Total Leads").getByText("N/A").waitFor();
    await mend();
    await button(page, "Try again").first().click();
    await field(page, "Qualification threshold").waitFor();
  });

  it("is one of the settings in the sidebar", async () => {
    const page = await open();
    const settings = page.getByRole("navigation").getByRole("region", { name: "SETTINGS" });
    await settings.getByRole("link", { name: "Configuration" }).click();
    await page.getByRole("heading", { name: "Configuration", level: 1 }).waitFor();
  });

  it("fits a phone, where nothing lies over Save", async () => {
    const page = await open({ width: 390, height: 800, isTouch: true });
    const overflow = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
    expect(overflow).toBeLessThanOrEqual(0);
    await field(page, "Sync interval").selectOption("Once a day");
    await button(page, "Save").click();
    await notice(page, "Settings Saved").waitFor();
  });

  it.each(["light", "dark"] as const)("has nothing that axe finds with a complaint, %s", async (colorScheme) => {
    const page = await open({ colorScheme });
    await field(page, "Qualification threshold").fill("");
    await button(page, "Save").click();
    await page.getByText("Threshold is required").waitFor();
    expect(await axeFindings(page)).toEqual([]);
  });
});
