import type { Locator, Page } from "playwright-core";
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from "vitest";
import { hold, refuse } from "#test/e2e/answers.ts";
import { axeFindings, axeFindingsInBothThemes } from "#test/e2e/axe-findings.ts";
import { openStage, type Stage } from "#test/e2e/stage.ts";

interface Lead {
  id: string;
  name: string;
  status: string;
  statusSetBy: string;
}

const QUEUE = "/leads/to-review";
/** With the scores 80, 60, 40 and, below the threshold, 20. */
const PEOPLE = [
  ["Best First", "demo trial budget quote"],
  ["Second Best", "demo trial budget"],
  ["Third Place", "demo trial"],
  ["Below It", "demo"],
] as const;

let stage: Stage;

const sheet = (page: Page, name: string): Locator => page.getByRole("dialog", { name, exact: true });
const position = (page: Page): Promise<string | null> =>
  page.getByRole("dialog").getByRole("status").first().textContent();
const notices = (page: Page): Locator => page.getByRole("region", { name: "Notices" });

async function leadOf(name: string): Promise<Lead> {
  const leads = (await stage.api("GET", "/leads")) as Lead[];
  const found = leads.find((lead) => lead.name === name);
  if (found === undefined) throw new Error(`There is no lead ${name}.`);
  return found;
}

beforeAll(async () => {
  stage = await openStage();
  await stage.api("POST", "/rules", {
    name: "Intent",
    keywords: ["demo", "trial", "budget", "quote"],
    scoreWeight: 20,
  });
});
afterAll(() => stage.close());
beforeEach(async () => {
  await stage.api("POST", "/leads/bulk-delete", { selection: { filter: { status: "all" } } });
  for (const [name, notes] of PEOPLE) {
    await stage.api("POST", "/leads", { name, email: `${name.replace(" ", ".")}@queue.example`, notes });
  }
});
afterEach(() => expect(stage.pageErrors).toEqual([]));

it("leads from the dashboard through every lead that waits, by the keyboard alone, and back", async () => {
  const page = await stage.open("/");
  const link = page.getByRole("link", { name: "Review 3" });
  await link.focus();
  await page.keyboard.press("Enter");
  await sheet(page, "Best First").waitFor();
  await expect.poll(() => position(page)).toBe("Review: 1 of 3");
  expect(new URL(page.url()).search).toBe("?review=");

  await page.keyboard.press("a");
  await sheet(page, "Second Best").waitFor();
  await notices(page).getByText("Lead status updated successfully").waitFor();
  await expect.poll(() => position(page)).toBe("Review: 2 of 3");
  await page.keyboard.press("q");
  await sheet(page, "Third Place").waitFor();
  await expect.poll(() => position(page)).toBe("Review: 3 of 3");
  await page.keyboard.press("r");
  await sheet(page, "Review").getByText("You have been through all 3").waitFor();
  for (const [name, status] of [
    ["Best First", "approved"],
    ["Second Best", "qualified"],
    ["Third Place", "rejected"],
  ] as const) {
    await expect
      .poll(async () => {
        const lead = await leadOf(name);
        return [lead.status, lead.statusSetBy];
      })
      .toEqual([status, "person"]);
  }
  expect((await leadOf("Below It")).status).toBe("pending");
  await page.keyboard.press("Escape");
  await page.getByText("Top Qualified Leads").waitFor();
  expect(new URL(page.url()).pathname).toBe("/");
  await page.getByRole("link", { name: /^Review/ }).waitFor({ state: "detached" });
});

it("passes those that are skipped, counts them, and begins again with them", async () => {
  const page = await stage.open("/leads?review");
  await sheet(page, "Best First").waitFor();
  await page.getByRole("button", { name: "Skip" }).click();
  await sheet(page, "Second Best").waitFor();
  await page.getByRole("button", { name: "Approve" }).click();
  await sheet(page, "Third Place").waitFor();
  await page.keyboard.press("k");
  await sheet(page, "Second Best").getByText("Decided by a person").waitFor();
  await page.keyboard.press("j");
  await sheet(page, "Third Place").waitFor();
  await page.keyboard.press("s");
  await sheet(page, "Review").getByText("2 still wait: skipped, or qualified since you began.").waitFor();
  await page.getByRole("button", { name: "Review them" }).click();
  await sheet(page, "Best First").waitFor();
  await expect.poll(() => position(page)).toBe("Review: 1 of 2");
});

it("goes on after a deletion, and an undone decision waits for the next round", async () => {
  const page = await stage.open("/leads?review");
  await sheet(page, "Best First").getByRole("button", { name: "Delete" }).click();
  await sheet(page, "Second Best").waitFor();
  await page.keyboard.press("r");
  await sheet(page, "Third Place").waitFor();
  await notices(page).getByRole("button", { name: "Undo" }).click();
  await notices(page).getByText("The change was taken back").waitFor();
  expect(await leadOf("Second Best")).toMatchObject({ status: "qualified", statusSetBy: "rule" });
  await page.keyboard.press("a");
  await sheet(page, "Review").getByText("1 still waits").waitFor();
});

it("lists its keys, and decides nothing while something lies over the lead", async () => {
  const page = await stage.open("/leads?review");
  await sheet(page, "Best First").getByText("Timeline").waitFor();
  await page.keyboard.press("?");
  const keys = sheet(page, "Keyboard shortcuts");
  await keys.getByText("Skip the lead").waitFor();
  await page.keyboard.press("r");
  await page.keyboard.press("Escape");
  await keys.waitFor({ state: "detached" });

  await page.getByRole("textbox", { name: "Notes" }).fill("Half a sentence");
  await page.keyboard.press("Escape");
  await page.keyboard.press("Escape");
  const question = page.getByRole("alertdialog", { name: "Discard your changes?" });
  await question.waitFor();
  await page.keyboard.press("r");
  await question.getByRole("button", { name: "Cancel" }).click();
  await question.waitFor({ state: "detached" });

  await sheet(page, "Best First").getByRole("button", { name: "Skip" }).focus();
  expect((await leadOf("Best First")).status).toBe("qualified");
});

it("can be left and come back to at a lead, and one who is quicker than the answer loses nothing", async () => {
  const { id } = await leadOf("Second Best");
  const page = await stage.open("about:blank");
  const go = await hold(page, `**/api${QUEUE}?*`);
  await page.goto(`/leads/${id}?review`);
  await sheet(page, "Second Best").getByText("Timeline").waitFor();
  await page.keyboard.press("a");
  await notices(page).getByText("Lead status updated successfully").waitFor();
  await sheet(page, "Second Best").waitFor();
  go();
  await sheet(page, "Third Place").waitFor();
  await expect.poll(() => position(page)).toBe("Review: 2 of 2");
});

it("says when nobody waits, and when that cannot be known", async () => {
  const page = await stage.open("/leads");
  await page.getByRole("link", { name: "Review 3" }).waitFor();
  const restore = await refuse(page, `**/api${QUEUE}*`, { status: 503, detail: "The database is away." });
  await page.goto("/leads?review");
  await page.getByText("The leads to review could not be loaded.").waitFor();
  expect(await axeFindings(page)).toEqual([]);
  await restore();
  await page.getByRole("button", { name: "Try again" }).click();
  await sheet(page, "Best First").waitFor();
  await stage.api("POST", "/leads/bulk-status", { selection: { filter: { status: "qualified" } }, status: "approved" });
  await page.goto("/leads?review");
  await page.getByText("Nobody waits for a review").waitFor();
  expect(await axeFindings(page)).toEqual([]);
  await page.getByRole("button", { name: "Done" }).click();
  await page.waitForURL("**/leads");
});

it("fits a phone, and axe finds nothing in either theme", async () => {
  const page = await stage.open("/leads", { width: 390, height: 844, isTouch: true });
  await page.getByRole("link", { name: "Review 3" }).tap();
  await sheet(page, "Best First").getByText("Timeline").waitFor();
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390);
  expect(await axeFindingsInBothThemes(page)).toEqual([]);
  await page.getByRole("button", { name: "Approve" }).tap();
  await sheet(page, "Second Best").waitFor();
});
