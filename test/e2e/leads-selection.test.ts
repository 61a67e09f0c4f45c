import { readFile } from "node:fs/promises";
import type { Locator, Page } from "playwright-core";
import { afterAll, afterEach, beforeAll, beforeEach, expect, it, onTestFinished } from "vitest";
import type { ProgressEvent } from "#shared/contract/event.ts";
import { answer, hold, refuse, sentBodies } from "#test/e2e/answers.ts";
import { axeFindings, axeFindingsInBothThemes } from "#test/e2e/axe-findings.ts";
import { openStage, receivesEvents, type Stage } from "#test/e2e/stage.ts";

const PHONE = { width: 390, height: 844, isTouch: true };
/** More than two pages, so that not all are loaded at first. */
const MANY = 101;

let stage: Stage;

const table = (page: Page): Locator => page.getByRole("table", { name: "Leads" });
const row = (page: Page, name: string): Locator => table(page).getByRole("row").filter({ hasText: name });
const box = (page: Page, name: string): Locator => page.getByRole("checkbox", { name: `Select ${name}`, exact: true });
const all = (page: Page): Locator => page.getByRole("checkbox", { name: "Select all loaded" });
const bar = (page: Page): Locator => page.getByRole("region", { name: "Selected leads" });
const button = (page: Page, name: string | RegExp): Locator => bar(page).getByRole("button", { name });
const choose = async (page: Page, name: string): Promise<void> => {
  await button(page, "More actions").click();
  await page.getByRole("menuitem", { name }).click();
};
const notices = (page: Page): Locator => page.getByRole("region", { name: "Notices" });
const undo = (page: Page): Promise<void> => notices(page).getByRole("button", { name: "Undo" }).last().click();
const picked = (page: Page): Promise<string[]> => table(page).locator("tr[data-picked] a").allInnerTexts();
const names = (page: Page): Promise<string[]> => table(page).locator("tbody a").allInnerTexts();
const statuses = async (search: string): Promise<string[]> => {
  const found = (await stage.api("GET", `/leads?sort=name&search=${search}`)) as { status: string }[];
  return found.map(({ status }) => status);
};

/** The list filtered to new leads of one company, used by no other test: "Acme 1", "Acme 2" … */
async function leadsOf(company: string, count: number, options?: Parameters<Stage["visit"]>[1]): Promise<Page> {
  for (let number = 1; number <= count; number += 1) {
    await stage.api("POST", "/leads", { name: `${company} ${number}`, email: `${number}@${company}.example`, company });
  }
  const page = await stage.visit(`/leads?sort=name&search=${company}`, options);
  await row(page, `${company} ${count}`).waitFor();
  return page;
}

beforeAll(async () => {
  stage = await openStage();
  await stage.api("PUT", "/settings", { maxLeadsPerSync: null });
  const rows = Array.from({ length: MANY }, (_, index) => {
    const number = String(index + 1).padStart(3, "0");
    return [`Person ${number}`, `person${number}@many.example`];
  });
  await stage.addSheet("Many", [["Name", "Email"], ...rows]);
  await stage.api("POST", "/sync-leads");
});
afterAll(() => stage.close());
beforeEach(() => stage.pageErrors.splice(0));
afterEach(() => expect(stage.pageErrors).toEqual([]));

it("selects one lead, a Shift range, all that are loaded, and all but one, with the mouse or the keyboard", async () => {
  const page = await leadsOf("Range", 5);
  expect(await bar(page).count()).toBe(0);
  await box(page, "Range 2").click();
  await bar(page).getByText("1 selected").waitFor();
  await expect.poll(() => all(page).evaluate((field: HTMLInputElement) => field.indeterminate)).toBe(true);
  await box(page, "Range 4").click({ modifiers: ["Shift"] });
  await expect.poll(() => picked(page)).toEqual(["Range 2", "Range 3", "Range 4"]);
  await box(page, "Range 3").click();
  await expect.poll(() => picked(page)).toEqual(["Range 2", "Range 4"]);
  await all(page).click();
  await bar(page).getByText("5 selected").waitFor();
  expect(await all(page).isChecked()).toBe(true);
  expect(await axeFindingsInBothThemes(page)).toEqual([]);
  await box(page, "Range 5").click();
  await bar(page).getByText("4 selected").waitFor();
  await button(page, "Select all 5").click();
  await box(page, "Range 2").click();
  await expect.poll(() => picked(page)).toEqual(["Range 1", "Range 3", "Range 4", "Range 5"]);
  await button(page, "Clear selection").click();
  await bar(page).waitFor({ state: "detached" });

  await row(page, "Range 1").getByRole("link").focus();
  await page.keyboard.press("x");
  await expect.poll(() => picked(page)).toEqual(["Range 1"]);
  await page.keyboard.press("j");
  await page.keyboard.press("x");
  await expect.poll(() => picked(page)).toEqual(["Range 1", "Range 2"]);
  await page.keyboard.press("x");
  await expect.poll(() => picked(page)).toEqual(["Range 1"]);
  await page.keyboard.press("Control+a");
  await bar(page).getByText("5 selected").waitFor();
  await page.keyboard.press("Escape");
  await bar(page).waitFor({ state: "detached" });
  await page.keyboard.press("?");
  await page.getByRole("dialog", { name: "Keyboard shortcuts" }).getByText("Select all loaded leads").waitFor();
});

it("keeps the selection while scrolling and sorting, clears it with another filter, and acts on all matches, including unloaded ones, but not on new arrivals", async () => {
  const page = await stage.visit("/leads?sort=name&search=person");
  await box(page, "Person 001").click();
  // The end moves down as pages load.
  await expect
    .poll(async () => {
      await page.locator("main").evaluate((main) => main.scrollTo(0, main.scrollHeight));
      return row(page, `Person ${MANY}`).count();
    })
    .toBe(1);
  await box(page, `Person ${MANY}`).click();
  await bar(page).getByText("2 selected").waitFor();
  await table(page).getByRole("columnheader", { name: "Lead" }).getByRole("button").click();
  await expect.poll(async () => (await names(page))[0]).toBe(`Person ${MANY}`);
  await bar(page).getByText("2 selected").waitFor();
  await page.getByRole("combobox", { name: "Status", exact: true }).selectOption("Pending");
  await bar(page).waitFor({ state: "detached" });

  // The former list is dimmed until the new one arrives.
  await page.locator("table[aria-busy]").waitFor({ state: "detached" });
  await all(page).click();
  await bar(page).getByText("50 selected").waitFor();
  await receivesEvents(page);
  const late = { name: "Person Late", email: "late@many.example" };
  const { id } = (await stage.api("POST", "/leads", late)) as { id: string };
  onTestFinished(async () => void (await stage.api("DELETE", `/leads/${id}`)));
  await page.getByRole("button", { name: "1 new lead" }).waitFor();
  await button(page, `Select all ${MANY}`).click();
  await bar(page).getByText(`${MANY} selected`).waitFor();
  expect(
    await bar(page)
      .getByRole("button", { name: /^Select all/ })
      .count(),
  ).toBe(0);
  await button(page, "Approve").click();
  await notices(page).getByText(`${MANY} leads updated successfully`).waitFor();
  const approved = (await statuses("person&limit=500")).filter((status) => status === "approved");
  expect(approved).toHaveLength(MANY);
  expect(await statuses("late")).toEqual(["pending"]);
  await undo(page);
  await notices(page).getByText("Undone", { exact: true }).waitFor();
  expect(await statuses("person&limit=500&status=approved")).toEqual([]);
});

it("updates several leads before the server answers, undoes that as a whole, and rolls back a refusal", async () => {
  const page = await leadsOf("Several", 3);
  const release = await hold(page, "**/api/leads/bulk-status");
  const sent = sentBodies(page, "POST", /bulk-status$/);
  await box(page, "Several 1").click();
  await box(page, "Several 3").click();
  await button(page, "Reject").click();
  await row(page, "Several 1").getByText("Rejected").waitFor();
  await row(page, "Several 3").getByText("Rejected").waitFor();
  expect(await row(page, "Several 2").getByText("Pending").count()).toBe(1);
  expect(await notices(page).getByText("2 leads updated").count()).toBe(0);
  release();
  await notices(page).getByText("2 leads updated successfully").waitFor();
  await bar(page).waitFor({ state: "detached" });
  const selection = { ids: [expect.any(String), expect.any(String)], filter: { search: "Several" } };
  expect(sent).toEqual([{ selection, status: "rejected" }]);
  expect(await statuses("Several")).toEqual(["rejected", "pending", "rejected"]);
  await undo(page);
  await notices(page).getByText("Undone", { exact: true }).waitFor();
  await row(page, "Several 1").getByText("Pending").waitFor();
  expect(await statuses("Several")).toEqual(["pending", "pending", "pending"]);

  for (const [action, word] of [
    ["Qualify", "Qualified"],
    ["Set to pending", "Pending"],
  ] as const) {
    await page.keyboard.press("Control+a");
    await bar(page).getByText("3 selected").waitFor();
    if (action === "Set to pending") await choose(page, action);
    else await button(page, action).click();
    await bar(page).waitFor({ state: "detached" });
    await row(page, "Several 2").getByText(word).waitFor();
    expect(new Set(await statuses("Several"))).toEqual(new Set([word.toLowerCase()]));
  }

  await page.setViewportSize({ width: 1440, height: 420 });
  await refuse(page, "**/api/leads/bulk-status", { status: 503, detail: "The database is away." });
  await page.keyboard.press("Control+a");
  await button(page, "Approve").click();
  await isRefused(page, "Several", 3);
});

/** Waits for the notice of a refused action, which covers no actions, and for the former leads and selection. */
async function isRefused(page: Page, company: string, count: number): Promise<void> {
  await notices(page).getByText("The database is away.").waitFor();
  await notices(page).getByText("Failed to update leads").waitFor();
  await expect
    .poll(async () => {
      const alert = notices(page).getByRole("alert").last();
      const boxes = [await alert.boundingBox(), await bar(page).boundingBox()];
      const [notice = NaN, actions = NaN] = boxes.map((one) => one?.y);
      const [noticeEnd = NaN, actionsEnd = NaN] = boxes.map((one) => (one === null ? NaN : one.y + one.height));
      return Math.min(noticeEnd, actionsEnd) - Math.max(notice, actions);
    })
    .toBeLessThanOrEqual(0);
  await row(page, `${company} 1`).getByText("Pending").waitFor();
  await bar(page).getByText(`${count} selected`).waitFor();
}

it("acts once on a double click, so that Undo is still offered, and opens nothing", async () => {
  const page = await leadsOf("Nervous", 2);
  const sentOfAll = sentBodies(page, "POST", /bulk-status$/);
  await page.keyboard.press("Control+a");
  await button(page, "Reject").dblclick();
  await notices(page).getByText("2 leads updated successfully").waitFor();
  expect(sentOfAll).toHaveLength(1);
  await undo(page);
  await row(page, "Nervous 1").getByText("Pending").waitFor();

  const sent = sentBodies(page, "PATCH", /leads\/\d+$/);
  const reject = row(page, "Nervous 1").getByRole("button", { name: "Reject" });
  await reject.hover();
  await page.mouse.down();
  await page.mouse.up();
  // The second click of a slow double click hits where the button was.
  await reject.waitFor({ state: "detached" });
  await page.mouse.down({ clickCount: 2 });
  await page.mouse.up({ clickCount: 2 });
  await notices(page).getByText("Lead status updated successfully").waitFor();
  expect(sent).toHaveLength(1);
  expect(await page.getByRole("dialog").count()).toBe(0);
  await undo(page);
  await row(page, "Nervous 1").getByText("Pending").waitFor();
});

it("reports how many leads an undo skipped and how many were deleted already", async () => {
  const page = await leadsOf("Partly", 3);
  await page.keyboard.press("Control+a");
  await bar(page).getByText("3 selected").waitFor();
  await receivesEvents(page);
  const [first, second] = (await stage.api("GET", "/leads?sort=name&search=Partly")) as { id: string }[];
  await stage.api("DELETE", `/leads/${first?.id}`);
  await row(page, "Partly 1").waitFor({ state: "detached" });
  await button(page, "Reject").click();
  await notices(page).getByText("2 leads updated successfully").waitFor();
  await notices(page).getByText("1 lead skipped: deleted or no longer in this list.").waitFor();
  await stage.api("PATCH", `/leads/${second?.id}`, { status: "approved" });
  await undo(page);
  await notices(page).getByText("Undone", { exact: true }).waitFor();
  await notices(page)
    .getByText("1 lead skipped: it has changed since, or its email now belongs to another lead.")
    .waitFor();
  expect(await statuses("Partly")).toEqual(["approved", "pending"]);
});

it("shows a bulk action running in another tab and stops it", async () => {
  const page = await stage.open("about:blank");
  // Simulates another tab's action; a real one would end before the click.
  const event: ProgressEvent = {
    work: "bulk",
    label: "Deleting 1,590 leads",
    done: 400,
    total: 1590,
    finished: false,
  };
  const body = `retry: 600000\nevent: progress\ndata: ${JSON.stringify(event)}\n\n`;
  await answer(page, "**/api/events?*", () => ({ contentType: "text/event-stream", body }));
  await page.goto("/leads?search=person");
  const work = page.getByRole("region", { name: "Bulk action" });
  await work.getByText("Deleting 1,590 leads").waitFor();
  await work.getByText("400 of 1,590").waitFor();
  expect(await axeFindings(page)).toEqual([]);
  const asked = page.waitForRequest((request) => request.url().endsWith("/api/leads/bulk-cancel"));
  await work.getByRole("button", { name: "Stop" }).click();
  expect((await asked).method()).toBe("POST");
});

it("exports the selection, and deletes it after a confirmation, which can be undone or refused", async () => {
  const page = await leadsOf("Doomed", 3);
  await box(page, "Doomed 1").click();
  await box(page, "Doomed 3").click();
  const [download] = await Promise.all([page.waitForEvent("download"), choose(page, "Export 2 selected")]);
  await notices(page).getByText("Leads exported successfully").waitFor();
  expect(download.suggestedFilename()).toMatch(/^leads-selected-\d{4}-\d\d-\d\d\.csv$/);
  const lines = (await readFile(await download.path(), "utf8")).trim().split("\r\n");
  expect(
    lines
      .slice(1)
      .map((line) => line.slice(0, line.indexOf(",")))
      .toSorted(),
  ).toEqual(["Doomed 1", "Doomed 3"]);

  await choose(page, "Delete selected");
  const question = page.getByRole("alertdialog", { name: "Delete 2 leads?" });
  await question.getByRole("button", { name: "Cancel" }).click();
  // The list is hidden from role queries until the dialog has closed.
  await expect.poll(() => picked(page)).toEqual(["Doomed 1", "Doomed 3"]);
  const restore = await refuse(page, "**/api/leads/bulk-delete", { status: 503, detail: "The database is away." });
  await choose(page, "Delete selected");
  await question.getByRole("button", { name: "Delete 2 leads" }).click();
  await notices(page).getByText("Failed to delete leads").waitFor();
  await expect.poll(() => names(page)).toEqual(["Doomed 1", "Doomed 2", "Doomed 3"]);
  await restore();
  await choose(page, "Delete selected");
  await question.getByRole("button", { name: "Delete 2 leads" }).click();
  await notices(page).getByText("2 leads deleted successfully").waitFor();
  await expect.poll(() => names(page)).toEqual(["Doomed 2"]);
  await undo(page);
  await expect.poll(() => names(page)).toEqual(["Doomed 1", "Doomed 2", "Doomed 3"]);
});

it("selects by a card's checkbox on a phone and sets the status from a menu", async () => {
  const page = await leadsOf("Pocket", 2, PHONE);
  const target = await box(page, "Pocket 1").locator("..").boundingBox();
  expect(Math.min(target?.width ?? 0, target?.height ?? 0)).toBeGreaterThanOrEqual(44);
  await box(page, "Pocket 1").tap();
  await bar(page).getByText("1 selected").waitFor();
  expect(await axeFindings(page)).toEqual([]);
  await button(page, "Select all 2").tap();
  const setStatus = async (name: string): Promise<void> => {
    await button(page, "Set status").tap();
    await page.getByRole("menuitem", { name }).tap();
  };
  const restore = await refuse(page, "**/api/leads/bulk-status", { status: 503, detail: "The database is away." });
  await setStatus("Approve");
  await isRefused(page, "Pocket", 2);
  await restore();
  await setStatus("Qualify");
  await notices(page).getByText("2 leads updated successfully").waitFor();
  expect(await statuses("Pocket")).toEqual(["qualified", "qualified"]);
  await expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBe(0);
});

it("adds new leads to an empty list immediately, to others on request, and updates those in the list", async () => {
  const page = await stage.visit("/leads?sort=name&search=hitherto");
  await page.getByText("No leads found matching your criteria").waitFor();
  await receivesEvents(page);
  const add = (name: string, email: string): Promise<unknown> => stage.api("POST", "/leads", { name, email });
  await add("Hitherto 1", "1@unknown.example");
  await row(page, "Hitherto 1").waitFor();

  const place = await row(page, "Hitherto 1").boundingBox();
  await add("Hitherto 0", "0@unknown.example");
  await add("Hitherto 00", "00@unknown.example");
  const offer = page.getByRole("button", { name: "2 new leads" });
  await offer.waitFor();
  expect(await names(page)).toEqual(["Hitherto 1"]);
  expect(await row(page, "Hitherto 1").boundingBox()).toEqual(place);
  expect(await page.getByRole("heading", { name: "All Leads" }).innerText()).toBe("All Leads (3)");
  await stage.api("POST", "/leads/bulk-status", { selection: { filter: { search: "hitherto" } }, status: "rejected" });
  await row(page, "Hitherto 1").getByText("Rejected").waitFor();
  expect(await names(page)).toEqual(["Hitherto 1"]);
  await offer.click();
  await expect.poll(() => names(page)).toEqual(["Hitherto 0", "Hitherto 00", "Hitherto 1"]);
  await offer.waitFor({ state: "detached" });
});
