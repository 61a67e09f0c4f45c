import type { Locator, Page } from "playwright-core";
import { afterAll, afterEach, beforeAll, expect, it } from "vitest";
import { hold, refuse, retry } from "#test/e2e/answers.ts";
import { openStage, receivesEvents, type Stage } from "#test/e2e/stage.ts";

const STEPS = [
  "Prepare the sheet",
  "Get credentials",
  "Add a data source",
  "Set up rules",
  "Configure email reports",
] as const;

let stage: Stage;
beforeAll(async () => {
  stage = await openStage();
});
afterAll(() => stage.close());
afterEach(() => expect(stage.pageErrors).toEqual([]));

const step = (page: Page, title: (typeof STEPS)[number]): Locator =>
  page.getByRole("list", { name: "Steps" }).locator("> li", { has: page.getByRole("heading", { name: title }) });
const summary = (page: Page, text: string): Promise<void> => page.getByText(text, { exact: true }).waitFor();
const notice = (page: Page, text: string): Locator =>
  page.getByRole("region", { name: "Notices" }).getByText(text, { exact: true });
const syncButton = (page: Page): Locator => page.getByRole("button", { name: "Sync Leads Now" });

it("of an empty product loads after a failure, shows five steps to do, copies the example, and links on", async () => {
  const page = await stage.open("about:blank");
  await page.context().grantPermissions(["clipboard-read", "clipboard-write"]);
  const restore = await refuse(page, "**/api/rules", { status: 503, detail: "The database does not answer." });
  const letThrough = await hold(page, "**/api/rules");
  await page.goto("/setup-guide");
  await page.getByText("Loading your progress").waitFor();
  await step(page, "Set up rules").waitFor();
  letThrough();
  await page.getByText("The database does not answer.").waitFor();
  await step(page, "Set up rules").getByText("Progress couldn't be loaded").waitFor();
  await retry(page.getByRole("button", { name: "Try again" }), restore);

  await summary(page, "0 of 5 steps done");
  const headings = page.getByRole("list", { name: "Steps" }).getByRole("heading", { level: 2 });
  expect(await headings.allInnerTexts()).toEqual(STEPS);
  for (const title of STEPS) await step(page, title).getByText("To do").waitFor();
  const help = page.getByRole("navigation", { name: "Main" }).getByRole("region", { name: "HELP" });
  await expect.poll(() => help.locator("[aria-current=page]").allInnerTexts()).toEqual(["Setup Guide"]);

  // The confirmation disappears after two seconds.
  await Promise.all([
    page.getByText("Copied").waitFor({ state: "attached" }),
    page.getByRole("button", { name: "Copy example sheet" }).click(),
  ]);
  const lines = (await page.evaluate(() => navigator.clipboard.readText())).split("\n");
  expect(lines[0]).toBe("Name\tEmail\tCompany\tPhone\tNotes");
  expect(lines.map((line) => line.split("\t").length)).toEqual([5, 5, 5, 5]);
  const shown = page.getByRole("region", { name: "Example sheet" });
  expect(lines.slice(1).map((line) => line.split("\t")[0])).toEqual(
    await shown.locator("tbody tr td:nth-child(2)").allInnerTexts(),
  );

  const main = page.getByRole("main");
  await main.getByRole("link", { name: "Connect a data source first" }).waitFor();
  for (const [link, name] of [
    [main.getByRole("link", { name: "Data Sources", exact: true }), "Data Sources"],
    [main.getByRole("link", { name: "Email Settings", exact: true }), "Email Settings"],
    [syncButton(page), "Data Sources"],
  ] as const) {
    await link.click();
    await page.getByRole("heading", { name, level: 1 }).waitFor();
    await page.goBack();
    await summary(page, "0 of 5 steps done");
  }
  // An unknown URL, which offers the real one.
  const rules = main.getByRole("link", { name: /Rules & Keywords/ });
  await rules.click();
  await page.getByRole("heading", { name: "404 Page Not Found", level: 1 }).waitFor();
  expect(new URL(page.url()).pathname).toBe("/rules-keywords");
  await rules.click();
  await page.getByRole("heading", { name: "Rules & Keywords", level: 1 }).waitFor();
});

it("updates each step without a reload", async () => {
  const page = await stage.open("/setup-guide");
  await summary(page, "0 of 5 steps done");
  await receivesEvents(page);

  await stage.api("POST", "/rules", { name: "Ready", keywords: ["demo"], scoreWeight: 50 });
  await step(page, "Set up rules").getByText("1 active rule").waitFor();
  await summary(page, "1 of 5 steps done");

  const address = "winnow@project.iam.gserviceaccount.example";
  const serviceAccount = { client_email: address, private_key: "a key of nobody" };
  const unread = (await stage.api("POST", "/data-sources", {
    name: "Autumn fair",
    type: "google_sheets",
    config: { spreadsheetId: "none", authMethod: "service_account", serviceAccount },
  })) as { id: string };
  await step(page, "Get credentials").getByText(address).waitFor();
  await step(page, "Add a data source").getByText("Started").waitFor();
  await summary(page, "2 of 5 steps done");

  await syncButton(page).click();
  await notice(page, "Failed to sync leads").waitFor();
  await step(page, "Add a data source").getByText("Failing").waitFor();
  await stage.api("DELETE", `/data-sources/${unread.id}`);
  await step(page, "Get credentials").getByText("To do").waitFor();

  await stage.addSheet("Spring fair", [
    ["Name", "Email", "Notes"],
    ["Ann Okafor", "ann@northwind.example", "Wants a demo"],
    ["Boris Novak", "boris@novak.example", ""],
  ]);
  await step(page, "Add a data source").getByText("Started").waitFor();
  const letThrough = await hold(page, "**/api/sync-leads");
  await syncButton(page).click();
  await page.getByRole("button", { name: "Syncing..." }).waitFor();
  letThrough();
  await notice(page, "Processed 2 leads successfully").waitFor();
  await step(page, "Prepare the sheet").getByText("Spring fair synced, 2 rows").waitFor();
  await step(page, "Add a data source").getByText("Just now").waitFor();
  await summary(page, "4 of 5 steps done");

  await page.getByText("Later syncs run automatically.").waitFor();
  await stage.api("PUT", "/settings", { autoSync: false });
  await page.getByText("Later syncs won't run automatically. Auto-sync is off.").waitFor();
  await stage.api("PUT", "/settings", { autoSync: true });

  await stage.addMailServer();
  await step(page, "Configure email reports").getByText("Started").waitFor();
  await stage.api("POST", "/send-report");
  await step(page, "Configure email reports").getByText("Last report").waitFor();
  await summary(page, "5 of 5 steps done");
});
