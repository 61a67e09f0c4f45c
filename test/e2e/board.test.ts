import type { Locator, Page } from "playwright-core";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import type { LeadStatus } from "#shared/lead-status.ts";
import { hold, refuse, retry } from "#test/e2e/answers.ts";
import { axeFindings, axeFindingsInBothThemes } from "#test/e2e/axe-findings.ts";
import { type ContextOptions, goInside, NOWHERE, openStage, receivesEvents, type Stage } from "#test/e2e/stage.ts";

const PHONE = { width: 390, height: 844, isTouch: true };

let stage: Stage;
const ids = new Map<string, string>();

const column = (page: Page, name: string): Locator => page.getByRole("region", { name: new RegExp(`^${name}`) });
const card = (page: Page, name: string): Locator => page.locator("[data-board] li").filter({ hasText: name });
const link = (page: Page, name: string): Locator => card(page, name).getByRole("link", { name });
const cardsOf = (page: Page, name: string): Promise<string[]> => column(page, name).getByRole("link").allInnerTexts();
const heading = (page: Page, name: string): Promise<string> => column(page, name).locator("header").innerText();
const dragging = (page: Page): Locator => page.locator("[data-dragging]");
const notices = (page: Page): Locator => page.getByRole("region", { name: "Notices" });
const query = (page: Page): string => new URL(page.url()).search;
const focused = (page: Page): Promise<string | null | undefined> =>
  page.evaluate(() => document.activeElement?.textContent);

/** The heading of a column: its status, number of leads and sum of scores. */
async function totals(page: Page, name: string): Promise<string> {
  return (await heading(page, name)).replaceAll(/\s+/gu, " ").trim();
}

async function statusOf(name: string): Promise<string> {
  return ((await stage.api("GET", `/leads/${ids.get(name)}`)) as { status: string }).status;
}

async function open(path = "/leads?layout=board", options?: ContextOptions): Promise<Page> {
  const page = await stage.visit(path, options);
  await link(page, "Ada").waitFor();
  return page;
}

async function middleOf(locator: Locator): Promise<{ x: number; y: number }> {
  let box: Awaited<ReturnType<Locator["boundingBox"]>> = null;
  // A card that changes its column is replaced.
  await expect.poll(async () => (box = await locator.boundingBox())).not.toBeNull();
  const { x, y, width, height } = box!;
  return { x: x + width / 2, y: y + height / 2 };
}

/** Drags with the mouse; it stays pressed. */
async function dragTo(page: Page, name: string, to: string): Promise<void> {
  const [from, target] = [await middleOf(link(page, name)), await middleOf(column(page, to))];
  await page.mouse.move(from.x, from.y);
  await page.mouse.down();
  await page.mouse.move(from.x + 20, from.y + 5);
  await page.mouse.move(target.x, target.y, { steps: 5 });
}

beforeAll(async () => {
  stage = await openStage();
  await stage.api("POST", "/rules", { name: "Intent", keywords: ["pricing", "demo"], scoreWeight: 20 });
  for (const [name, status, notes] of [
    ["Ada", "pending", "pricing"],
    ["Bob", "pending", ""],
    ["Cleo", "qualified", "pricing and a demo"],
    ["Dora", "approved", ""],
  ] as const) {
    const email = `${name.toLowerCase()}@board.example`;
    const added = (await stage.api("POST", "/leads", { name, email, notes, company: `${name} Ltd`, status })) as {
      id: string;
    };
    ids.set(name, added.id);
  }
});
afterAll(() => stage.close());
beforeEach(async () => {
  stage.pageErrors.splice(0);
  const statuses: Record<string, LeadStatus> = { Ada: "pending", Bob: "pending", Cleo: "qualified", Dora: "approved" };
  for (const [name, status] of Object.entries(statuses)) {
    await stage.api("PATCH", `/leads/${ids.get(name)}`, { status });
  }
});
afterEach(() => expect(stage.pageErrors).toEqual([]));

describe("the board", () => {
  it("shows the leads by status with exact totals, is part of the URL and of saved views, and filters like the list", async () => {
    const page = await stage.visit("/leads");
    await page.getByRole("table", { name: "Leads" }).getByRole("link", { name: "Ada" }).waitFor();
    await page.getByText("Board", { exact: true }).click();
    await link(page, "Ada").waitFor();
    expect(query(page)).toBe("?layout=board");
    await expect.poll(() => cardsOf(page, "Pending")).toEqual(["Bob", "Ada"]);
    await expect.poll(() => totals(page, "Pending")).toBe("Pending 2 leads 20 points");
    await expect.poll(() => totals(page, "Qualified")).toBe("Qualified 1 lead 40 points");
    await expect.poll(() => totals(page, "Approved")).toBe("Approved 1 lead 0 points");
    await expect.poll(() => totals(page, "Rejected")).toBe("Rejected 0 leads 0 points");
    await column(page, "Rejected").getByText("No rejected leads").waitFor();
    expect(await page.getByRole("heading", { name: /^All Leads/ }).innerText()).toBe("All Leads (4)");
    expect(await card(page, "Cleo").innerText()).toContain("Cleo Ltd");
    expect(await card(page, "Cleo").innerText()).toContain("40");

    await page.getByRole("combobox", { name: "Sort by" }).selectOption("Name, A to Z");
    await expect.poll(() => cardsOf(page, "Pending")).toEqual(["Ada", "Bob"]);
    await page.getByRole("button", { name: "Save as new view" }).click();
    const form = page.getByRole("dialog", { name: "Save view" });
    await form.getByLabel("Name").fill("My board");
    await form.getByRole("button", { name: "Save view" }).click();
    await page.getByRole("navigation", { name: "Saved views" }).getByRole("link", { name: "All Leads" }).click();
    await page.getByRole("table", { name: "Leads" }).getByRole("link", { name: "Ada" }).waitFor();
    await page.getByRole("navigation", { name: "Saved views" }).getByRole("link", { name: "My board" }).click();
    await expect.poll(() => cardsOf(page, "Pending")).toEqual(["Ada", "Bob"]);
    expect(new URLSearchParams(query(page)).get("layout")).toBe("board");

    await goInside(page, "/leads?layout=board");
    await expect.poll(() => cardsOf(page, "Pending")).toEqual(["Bob", "Ada"]);
    await page.getByRole("searchbox", { name: "Search leads" }).fill("cleo");
    await expect.poll(() => cardsOf(page, "Qualified")).toEqual(["Cleo"]);
    await expect.poll(() => cardsOf(page, "Pending")).toEqual([]);
    await expect.poll(() => totals(page, "Pending")).toBe("Pending 0 leads 0 points");
    await expect.poll(() => totals(page, "Qualified")).toBe("Qualified 1 lead 40 points");
    await page.getByRole("searchbox", { name: "Search leads" }).fill("nobody");
    await page.getByText("No leads found matching your criteria").waitFor();
    await page.getByRole("button", { name: "Clear search and filters" }).click();
    await link(page, "Ada").waitFor();
    expect(query(page)).toBe("?layout=board");
    await page.getByRole("combobox", { name: "Status" }).selectOption("Approved");
    await expect.poll(() => page.locator("[data-column]").count()).toBe(1);
    await expect.poll(() => cardsOf(page, "Approved")).toEqual(["Dora"]);
  });

  it("opens a lead next to it, steps from card to card, and shows changes by others immediately", async () => {
    const page = await open("/leads?layout=board&sort=name");
    await card(page, "Ada").click({ position: { x: 120, y: 45 } });
    await page.getByRole("dialog", { name: "Ada" }).getByText("Timeline").waitFor();
    expect(new URL(page.url()).pathname).toBe(`/leads/${ids.get("Ada")}`);
    expect(query(page)).toBe("?layout=board&sort=name");
    await page.keyboard.press("j");
    await page.getByRole("dialog", { name: "Bob" }).waitFor();
    await page.keyboard.press("j");
    await page.getByRole("dialog", { name: "Cleo" }).waitFor();
    await page.getByRole("dialog", { name: "Cleo" }).getByRole("button", { name: "Reject" }).click();
    await expect.poll(() => cardsOf(page, "Rejected")).toEqual(["Cleo"]);
    await page.keyboard.press("Escape");
    await page.getByRole("dialog").waitFor({ state: "detached" });
    await expect.poll(() => focused(page)).toBe("Cleo");

    await receivesEvents(page);
    await stage.api("PATCH", `/leads/${ids.get("Bob")}`, { status: "rejected" });
    await expect.poll(() => cardsOf(page, "Rejected")).toEqual(["Bob", "Cleo"]);
    await expect.poll(() => totals(page, "Pending")).toBe("Pending 1 lead 20 points");
    const { id } = (await stage.api("POST", "/leads", { name: "Eve", email: "eve@board.example" })) as { id: string };
    await link(page, "Eve").waitFor();
    await stage.api("DELETE", `/leads/${id}`);
    await link(page, "Eve").waitFor({ state: "detached" });

    // A next step is shown from the day it is due.
    const day = (days: number): string => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10);
    const step = (due: string): Promise<unknown> =>
      stage.api("PUT", `/leads/${ids.get("Ada")}/next-step`, { text: "Call back", due, timeZone: "UTC" });
    await step(day(-3));
    await card(page, "Ada").getByText("Overdue next step:").waitFor({ state: "attached" });
    await card(page, "Ada").getByText("Call back").waitFor();
    await step(day(3));
    await card(page, "Ada").getByText("Call back").waitFor({ state: "detached" });
    await stage.api("DELETE", `/leads/${ids.get("Ada")}/next-step`);
  });

  it("loads on retry after a failure, a column or the totals alone", async () => {
    const page = await stage.open(NOWHERE);
    const answers = await refuse(page, /\/api\/leads\?.*status=pending/u, { status: 503, detail: "It's away." });
    const sums = await refuse(page, /\/api\/leads\/totals/u, { status: 503, detail: "It's away." });
    await goInside(page, "/leads?layout=board");
    const alert = page.getByRole("alert").filter({ hasText: "Couldn't load pending leads" });
    await alert.getByText("It's away.").waitFor();
    await expect.poll(() => cardsOf(page, "Qualified")).toEqual(["Cleo"]);
    const missing = page.getByRole("status").filter({ hasText: "Couldn't load the totals" });
    await missing.waitFor();
    await retry(alert.getByRole("button", { name: "Try again" }), answers);
    await link(page, "Ada").waitFor();
    await retry(missing.getByRole("button", { name: "Try again" }), sums);
    await expect.poll(() => totals(page, "Pending")).toBe("Pending 2 leads 20 points");
  });
});

describe("a card", () => {
  it("is dragged to another column, which shows before the server answers, can be undone, and may be refused", async () => {
    const page = await open();
    const release = await hold(page, `**/api/leads/${ids.get("Ada")}`, "PATCH");
    await dragTo(page, "Ada", "Approved");
    await page.mouse.up();
    await expect.poll(() => cardsOf(page, "Approved")).toEqual(["Dora", "Ada"]);
    expect(await cardsOf(page, "Pending")).toEqual(["Bob"]);
    await expect.poll(() => totals(page, "Pending")).toBe("Pending 1 lead 0 points");
    await expect.poll(() => totals(page, "Approved")).toBe("Approved 2 leads 20 points");
    expect(await statusOf("Ada")).toBe("pending");
    expect(new URL(page.url()).pathname).toBe("/leads");
    release();
    await notices(page).getByText("Ada approved").waitFor();
    expect(await statusOf("Ada")).toBe("approved");
    await notices(page).getByRole("button", { name: "Undo" }).last().click();
    await expect.poll(() => cardsOf(page, "Pending")).toEqual(["Bob", "Ada"]);
    await expect.poll(() => totals(page, "Pending")).toBe("Pending 2 leads 20 points");
    expect(await statusOf("Ada")).toBe("pending");

    await refuse(page, `**/api/leads/${ids.get("Ada")}`, { status: 503, detail: "It's away." }, "PATCH");
    await dragTo(page, "Ada", "Rejected");
    await page.mouse.up();
    await notices(page).getByText("Failed to update lead status").waitFor();
    await expect.poll(() => cardsOf(page, "Pending")).toEqual(["Bob", "Ada"]);
    await expect.poll(() => totals(page, "Pending")).toBe("Pending 2 leads 20 points");
    await expect.poll(() => totals(page, "Rejected")).toBe("Rejected 0 leads 0 points");
  });

  it("stays when dropped outside of a column or on Escape, and is moved by its menu or opened by a click", async () => {
    const page = await open();
    await dragTo(page, "Ada", "Approved");
    await dragging(page).waitFor();
    await page.keyboard.press("Escape");
    await dragging(page).waitFor({ state: "detached" });
    await page.mouse.up();
    await dragTo(page, "Ada", "Approved");
    await page.mouse.move(600, 30);
    await page.mouse.up();
    expect(await cardsOf(page, "Pending")).toEqual(["Bob", "Ada"]);
    expect(await statusOf("Ada")).toBe("pending");

    await card(page, "Ada").getByRole("button", { name: "Actions for Ada" }).click();
    await expect
      .poll(() => page.getByRole("menuitem").allInnerTexts())
      .toEqual(["View", "Move to Qualified", "Move to Approved", "Move to Rejected"]);
    await page.getByRole("menuitem", { name: "Move to Rejected" }).click();
    await expect.poll(() => cardsOf(page, "Rejected")).toEqual(["Ada"]);
    await expect.poll(() => statusOf("Ada")).toBe("rejected");
    await link(page, "Ada").click();
    await page.getByRole("dialog", { name: "Ada" }).waitFor();
  });

  it("is reached and moved with the keyboard, keeps the focus, and the move is announced", async () => {
    const page = await open();
    await link(page, "Bob").focus();
    await page.keyboard.press("ArrowDown");
    await expect.poll(() => focused(page)).toBe("Ada");
    await page.keyboard.press("ArrowUp");
    await page.keyboard.press("ArrowRight");
    await expect.poll(() => focused(page)).toBe("Cleo");
    await page.keyboard.press("ArrowLeft");
    await expect.poll(() => focused(page)).toBe("Bob");
    await page.keyboard.press("Shift+ArrowRight");
    await expect.poll(() => cardsOf(page, "Qualified")).toEqual(["Cleo", "Bob"]);
    await page.locator("output").filter({ hasText: "Bob moved to Qualified" }).waitFor({ state: "attached" });
    await expect.poll(() => focused(page)).toBe("Bob");
    await page.keyboard.press("Shift+ArrowRight");
    await expect.poll(() => cardsOf(page, "Approved")).toEqual(["Dora", "Bob"]);
    await expect.poll(() => statusOf("Bob")).toBe("approved");
    await expect.poll(() => focused(page)).toBe("Bob");
    await page.keyboard.press("Shift+ArrowLeft");
    await expect.poll(() => statusOf("Bob")).toBe("qualified");
    await expect.poll(() => cardsOf(page, "Qualified")).toEqual(["Cleo", "Bob"]);
    // Someone else moves the card, and the column that it left is read first.
    const letThrough = await hold(page, "**/api/leads?*status=approved*");
    await stage.api("PATCH", `/leads/${ids.get("Bob")}`, { status: "approved" });
    await expect.poll(() => cardsOf(page, "Qualified")).toEqual(["Cleo"]);
    letThrough();
    await expect.poll(() => focused(page)).toBe("Bob");
    await page.keyboard.press("?");
    const shortcuts = page.getByRole("dialog", { name: "Keyboard shortcuts" });
    await shortcuts.getByText("Move lead to the next column").waitFor();
    await page.keyboard.press("Escape");
    await page.keyboard.press("Enter");
    await page.getByRole("dialog", { name: "Bob" }).waitFor();
  });
});

describe("on a phone", () => {
  it("is chosen in a menu, scrolls sideways only inside, fits touch, and moves a card after a long press", async () => {
    const page = await stage.visit("/leads", PHONE);
    const chooseLayout = async (name: string): Promise<void> => {
      await page.getByRole("button", { name: "List actions" }).tap();
      await page.getByRole("menuitem", { name }).tap();
    };
    await chooseLayout("Show as board");
    await link(page, "Ada").waitFor();
    const width = (): Promise<number> => page.evaluate(() => document.documentElement.scrollWidth);
    expect(await width()).toBe(390);
    const board = page.locator("[data-board]");
    expect(await board.evaluate((one) => one.scrollWidth > one.clientWidth)).toBe(true);
    expect(await axeFindings(page)).toEqual([]);
    const button = await card(page, "Ada").getByRole("button", { name: "Actions for Ada" }).boundingBox();
    expect(button?.height).toBeGreaterThanOrEqual(44);
    await chooseLayout("Show as list");
    await page.getByRole("table", { name: "Leads" }).getByRole("link", { name: "Ada" }).waitFor();
    expect(query(page)).toBe("");
    await chooseLayout("Show as board");
    await link(page, "Ada").waitFor();

    const devtools = await page.context().newCDPSession(page);
    const touch = (type: "touchStart" | "touchMove" | "touchEnd", x = 0, y = 0): Promise<unknown> =>
      devtools.send("Input.dispatchTouchEvent", { type, touchPoints: type === "touchEnd" ? [] : [{ x, y }] });
    const start = await middleOf(card(page, "Ada"));
    await touch("touchStart", start.x, start.y);
    await dragging(page).waitFor();
    await touch("touchMove", 340, start.y);
    // At the edge of the board, it scrolls to the next columns.
    await expect.poll(() => board.evaluate((one) => one.scrollLeft)).toBeGreaterThan(200);
    // At one of two places it is over a column, and not in a gap between two.
    let at = 200;
    await expect
      .poll(async () => {
        at = 370 - at;
        await touch("touchMove", at, start.y);
        return page.locator("[data-target]").count();
      })
      .toBe(1);
    const over = await page.locator("[data-target]").getAttribute("data-column");
    await touch("touchEnd");
    await expect.poll(() => statusOf("Ada")).toBe(over);
    expect(over).not.toBe("pending");
    expect(await width()).toBe(390);
    // A short press scrolls or taps.
    const { x, y } = await middleOf(card(page, "Ada"));
    await touch("touchStart", x, y);
    await touch("touchMove", x - 60, y);
    await touch("touchEnd");
    expect(await dragging(page).count()).toBe(0);
  });
});

it("has columns by a choice field, whose value a moved card gets, and falls back to statuses without the field", async () => {
  const field = { name: "Segment", kind: "choice", options: ["Retail", "Wholesale"] };
  const { id } = (await stage.api("POST", "/lead-fields", field)) as { id: string };
  await stage.api("PATCH", `/leads/${ids.get("Cleo")}`, { fields: { segment: "Retail" } });
  const segmentOf = async (name: string): Promise<unknown> =>
    ((await stage.api("GET", `/leads/${ids.get(name)}`)) as { fields: Record<string, unknown> }).fields["segment"];
  const page = await open("/leads?layout=board&sort=name");
  await page.getByRole("combobox", { name: "Columns" }).selectOption("Segment");
  await expect.poll(() => cardsOf(page, "None")).toEqual(["Ada", "Bob", "Dora"]);
  expect(query(page)).toBe("?sort=name&layout=board&by=segment");
  await expect.poll(() => totals(page, "Retail")).toBe("Retail 1 lead 40 points");
  await expect.poll(() => totals(page, "Wholesale")).toBe("Wholesale 0 leads 0 points");
  await expect.poll(() => totals(page, "None")).toBe("None 3 leads 20 points");
  expect(await axeFindingsInBothThemes(page)).toEqual([]);

  const release = await hold(page, `**/api/leads/${ids.get("Ada")}`, "PATCH");
  await dragTo(page, "Ada", "Wholesale");
  await page.mouse.up();
  await expect.poll(() => cardsOf(page, "Wholesale")).toEqual(["Ada"]);
  await expect.poll(() => totals(page, "Wholesale")).toBe("Wholesale 1 lead 20 points");
  release();
  await notices(page).getByText("Ada moved to Wholesale").waitFor();
  expect(await segmentOf("Ada")).toBe("Wholesale");
  await notices(page).getByRole("button", { name: "Undo" }).last().click();
  await expect.poll(() => cardsOf(page, "None")).toEqual(["Ada", "Bob", "Dora"]);

  await link(page, "Bob").focus();
  await page.keyboard.press("Shift+ArrowLeft");
  await expect.poll(() => segmentOf("Bob")).toBe("Wholesale");
  await card(page, "Bob").getByRole("button", { name: "Actions for Bob" }).click();
  await expect
    .poll(() => page.getByRole("menuitem").allInnerTexts())
    .toEqual(["View", "Move to Retail", "Move to None"]);
  await page.getByRole("menuitem", { name: "Move to None" }).click();
  await expect.poll(() => segmentOf("Bob")).toBeUndefined();

  await stage.api("PATCH", `/lead-fields/${id}`, { options: ["Wholesale"] });
  await column(page, "Retail").getByText("removed").waitFor();
  await dragTo(page, "Ada", "Retail");
  await page.mouse.up();
  expect(await segmentOf("Ada")).toBeUndefined();
  await stage.api("DELETE", `/lead-fields/${id}`);
  await page.getByText("This board's field is gone").waitFor();
  await expect.poll(() => cardsOf(page, "Pending")).toEqual(["Ada", "Bob"]);
});

it("renders few of many cards and loads more while scrolling", async () => {
  const leads = Array.from({ length: 120 }, (_, at) => ({
    externalId: `many-${at}`,
    name: `Many ${at}`,
    email: `many${at}@many.example`,
  }));
  await stage.api("POST", "/leads/batch", { leads });
  const page = await stage.visit("/leads?layout=board&search=many");
  await link(page, "Many 119").waitFor();
  await expect.poll(() => totals(page, "Pending")).toBe("Pending 120 leads 0 points");
  const scroller = column(page, "Pending").locator("ul").locator("..");
  const shown = (): Promise<number> => column(page, "Pending").getByRole("listitem").count();
  expect(await shown()).toBeLessThan(30);
  await expect
    .poll(async () => {
      await scroller.evaluate((one) => one.scrollTo(0, one.scrollHeight));
      return (await cardsOf(page, "Pending")).at(-1);
    })
    .toBe("Many 0");
  expect(await shown()).toBeLessThan(30);
  await scroller.evaluate((one) => one.scrollTo(0, 0));
  await link(page, "Many 119").waitFor();
});
