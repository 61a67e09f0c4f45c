import type { Locator, Page } from "playwright-core";
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from "vitest";
import type { SavedView } from "#shared/contract/saved-view.ts";
import { refuse } from "#test/e2e/answers.ts";
import { axeFindings, axeFindingsInBothThemes } from "#test/e2e/axe-findings.ts";
import { openStage, receivesEvents, type Stage } from "#test/e2e/stage.ts";

const PHONE = { width: 390, height: 844, isTouch: true };

let stage: Stage;

const menu = (page: Page, name: string | RegExp): Locator => page.getByRole("button", { name, exact: true });
const item = (page: Page, name: string): Locator => page.getByRole("menuitem", { name });
const choice = (page: Page, name: string): Locator => page.getByRole("menuitemradio", { name, exact: true });
const notices = (page: Page): Locator => page.getByRole("region", { name: "Notices" });
const undo = (page: Page): Promise<void> => notices(page).getByRole("button", { name: "Undo" }).last().click();
const query = (page: Page): string => new URL(page.url()).search;
const saved = async (): Promise<string[]> =>
  ((await stage.api("GET", "/lead-views")) as SavedView[]).map(({ name, query: text }) => `${name}: ${text}`);

/** Opens the list after saving these views. */
async function open(views: Record<string, string>, path = "/leads", options?: Parameters<Stage["open"]>[1]) {
  const ids = [];
  for (const [name, text] of Object.entries(views)) {
    const { id } = (await stage.api("POST", "/lead-views", { name, query: text })) as SavedView;
    ids.push(id);
  }
  const page = await stage.open(path.replace("FIRST", ids[0] ?? ""), options);
  await page.getByRole("heading", { name: "All Leads" }).waitFor();
  return page;
}

beforeAll(async () => {
  stage = await openStage();
  await stage.api("POST", "/leads", { name: "Ann", email: "ann@a.example", status: "rejected" });
  await stage.api("POST", "/leads", { name: "Bob", email: "bob@b.example" });
});
afterAll(() => stage.close());
beforeEach(async () => {
  stage.pageErrors.splice(0);
  for (const { id } of (await stage.api("GET", "/lead-views")) as SavedView[]) {
    await stage.api("DELETE", `/lead-views/${id}`);
  }
});
afterEach(() => expect(stage.pageErrors).toEqual([]));

it("keeps the list when the form's code fails to load, and retries on the next click", async () => {
  const page = await open({});
  await page.route("**/assets/view-dialogs-*.js*", (route) => route.abort());
  await menu(page, "Views").click();
  await item(page, "Save as new view").click();
  await notices(page).getByText("The form could not be loaded").waitFor();
  await page.getByRole("dialog").waitFor({ state: "detached" });
  await page.getByRole("link", { name: "Ann" }).waitFor();
  await page.unroute("**/assets/view-dialogs-*.js*");
  await menu(page, "Views").click();
  await item(page, "Save as new view").click();
  await page.getByRole("dialog", { name: "Save view" }).getByLabel("Name").waitFor();
});

it("saves the list's state under a name and restores it", async () => {
  const page = await open({}, "/leads?status=rejected&sort=name&columns=lead,phone");
  await menu(page, "Views").click();
  await item(page, "Save as new view").click();
  const form = page.getByRole("dialog", { name: "Save view" });
  await expect.poll(() => form.getByLabel("Name").evaluate((field) => field === document.activeElement)).toBe(true);
  await form.getByRole("button", { name: "Save view" }).click();
  await form.getByText("Name is required").waitFor();
  expect(await axeFindings(page)).toEqual([]);
  await form.getByLabel("Name").fill("Lost ones");
  await page.keyboard.press("Enter");
  await notices(page).getByText("View saved successfully").waitFor();
  await menu(page, "View: Lost ones").waitFor();
  expect(await saved()).toEqual(["Lost ones: status=rejected&sort=name&columns=lead%2Cphone"]);
  await page.goto("/leads");
  await menu(page, "Views").click();
  expect(await choice(page, "All leads").isChecked()).toBe(true);
  await choice(page, "Lost ones").click();
  await page.getByRole("link", { name: "Ann" }).waitFor();
  await page.getByRole("link", { name: "Bob" }).waitFor({ state: "detached" });
  expect(query(page)).toMatch(/^\?status=rejected&sort=name&columns=lead%2Cphone&view=\d+$/);
  await menu(page, "View: Lost ones").click();
  await choice(page, "All leads").click();
  await page.getByRole("link", { name: "Bob" }).waitFor();
  expect(query(page)).toBe("");
});

it("rejects a long name at its field and keeps the input", async () => {
  const page = await open({});
  await menu(page, "Views").click();
  await item(page, "Save as new view").click();
  const form = page.getByRole("dialog", { name: "Save view" });
  await form.getByLabel("Name").fill("a".repeat(81));
  await form.getByRole("button", { name: "Save view" }).click();
  await form.getByText("At most 80 characters").waitFor();
  await form.getByLabel("Name").fill("Short");
  await refuse(page, "**/api/lead-views", { status: 503, detail: "The database is away." }, "POST");
  await form.getByRole("button", { name: "Save view" }).click();
  await notices(page).getByText("Failed to save view").waitFor();
  await notices(page).getByText("The database is away.").waitFor();
  expect(await form.getByLabel("Name").inputValue()).toBe("Short");
});

it("shows that the list differs from the view, updates the view and undoes that", async () => {
  const page = await open({ Pending: "status=pending" }, "/leads?status=pending&view=FIRST");
  await menu(page, "View: Pending").waitFor();
  await page.getByRole("combobox", { name: "Source" }).selectOption("Added by hand");
  await menu(page, "View: Pending changed").click();
  await item(page, "Update “Pending”").click();
  await notices(page).getByText("View updated successfully").waitFor();
  await menu(page, "View: Pending").waitFor();
  expect(await saved()).toEqual(["Pending: status=pending&source=manual"]);
  await undo(page);
  await menu(page, "View: Pending changed").waitFor();
  expect(await saved()).toEqual(["Pending: status=pending"]);
});

it("recognizes a view by its content", async () => {
  const page = await open({ "By name": "sort=name" });
  await page.getByRole("columnheader", { name: "Lead", exact: true }).getByRole("button").click();
  await menu(page, "View: By name").click();
  expect(await choice(page, "By name").isChecked()).toBe(true);
});

it("renames a view", async () => {
  const page = await open({ Old: "status=pending" }, "/leads?status=pending&view=FIRST");
  await menu(page, "View: Old").click();
  await item(page, "Rename “Old”").click();
  const form = page.getByRole("dialog", { name: "Rename view" });
  await expect.poll(() => form.getByLabel("Name").inputValue()).toBe("Old");
  await form.getByLabel("Name").fill("New");
  await form.getByRole("button", { name: "Rename" }).click();
  await notices(page).getByText("View renamed successfully").waitFor();
  await menu(page, "View: New").waitFor();
  expect(await saved()).toEqual(["New: status=pending"]);
});

it("deletes a view, keeps the list as it is, and restores the view", async () => {
  const page = await open({ Gone: "status=pending", Stays: "sort=name" }, "/leads?status=pending&view=FIRST");
  await menu(page, "View: Gone").click();
  await item(page, "Delete “Gone”").click();
  await notices(page).getByText("View deleted successfully").waitFor();
  await menu(page, "Views").waitFor();
  await expect.poll(() => query(page)).toBe("?status=pending");
  expect(await saved()).toEqual(["Stays: sort=name"]);
  await undo(page);
  await menu(page, "View: Gone").waitFor();
  expect((await saved()).toSorted()).toEqual(["Gone: status=pending", "Stays: sort=name"]);
});

it("keeps a view that can't be deleted", async () => {
  const page = await open({ Kept: "sort=name" }, "/leads?sort=name&view=FIRST");
  await refuse(page, "**/api/lead-views/*", { status: 503, detail: "The database is away." }, "DELETE");
  await menu(page, "View: Kept").click();
  await item(page, "Delete “Kept”").click();
  await notices(page).getByText("Failed to delete view").waitFor();
  await menu(page, "View: Kept").waitFor();
});

it("shows a view saved in another tab", async () => {
  const page = await open({});
  await menu(page, "Views").waitFor();
  await receivesEvents(page);
  await stage.api("POST", "/lead-views", { name: "From elsewhere", query: "sort=-score" });
  await menu(page, "Views").click();
  await choice(page, "From elsewhere").waitFor();
});

it("works on a phone with names of any length and script", async () => {
  const long = "Donaudampfschifffahrtselektrizitätenhauptbetriebswerk".slice(0, 60);
  const page = await open({ [long]: "sort=name", "عملاء جدد": "sort=-score" }, "/leads", PHONE);
  await menu(page, "Views").tap();
  expect(await axeFindings(page)).toEqual([]);
  await choice(page, long).tap();
  await menu(page, `View: ${long}`).waitFor();
  expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBe(0);
});

it("passes axe in both themes with the menu of a changed view open", async () => {
  const page = await open({ Mine: "sort=name" }, "/leads?sort=-name&view=FIRST");
  await menu(page, "View: Mine changed").click();
  await item(page, "Update “Mine”").waitFor();
  expect(await axeFindingsInBothThemes(page)).toEqual([]);
});
