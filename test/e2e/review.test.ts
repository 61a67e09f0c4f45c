import type { Locator, Page } from "playwright-core";
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from "vitest";
import { answer, hold, refuse, retry } from "#test/e2e/answers.ts";
import { axeFindings } from "#test/e2e/axe-findings.ts";
import { goInside, NOWHERE, openStage, receivesEvents, type Stage } from "#test/e2e/stage.ts";

interface Lead {
  id: string;
  name: string;
  status: string;
  statusSetBy: string;
}

const QUEUE = "/leads/to-review";
/** Scores 80, 60, 40 and, below the threshold, 20. */
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
/** Waits for the lead itself: the sheet has its name from the list before its keys work. */
const shows = (page: Page, name: string): Promise<void> =>
  sheet(page, name).getByRole("button", { name: "Skip" }).waitFor();

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

it("reviews every waiting lead with the keyboard alone and returns to the dashboard", async () => {
  const page = await stage.visit("/");
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
  await sheet(page, "Review").getByText("You've gone through 3 leads").waitFor();
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

it("ignores shortcuts under a dialog, skips and deletes leads, and starts over with those left", async () => {
  const page = await stage.visit("/leads?review");
  await shows(page, "Best First");
  await page.keyboard.press("?");
  const keys = sheet(page, "Keyboard shortcuts");
  await keys.getByText("Skip lead").waitFor();
  await page.keyboard.press("r");
  await keys.getByRole("button", { name: "Close" }).click();
  await keys.waitFor({ state: "detached" });
  await page.getByRole("button", { name: "More actions" }).click();
  await page.getByRole("menuitem", { name: "View original data" }).click();
  await sheet(page, "Original data").waitFor();
  await page.keyboard.press("r");
  await page.keyboard.press("Escape");
  await sheet(page, "Original data").waitFor({ state: "detached" });
  expect(await leadOf("Best First")).toMatchObject({ status: "qualified", statusSetBy: "rule" });

  await page.getByRole("button", { name: "Skip" }).click();
  await sheet(page, "Second Best").waitFor();
  await page.getByRole("button", { name: "Approve" }).click();
  await shows(page, "Third Place");
  await page.keyboard.press("k");
  await sheet(page, "Second Best").getByText("Decided by you").waitFor();
  await page.keyboard.press("j");
  await shows(page, "Third Place");
  await page.keyboard.press("s");
  await sheet(page, "Review").getByText("2 left: skipped, or qualified since you started.").waitFor();
  await page.getByRole("button", { name: "Review 2 leads" }).click();
  await shows(page, "Best First");
  await expect.poll(() => position(page)).toBe("Review: 1 of 2");

  await sheet(page, "Best First").getByRole("button", { name: "Delete" }).click();
  await shows(page, "Third Place");
  await page.keyboard.press("r");
  await sheet(page, "Review").getByText("You've gone through 2 leads").waitFor();
  // Until then, the last Undo is that of the deletion.
  await notices(page).getByText("Third Place rejected").waitFor();
  expect(await leadOf("Third Place")).toMatchObject({ status: "rejected" });
  await notices(page).getByRole("button", { name: "Undo" }).last().click();
  await notices(page).getByText("Undone", { exact: true }).waitFor();
  expect(await leadOf("Third Place")).toMatchObject({ status: "qualified", statusSetBy: "rule" });
  // It waits for the next round.
  await sheet(page, "Review").getByText("1 left").waitFor();
});

it("reports a queue that fails to load, moves on once a slow one answers, and says when it is empty", async () => {
  const { id } = await leadOf("Second Best");
  const page = await stage.open(NOWHERE);
  const restore = await refuse(page, `**/api${QUEUE}*`, { status: 503, detail: "The database is away." });
  await goInside(page, "/leads?review");
  await page.getByText("Couldn't load leads to review").waitFor();
  await retry(page.getByRole("button", { name: "Try again" }), restore);
  await shows(page, "Best First");

  await goInside(page, "/leads");
  await page.getByRole("dialog").waitFor({ state: "detached" });
  const go = await hold(page, `**/api${QUEUE}?*`);
  await goInside(page, `/leads/${id}?review`);
  await sheet(page, "Second Best").getByText("Timeline").waitFor();
  await page.keyboard.press("a");
  await notices(page).getByText("Lead status updated successfully").waitFor();
  await sheet(page, "Second Best").waitFor();
  await page.keyboard.press("r");
  go();
  await shows(page, "Third Place");
  expect(
    await notices(page)
      .getByText(/^Second Best was approved/u)
      .count(),
  ).toBe(0);
  await expect.poll(() => position(page)).toBe("Review: 2 of 2");
  // Going back to the lead stays there.
  await page.keyboard.press("k");
  await shows(page, "Second Best");
  await page.keyboard.press("r");
  await expect.poll(async () => (await leadOf("Second Best")).status).toBe("rejected");
  expect((await leadOf("Third Place")).status).toBe("qualified");

  await goInside(page, "/leads");
  await page.getByRole("dialog").waitFor({ state: "detached" });
  await stage.api("POST", "/leads/bulk-status", { selection: { filter: { status: "qualified" } }, status: "approved" });
  await page.getByRole("link", { name: /^Review/ }).waitFor({ state: "detached" });
  await goInside(page, "/leads?review");
  await page.getByText("Nothing to review").waitFor();
  await page.getByRole("button", { name: "Done" }).click();
  await page.waitForURL("**/leads");
});

it("names who decided the opposite first, and decides anyway when asked to", async () => {
  const { id } = await leadOf("Best First");
  const page = await stage.open(NOWHERE);
  let isFirst = true;
  await answer(page, `**/api/leads/${id}`, async ({ method }) => {
    if (method === "PATCH" && isFirst) {
      isFirst = false;
      await stage.api("PATCH", `/leads/${id}`, { status: "approved" });
    }
    return null;
  });
  await goInside(page, "/leads?review");
  await shows(page, "Best First");
  await page.keyboard.press("r");
  await notices(page).getByText("Best First was approved by you just now").waitFor();
  expect(await leadOf("Best First")).toMatchObject({ status: "approved" });
  expect(await notices(page).getByText("Best First rejected").count()).toBe(0);
  await notices(page).getByRole("button", { name: "Reject anyway" }).click();
  await notices(page).getByText("Best First rejected").waitFor();
  expect(await leadOf("Best First")).toMatchObject({ status: "rejected" });

  // The sheet may show it just before one decides.
  const second = await leadOf("Second Best");
  await shows(page, "Second Best");
  await receivesEvents(page);
  await stage.api("PATCH", `/leads/${second.id}`, { status: "approved" });
  await sheet(page, "Second Best").getByText("Decided by you").waitFor();
  await page.keyboard.press("r");
  await notices(page).getByText("Second Best was approved by you just now").waitFor();
  expect(await leadOf("Second Best")).toMatchObject({ status: "approved" });
  // Going back, one decides on what one reads now.
  await shows(page, "Third Place");
  await page.keyboard.press("k");
  await sheet(page, "Second Best").getByText("Decided by you").waitFor();
  await page.keyboard.press("r");
  await notices(page).getByText("Second Best rejected").waitFor();
});

it("fits a phone and passes axe", async () => {
  const page = await stage.visit("/leads", { width: 390, height: 844, isTouch: true });
  await page.getByRole("link", { name: "Review 3" }).tap();
  await sheet(page, "Best First").getByText("Timeline").waitFor();
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390);
  expect(await axeFindings(page)).toEqual([]);
  // Within reach of a thumb, on one line even on the narrowest phone.
  const targets = page.getByRole("dialog").locator("a, button, textarea");
  const sizes = await targets.evaluateAll((all) =>
    all.map((one) => ({ text: one.textContent, height: one.getBoundingClientRect().height })),
  );
  expect(sizes.filter(({ height }) => height > 0 && height < 40)).toEqual([]);
  await page.setViewportSize({ width: 320, height: 700 });
  const middle = async (name: string): Promise<number> => {
    const { y = 0, height = 0 } = (await page.getByRole("button", { name }).boundingBox()) ?? {};
    return y + height / 2;
  };
  await expect.poll(async () => (await middle("Delete")) - (await middle("Qualify"))).toBe(0);
  await page.setViewportSize({ width: 390, height: 844 });
  await page.getByRole("button", { name: "Approve" }).tap();
  await sheet(page, "Second Best").waitFor();
  const notice = notices(page).getByText("Best First approved");
  await notice.waitFor();
  const bottom = async (of: Locator): Promise<number> => {
    const box = await of.boundingBox();
    return (box?.y ?? 0) + (box?.height ?? 0);
  };
  const bar = await page.getByRole("button", { name: "Reject" }).boundingBox();
  expect(await bottom(notices(page).getByRole("button", { name: "Undo" }))).toBeLessThanOrEqual(bar?.y ?? 0);
});
