import type { Locator, Page } from "playwright-core";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import type { DataSource } from "#shared/contract/data-source.ts";
import { hold, refuse, sentBodies, retry } from "#test/e2e/answers.ts";
import { axeFindings } from "#test/e2e/axe-findings.ts";
import { goInside, NOWHERE, openStage, receivesEvents, type Stage } from "#test/e2e/stage.ts";
import type { PeerServiceAccount } from "#test/peers/google/service-account.ts";

const SHEET_ID = "1SpringFairContacts0000000000000000";
const ROWS = [
  ["Name", "Email", "Company", "Phone", "Notes"],
  ["Ann Okafor", "ann@northwind.example", "Northwind", "+44 20 7946 0018", "Asked for a demo and a price"],
  ["Boris Novak", "boris@novak.example", "Novak Logistics", "", "Newsletter only"],
  ["Nobody", "", "", "", "left no address"],
];

let stage: Stage;
let account: PeerServiceAccount;

beforeAll(async () => {
  stage = await openStage();
  account = stage.google.addServiceAccount();
  stage.google.setSheet(SHEET_ID, "Sheet1", ROWS);
  stage.google.share(SHEET_ID, account.email);
});
afterAll(() => stage.close());
beforeEach(async () => {
  for (const { id } of await sources()) await stage.api("DELETE", `/data-sources/${id}`);
});
afterEach(() => expect(stage.pageErrors).toEqual([]));

const sources = async (): Promise<DataSource[]> => (await stage.api("GET", "/data-sources")) as DataSource[];
const config = (): object => ({
  spreadsheetId: SHEET_ID,
  range: "Sheet1!A1:E100",
  authMethod: "service_account",
  serviceAccount: account.keyFile,
});
const addSource = async (fields: object = {}): Promise<DataSource> =>
  (await stage.api("POST", "/data-sources", {
    name: "Spring fair",
    type: "google_sheets",
    config: config(),
    ...fields,
  })) as DataSource;

const notice = (page: Page, text: string | RegExp): Locator =>
  page.getByRole("region", { name: "Notices" }).getByText(text, { exact: true });
const dialog = (page: Page): Locator => page.getByRole("dialog");
const item = (page: Page, name: string): Locator => page.getByRole("listitem").filter({ hasText: name });
const spreadsheet = (page: Page): Locator => dialog(page).getByLabel("Spreadsheet ID");
const json = (page: Page): Locator => dialog(page).getByRole("textbox", { name: "Service account JSON" });
const press = (page: Page, name: string): Promise<void> => page.getByRole("button", { name, exact: true }).click();

describe("the first source", () => {
  it("leads from an empty installation to scored leads", async () => {
    const spreadsheetId = "1NotYetShared00000000000000";
    stage.google.setSheet(spreadsheetId, "Sheet1", ROWS);
    await stage.api("POST", "/rules", { name: "Ready to buy", keywords: ["demo", "price"], scoreWeight: 20 });
    const page = await stage.visit("/data-sources");
    await page.getByText("No data sources configured yet").waitFor();
    await page.context().grantPermissions(["clipboard-read", "clipboard-write"]);
    const clipboard = (): Promise<string> => page.evaluate(() => navigator.clipboard.readText());
    const guide = page.getByRole("region", { name: "Spreadsheet setup guide" });
    await expect
      .poll(() => guide.getByRole("columnheader").allInnerTexts())
      .toEqual(["Name", "Email", "Company", "Phone", "Notes"]);
    await press(page, "Copy header row");
    await expect.poll(clipboard).toBe("Name\tEmail\tCompany\tPhone\tNotes");
    await press(page, "Add data source");

    await dialog(page).getByLabel("Name").fill("Spring fair");
    await spreadsheet(page).fill(`https://docs.google.com/spreadsheets/d/${spreadsheetId}/edit#gid=0`);
    const complaint = dialog(page).getByText("Invalid JSON format in service account credentials");
    await json(page).fill("{");
    await dialog(page).getByRole("button", { name: "Test Connection" }).click();
    await complaint.waitFor();
    await json(page).fill(account.keyFileText);
    await expect.poll(() => spreadsheet(page).inputValue()).toBe(spreadsheetId);
    await dialog(page).getByText(account.email, { exact: true }).waitFor();

    // Not shared yet: explains the fix and offers to copy the address.
    await dialog(page).getByRole("button", { name: "Test Connection" }).click();
    await notice(page, "Connection test failed").waitFor();
    await dialog(page).getByText("Connection failed").waitFor();
    expect(await complaint.count()).toBe(0);
    await dialog(page)
      .getByText(/^The sheet isn't shared with this service account\./)
      .waitFor();
    await dialog(page).getByRole("button", { name: "Copy address" }).last().click();
    await expect.poll(clipboard).toBe(account.email);

    stage.google.share(spreadsheetId, account.email);
    await dialog(page).getByRole("button", { name: "Test Connection" }).click();
    await notice(page, "Connection test successful").waitFor();
    await dialog(page).getByText("Connection successful").waitFor();
    for (const header of ROWS[0] ?? []) await dialog(page).getByText(header, { exact: true }).last().waitFor();

    await dialog(page).getByRole("button", { name: "Add data source" }).click();
    await notice(page, "Data source created successfully").waitFor();
    await dialog(page).waitFor({ state: "detached" });
    const added = item(page, "Spring fair");
    await added.getByText("Never").waitFor();
    await added.getByText("1NotYetS...").waitFor();
    await added.getByText("Not synced yet.").waitFor();

    await press(page, "Sync Leads Now");
    await notice(page, "Processed 3 leads successfully").waitFor();
    await added.getByText("Just now").waitFor();
    await added.getByText("3 rows read: 2 new, 1 skipped").waitFor();
    await added.getByText("Why 1 row was skipped").click();
    await added.getByText(/No contact details/).waitFor();
    expect(await stage.api("GET", "/leads?sort=-score")).toMatchObject([
      { name: "Ann Okafor", score: 40, status: "qualified" },
      { name: "Boris Novak", score: 0, status: "pending" },
    ]);

    await press(page, "Sync Leads Now");
    await added.getByText(/^3 rows read: 2 unchanged, 1 skipped|^3 rows read: 3 unchanged/).waitFor();

    const card = page.getByRole("region", { name: "Reprocess original data" });
    await card.getByRole("combobox", { name: "Source" }).selectOption({ label: "Google Sheets" });
    await card.getByRole("checkbox", { name: "Include data that's already up to date" }).check();
    await card.getByRole("button", { name: "Preview changes" }).click();
    await card.getByText(/^No changes found\. \d+ rows? reprocessed\.$/).waitFor();
  });
});

describe("the list", () => {
  it("shows since when and why a source fails, until it works again, and the type of each source", async () => {
    stage.google.setSheet("1NotShared00000000000", "Sheet1", ROWS);
    // A mailbox that was never set up.
    await addSource({ name: "Old mailbox", type: "email", config: {}, isActive: false });
    const page = await stage.visit("/data-sources");
    const email = item(page, "Old mailbox");
    await email.getByText("Inactive").waitFor();
    await expect
      .poll(async () => (await email.innerText()).replaceAll(/\s+/g, " "))
      .toContain("Type Email Last sync Never Mailbox N/A");
    await email.getByText("Not synced yet.").waitFor();
    expect(await page.getByRole("button", { name: "Sync Leads Now" }).count()).toBe(0);

    await receivesEvents(page);
    await addSource({ name: "Private list", config: { ...config(), spreadsheetId: "1NotShared00000000000" } });
    await press(page, "Sync Leads Now");
    await notice(page, "Failed to sync leads").waitFor();
    const failing = item(page, "Private list");
    await failing.getByText("Failing since").waitFor();
    await failing.getByText("The last sync failed.").waitFor();
    await failing.getByText(/add winnow-reader@\S+ as a viewer/).waitFor();
    stage.google.share("1NotShared00000000000", account.email);
    await press(page, "Sync Leads Now");
    await failing.getByText(/^3 rows read/).waitFor();
    await expect.poll(() => failing.getByText("Failing").count()).toBe(0);
  });

  it("shows the progress of a sync started elsewhere", async () => {
    await addSource();
    const page = await stage.visit("/data-sources");
    await item(page, "Spring fair").waitFor();
    await receivesEvents(page);
    const { promise, resolve } = Promise.withResolvers<void>();
    stage.google.failNext({ on: "values", holdUntil: promise });
    const synced = stage.api("POST", "/sync-leads");
    await page.getByRole("button", { name: "Syncing..." }).waitFor();
    await page.getByRole("progressbar", { name: "Spring fair" }).waitFor();
    resolve();
    await synced;
    await page.getByRole("button", { name: "Sync Leads Now" }).waitFor();
    await expect.poll(() => page.getByRole("progressbar").count()).toBe(0);
  });

  it("shows a loading note, then why loading failed, then retries", async () => {
    await addSource();
    const page = await stage.open(NOWHERE);
    const restore = await refuse(page, "**/api/data-sources", { status: 503, detail: "The store is being moved." });
    const release = await hold(page, "**/api/data-sources");
    await goInside(page, "/data-sources");
    await page.getByText("Loading the data sources").waitFor({ state: "attached" });
    release();
    await page.getByText("Couldn't load data sources").waitFor();
    await page.getByText("The store is being moved.").waitFor();
    await retry(page.getByRole("button", { name: "Try again" }), restore);
    await item(page, "Spring fair").waitFor();
  });

  it("tests a source with its stored secrets, deactivates it optimistically, and deletes it", async () => {
    const { id } = await addSource();
    const page = await stage.visit("/data-sources");
    const down = { status: 500, detail: "The disk is full." };
    const work = await refuse(page, "**/api/data-sources/test", down);
    await press(page, "Test connection to Spring fair");
    await notice(page, "Failed to test connection").waitFor();
    await notice(page, "The disk is full.").waitFor();
    await work();
    const tested = sentBodies(page, "POST", /^\/api\/data-sources\/test$/);
    await press(page, "Test connection to Spring fair");
    await notice(page, "Connection test successful").waitFor();
    expect(tested).toEqual([{ id, type: "google_sheets", config: {} }]);
    const outcome = item(page, "Spring fair").getByText("Connection successful");
    await outcome.waitFor();
    expect(await axeFindings(page)).toEqual([]);
    await item(page, "Spring fair").getByRole("button", { name: "Dismiss" }).click();
    await outcome.waitFor({ state: "detached" });

    const one = /\/api\/data-sources\/\d+$/;
    const active = page.getByRole("switch", { name: "Spring fair is active" });
    const sent = sentBodies(page, "PATCH", one);
    const release = await hold(page, one, "PATCH");
    await active.click();
    await item(page, "Spring fair").getByText("Inactive").waitFor();
    release();
    await notice(page, "Data source updated successfully").waitFor();
    expect(sent).toEqual([{ isActive: false }]);
    await refuse(page, one, down, "PATCH");
    await active.click();
    await notice(page, "Failed to update data source").waitFor();
    await expect.poll(() => active.isChecked()).toBe(false);

    await press(page, "Delete Spring fair");
    const question = page.getByRole("alertdialog", { name: "Delete this data source?" });
    await question.getByText(/Its leads stay/).waitFor();
    await question.getByRole("button", { name: "Cancel" }).click();
    await question.waitFor({ state: "detached" });
    expect(await sources()).toHaveLength(1);
    const restore = await refuse(page, one, down, "DELETE");
    await press(page, "Delete Spring fair");
    await press(page, "Delete data source");
    await notice(page, "Failed to delete data source").waitFor();
    await restore();
    await press(page, "Delete Spring fair");
    await press(page, "Delete data source");
    await notice(page, "Data source deleted successfully").waitFor();
    await page.getByText("No data sources configured yet").waitFor();
  });
});

describe("the form", () => {
  it("reports mistakes without a request, then the server's, and accepts a sheet shared by link", async () => {
    stage.google.addApiKey("a-key-for-this-test");
    stage.google.setSheet("1SharedByLink00000000000", "Sheet1", ROWS);
    stage.google.spreadsheet("1SharedByLink00000000000").isPublic = true;
    const page = await stage.visit("/data-sources?new");
    const sent = sentBodies(page, "POST", /^\/api\/data-sources/);
    const test = dialog(page).getByRole("button", { name: "Test Connection" });
    const add = dialog(page).getByRole("button", { name: "Add data source" });
    await expect.poll(() => dialog(page).getByLabel("Type").inputValue()).toBe("google_sheets");
    await expect.poll(() => dialog(page).getByLabel("Authentication").inputValue()).toBe("service_account");
    expect(await dialog(page).getByLabel("Active").isChecked()).toBe(true);
    const complaint = dialog(page).getByText("Invalid JSON format in service account credentials");
    await json(page).fill("[]");
    await test.click();
    await complaint.waitFor();
    await add.click();
    await dialog(page).getByText("Name is required").waitFor();
    await json(page).fill(account.keyFileText);
    await complaint.waitFor({ state: "detached" });
    await json(page).fill("[]");
    await complaint.waitFor();
    expect(await axeFindings(page)).toEqual([]);

    await dialog(page).getByLabel("Name").fill("Public list");
    await dialog(page).getByLabel("Type").selectOption("email");
    await spreadsheet(page).waitFor({ state: "detached" });
    await expect.poll(() => dialog(page).getByLabel("Folders").inputValue()).toBe("INBOX");
    for (const submit of [test, add]) {
      await submit.click();
      await dialog(page).getByText("Email is required").waitFor();
      await dialog(page).getByText("Password is required").waitFor();
    }
    expect(sent).toEqual([]);

    await dialog(page).getByLabel("Type").selectOption("google_sheets");
    await json(page).fill('{ "type": "service_account" }');
    await add.click();
    const refusal = /^This isn't a service account key file: client_email is missing/;
    await dialog(page).getByText(refusal).waitFor();
    await notice(page, refusal).waitFor();
    expect(await sources()).toEqual([]);

    await spreadsheet(page).fill("1SharedByLink00000000000");
    await dialog(page).getByLabel("Range").fill("Sheet1!A1:E3");
    await dialog(page).getByLabel("Authentication").selectOption("api_key");
    await dialog(page).getByLabel("API key").fill("a-key-for-this-test");
    await test.click();
    await dialog(page).getByText("Connection successful").waitFor();
    // The result no longer applies to what is typed.
    await dialog(page).getByLabel("Range").fill("Sheet1!A1:E100");
    await dialog(page).getByText("Connection successful").waitFor({ state: "detached" });
    await page.route("**/api/data-sources", (route) =>
      route.request().method() === "POST" ? route.abort() : route.fallback(),
    );
    await add.click();
    await notice(page, "Failed to create data source").waitFor();
    await page.unroute("**/api/data-sources");
    await add.click();
    await dialog(page).waitFor({ state: "detached" });
    expect(sent.at(-1)).toEqual({
      name: "Public list",
      type: "google_sheets",
      config: {
        spreadsheetId: "1SharedByLink00000000000",
        range: "Sheet1!A1:E100",
        authMethod: "api_key",
        apiKey: "a-key-for-this-test",
      },
      isActive: true,
    });
  });

  it("keeps a saved secret unless it is replaced, and reports a failed save", async () => {
    await addSource();
    const other = stage.google.addServiceAccount();
    const page = await stage.visit("/data-sources");
    await press(page, "Edit Spring fair");
    await expect.poll(() => dialog(page).getByLabel("Name").inputValue()).toBe("Spring fair");
    await expect.poll(() => spreadsheet(page).inputValue()).toBe(SHEET_ID);
    await expect.poll(() => dialog(page).getByLabel("Range").inputValue()).toBe("Sheet1!A1:E100");
    await dialog(page).getByText("Saved", { exact: true }).waitFor();
    await dialog(page).getByText(account.email).waitFor();
    expect(await json(page).count()).toBe(0);

    // Tests with the stored key; an empty range means the whole sheet.
    await dialog(page).getByLabel("Range").fill("");
    await dialog(page).getByRole("button", { name: "Test Connection" }).click();
    await dialog(page).getByText("Connection successful").waitFor();
    const problem = { status: 500, detail: "The disk is full." };
    const relent = await refuse(page, /\/api\/data-sources\/\d+$/, problem, "PATCH");
    await dialog(page).getByRole("button", { name: "Save changes" }).click();
    await notice(page, "Failed to update data source").waitFor();
    await notice(page, "The disk is full.").waitFor();
    await relent();
    const sent = sentBodies(page, "PATCH", /^\/api\/data-sources\/\d+$/);
    await dialog(page).getByRole("button", { name: "Save changes" }).click();
    await notice(page, "Data source updated successfully").waitFor();
    await dialog(page).waitFor({ state: "detached" });
    expect(sent).toEqual([
      {
        name: "Spring fair",
        type: "google_sheets",
        config: { spreadsheetId: SHEET_ID, range: "", authMethod: "service_account" },
        isActive: true,
        version: expect.any(String),
      },
    ]);
    expect(await sources()).toMatchObject([{ config: { hasServiceAccount: true, range: "" } }]);

    await press(page, "Edit Spring fair");
    await dialog(page).getByRole("button", { name: "Replace Service account JSON" }).click();
    await expect.poll(() => json(page).evaluate((element) => element === document.activeElement)).toBe(true);
    expect(await axeFindings(page)).toEqual([]);
    await dialog(page).getByRole("button", { name: "Keep saved Service account JSON" }).click();
    await dialog(page).getByText("Saved", { exact: true }).waitFor();
    await dialog(page).getByRole("button", { name: "Replace Service account JSON" }).click();
    const renamed = { ...other.keyFile, client_email: "another@acme-leads-417.iam.gserviceaccount.com" };
    await json(page).fill(JSON.stringify(renamed));
    await dialog(page).getByText(renamed.client_email, { exact: true }).waitFor();
    await dialog(page).getByRole("button", { name: "Save changes" }).click();
    await dialog(page).waitFor({ state: "detached" });
    expect(await sources()).toMatchObject([{ config: { serviceAccountEmail: renamed.client_email } }]);
  });

  it("fits a phone with a pasted key file, and asks before that is lost", async () => {
    const page = await stage.visit("/data-sources?new", { width: 320, height: 640, isTouch: true });
    await json(page).fill(account.keyFileText);
    const { scrolls, wide } = await dialog(page).evaluate((element) => ({
      scrolls: [...element.querySelectorAll("*")].some((part) => part.clientWidth > 320),
      wide: element.getBoundingClientRect().width,
    }));
    expect({ scrolls, wide }).toEqual({ scrolls: false, wide: 320 });
    await page.keyboard.press("Escape");
    await press(page, "Leave");
    await dialog(page).waitFor({ state: "detached" });
    await press(page, "Add data source");
    await expect.poll(() => json(page).inputValue()).toBe("");
  });
});
