import type { Locator, Page } from "playwright-core";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import type { SavedView } from "#shared/contract/leads/saved-view.ts";
import { refuse, retry } from "#test/e2e/answers.ts";
import { axeFindings, axeFindingsInBothThemes } from "#test/e2e/axe-findings.ts";
import { type ContextOptions, goInside, NOWHERE, openStage, receivesEvents, type Stage } from "#test/e2e/stage.ts";

const PHONE = { width: 390, height: 844, isTouch: true };

let stage: Stage;

const button = (page: Page, name: string | RegExp): Locator => page.getByRole("button", { name, exact: true });
const item = (page: Page, name: string): Locator => page.getByRole("menuitem", { name });
const choice = (page: Page, name: string): Locator => page.getByRole("menuitemradio", { name, exact: true });
const tabs = (page: Page): Locator => page.getByRole("navigation", { name: "Saved views" });
const tab = (page: Page, name: string): Locator => tabs(page).getByRole("link", { name, exact: true });
const heading = (page: Page, name: string): Locator => page.getByRole("heading", { name: new RegExp(`^${name} \\(`) });
const changes = (page: Page): Locator => page.getByRole("group", { name: "Changes to the view" });
const form = (page: Page): Locator => page.getByRole("dialog", { name: "Save view" });
const notices = (page: Page): Locator => page.getByRole("region", { name: "Notices" });
const undo = (page: Page): Promise<void> => notices(page).getByRole("button", { name: "Undo" }).last().click();
const query = (page: Page): string => new URL(page.url()).search;
const names = (page: Page): Promise<string[]> => tabs(page).getByRole("link").allInnerTexts();
const saved = async (): Promise<string[]> =>
  ((await stage.api("GET", "/lead-views")) as SavedView[]).map(({ name, query: text }) => `${name}: ${text}`);

/** Opens the list after saving these views. */
async function open(views: Record<string, string>, path = "/leads", options?: ContextOptions) {
  const ids = [];
  for (const [name, text] of Object.entries(views)) {
    const { id } = (await stage.api("POST", "/lead-views", { name, query: text })) as SavedView;
    ids.push(id);
  }
  const page = await stage.visit(path.replace("FIRST", ids[0] ?? ""), options);
  await page
    .getByRole("link", { name: "Ann" })
    .or(page.getByRole("link", { name: "Bob" }))
    .first()
    .waitFor();
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

it("saves the list's state under a valid name, as a tab that restores it", async () => {
  const page = await open({}, "/leads?status=rejected&sort=name&columns=lead,phone");
  expect(await tab(page, "All Leads").getAttribute("aria-current")).toBe("page");
  await button(page, "Save as new view").click();
  await expect
    .poll(() =>
      form(page)
        .getByLabel("Name")
        .evaluate((field) => field === document.activeElement),
    )
    .toBe(true);
  // Without accounts, every view is for everyone.
  expect(await form(page).getByText("Visible to").count()).toBe(0);
  await form(page).getByRole("button", { name: "Save view" }).click();
  await form(page).getByText("Name is required").waitFor();
  expect(await axeFindings(page)).toEqual([]);
  await form(page).getByLabel("Name").fill("a".repeat(81));
  await form(page).getByRole("button", { name: "Save view" }).click();
  await form(page).getByText("At most 80 characters").waitFor();
  await form(page).getByLabel("Name").fill("Lost ones");
  const restore = await refuse(page, "**/api/lead-views", { status: 503, detail: "The database is away." }, "POST");
  await form(page).getByRole("button", { name: "Save view" }).click();
  await notices(page).getByText("Failed to save view").waitFor();
  await notices(page).getByText("The database is away.").waitFor();
  expect(await form(page).getByLabel("Name").inputValue()).toBe("Lost ones");
  await restore();
  await form(page).getByLabel("Name").press("Enter");
  await notices(page).getByText("View saved successfully").waitFor();
  await heading(page, "Lost ones").waitFor();
  expect(await saved()).toEqual(["Lost ones: status=rejected&sort=name&columns=lead%2Cphone"]);
  await goInside(page, "/leads");
  await heading(page, "All Leads").waitFor();
  await page.getByRole("link", { name: "Bob" }).waitFor();
  await tab(page, "Lost ones").click();
  await page.getByRole("link", { name: "Bob" }).waitFor({ state: "detached" });
  await heading(page, "Lost ones").waitFor();
  expect(await tab(page, "Lost ones").getAttribute("aria-current")).toBe("page");
  expect(query(page)).toMatch(/^\?status=rejected&sort=name&columns=lead%2Cphone&view=\d+$/);
  await page.goBack();
  await page.getByRole("link", { name: "Bob" }).waitFor();
  await heading(page, "All Leads").waitFor();
  expect(query(page)).toBe("");
});

it("shows that the list differs from the view, resets it, saves it and undoes that", async () => {
  const page = await open({ Pending: "status=pending" }, "/leads?status=pending&view=FIRST");
  await heading(page, "Pending").waitFor();
  expect(await changes(page).count()).toBe(0);
  const source = page.getByRole("combobox", { name: "Source" });
  await source.selectOption("Added by hand");
  await changes(page).getByRole("button", { name: "Reset view" }).click();
  await changes(page).waitFor({ state: "detached" });
  await expect.poll(() => source.inputValue()).toBe("");
  await source.selectOption("Added by hand");
  await changes(page).getByRole("button", { name: "Save view" }).click();
  await notices(page).getByText("View updated successfully").waitFor();
  await changes(page).waitFor({ state: "detached" });
  expect(await saved()).toEqual(["Pending: status=pending&source=manual"]);
  await undo(page);
  await changes(page).waitFor();
  await expect.poll(saved).toEqual(["Pending: status=pending"]);
  await button(page, "Actions for Pending").click();
  await item(page, "Rename").waitFor();
  expect(await axeFindings(page)).toEqual([]);
});

it("renames a view, deletes it while the list stays as it is, and restores it", async () => {
  const page = await open({ Old: "status=pending", Stays: "sort=name" }, "/leads?status=pending&view=FIRST");
  await button(page, "Actions for Old").click();
  await item(page, "Rename").click();
  const rename = page.getByRole("dialog", { name: "Rename view" });
  await expect.poll(() => rename.getByLabel("Name").inputValue()).toBe("Old");
  await rename.getByLabel("Name").fill("New");
  await rename.getByRole("button", { name: "Rename view" }).click();
  await notices(page).getByText("View renamed successfully").waitFor();
  await heading(page, "New").waitFor();
  await tab(page, "New").waitFor();
  expect(await saved()).toEqual(["New: status=pending", "Stays: sort=name"]);

  await button(page, "Actions for New").click();
  await item(page, "Delete").click();
  await notices(page).getByText("View deleted successfully").waitFor();
  await heading(page, "All Leads").waitFor();
  await expect.poll(() => query(page)).toBe("?status=pending");
  expect(await saved()).toEqual(["Stays: sort=name"]);
  await undo(page);
  await tab(page, "New").waitFor();
  await expect.poll(saved).toEqual(["New: status=pending", "Stays: sort=name"]);
});

it("moves a tab from its menu with the keyboard, keeps the focus there, and keeps its place after a failure", async () => {
  const page = await open({ A: "", B: "", C: "" }, "/leads?view=FIRST");
  const actions = button(page, "Actions for A");
  for (const [step, order] of [
    ["Move right", ["All Leads", "B", "A", "C"]],
    ["Move right", ["All Leads", "B", "C", "A"]],
    ["Move left", ["All Leads", "B", "A", "C"]],
  ] as const) {
    await actions.press("Enter");
    await item(page, step).press("Enter");
    await expect.poll(() => names(page)).toEqual(order);
    await expect.poll(() => actions.evaluate((element) => element === document.activeElement)).toBe(true);
  }
  await expect.poll(saved).toEqual(["B: ", "A: ", "C: "]);
  await receivesEvents(page);
  await stage.api("POST", "/lead-views", { name: "From elsewhere", query: "sort=-score" });
  await tab(page, "From elsewhere").waitFor();

  await refuse(page, "**/api/lead-views/*", { status: 503, detail: "The database is away." });
  await actions.click();
  await item(page, "Move right").click();
  await notices(page).getByText("Failed to move view").waitFor();
  await expect.poll(() => names(page)).toEqual(["All Leads", "B", "A", "C", "From elsewhere"]);
  await actions.click();
  await item(page, "Delete").click();
  await notices(page).getByText("Failed to delete view").waitFor();
  await tab(page, "A").waitFor();
  await heading(page, "A").waitFor();
});

it("retries when the views can't be loaded", async () => {
  await stage.api("POST", "/lead-views", { name: "Hot", query: "" });
  const page = await stage.open(NOWHERE);
  const restore = await refuse(page, "**/api/lead-views", { status: 503, detail: "The database is away." }, "GET");
  await page.getByRole("link", { name: "Lead Management" }).click();
  await tabs(page).getByText("Couldn't load views.").waitFor();
  await retry(tabs(page).getByRole("button", { name: "Try again" }), restore);
  await tab(page, "Hot").waitFor();
});

it("puts tabs that don't fit in a menu, with names of any length and script", async () => {
  const many = Object.fromEntries(Array.from({ length: 27 }, (_, index) => [`View ${index + 1}`, ""]));
  const page = await open({ ["Donaudampfschifffahrt".repeat(3)]: "", "عملاء جدد": "", i: "", ...many });
  await button(page, "More views").click();
  expect(await choice(page, "View 1").count()).toBe(0);
  expect(await axeFindingsInBothThemes(page)).toEqual([]);
  await choice(page, "View 27").click();
  await heading(page, "View 27").waitFor();
  expect(await tab(page, "View 27").isVisible()).toBe(true);
  await page.setViewportSize({ width: 768, height: 900 });
  await expect.poll(() => names(page)).toHaveLength(2);
  expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBe(0);
});

it("is one menu on a phone", async () => {
  const long = "Donaudampfschifffahrtselektrizitätenhauptbetriebswerk".slice(0, 60);
  const page = await open({ [long]: "sort=name", "عملاء جدد": "sort=-score" }, "/leads", PHONE);
  expect(await tabs(page).count()).toBe(0);
  await button(page, "Views").tap();
  expect(await axeFindings(page)).toEqual([]);
  await choice(page, long).tap();
  await heading(page, long).waitFor();
  await button(page, `View: ${long}`).tap();
  await item(page, "Move right").tap();
  await expect.poll(async () => (await saved())[0]).toBe("عملاء جدد: sort=-score");
  expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBe(0);
});

describe("with accounts", () => {
  const ADA = { username: "Ada", password: "a quiet lamp upon the desk" };
  const BOB = { username: "Bob", password: "seven boats on a grey river" };

  it("a view is for its creator or for everyone, and others save a copy", async () => {
    await stage.api("POST", "/session/first-owner", ADA);
    await stage.signIn(ADA);
    await stage.api("POST", "/users", { ...BOB, role: "member" });
    await stage.api("POST", "/lead-views", { name: "Ada's own", query: "", isShared: false });
    await stage.api("POST", "/lead-views", { name: "Ada's shared", query: "sort=name" });
    const page = await stage.open("/leads");
    await page.getByLabel("Username").fill(BOB.username);
    await page.getByLabel("Password", { exact: true }).fill(BOB.password);
    await page.getByRole("button", { name: "Sign in" }).click();
    await tab(page, "Ada's shared").click();
    await expect.poll(() => names(page)).toEqual(["All Leads", "My leads", "Ada's shared"]);
    await heading(page, "Ada's shared").waitFor();
    expect(await button(page, "Actions for Ada's shared").count()).toBe(0);
    await page.getByRole("combobox", { name: "Status" }).selectOption("Pending");
    await changes(page).getByRole("button", { name: "Save as new view" }).click();
    await form(page).getByLabel("Name").fill("Bob's");
    await expect.poll(() => form(page).getByRole("radio", { name: "Only me" }).isChecked()).toBe(true);
    expect(await axeFindings(page)).toEqual([]);
    await form(page).getByRole("button", { name: "Save view" }).click();
    await tab(page, "Bob's , visible only to you").waitFor();
    await button(page, "Actions for Bob's").click();
    await choice(page, "Everyone").click();
    await notices(page).getByText("View updated successfully").waitFor();
    await tab(page, "Bob's").waitFor();
    expect((await saved()).at(-1)).toBe("Bob's: status=pending&sort=name");
  });
});
