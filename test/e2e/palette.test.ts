import type { Page } from "playwright-core";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { refuse } from "#test/e2e/answers.ts";
import { axeFindingsInBothThemes } from "#test/e2e/axe-findings.ts";
import { openStage, type Stage } from "#test/e2e/stage.ts";

let stage: Stage;

beforeAll(async () => {
  stage = await openStage();
  await stage.api("POST", "/rules", { name: "Budget", keywords: ["budget"], scoreWeight: 40, isActive: true });
  const leads = [
    { name: "Ada Lovelace", email: "ada@engines.example", company: "Analytical Engines", notes: "A budget" },
    { name: "محمد الأحمد", email: "m@planwell.example", company: "Planwell" },
    { name: "W".repeat(200), email: "w@planwell.example", company: "Donaudampfschifffahrtsgesellschaft" },
  ];
  for (const lead of leads) await stage.api("POST", "/leads", lead);
});
afterAll(() => stage.close());
afterEach(() => expect(stage.pageErrors).toEqual([]));

/** By tag, because dialogs under the palette hide the header from role queries. */
const title = (page: Page) => page.locator("header h1");
const palette = (page: Page) => page.getByRole("dialog", { name: "Command palette" });
const field = (page: Page) => palette(page).getByRole("combobox");
const option = (page: Page, name: string | RegExp) => palette(page).getByRole("option", { name });

async function summoned(page: Page): Promise<Page> {
  await title(page).waitFor();
  await page.keyboard.press("Control+k");
  await palette(page).waitFor();
  return page;
}

/** Opens the palette, types, and presses Enter once the entry with that name is selected. */
async function choose(page: Page, typed: string, name: string | RegExp): Promise<void> {
  await summoned(page);
  // Filled at once: the screen opened before may still take the focus.
  await field(page).fill(typed);
  await expect.poll(() => palette(page).getByRole("option", { selected: true }).innerText()).toMatch(name);
  await field(page).press("Enter");
  await palette(page).waitFor({ state: "detached" });
}

describe("the command palette", () => {
  it("opens by shortcut, also from a field or over a lead, and closes by shortcut or Escape", async () => {
    const page = await stage.visit("/leads");
    const search = page.getByRole("searchbox", { name: "Search leads" });
    await search.click();
    await summoned(page);
    await expect.poll(() => field(page).evaluate((input) => input === document.activeElement)).toBe(true);
    await page.keyboard.press("Escape");
    await palette(page).waitFor({ state: "detached" });
    await expect.poll(() => search.evaluate((input) => input === document.activeElement)).toBe(true);

    await page.getByRole("link", { name: "Ada Lovelace" }).first().click();
    await page.getByRole("dialog", { name: /Ada Lovelace/ }).waitFor();
    await page.keyboard.press("Control+k");
    await palette(page).waitFor();
    await page.keyboard.press("Control+k");
    await palette(page).waitFor({ state: "detached" });
    await page.getByRole("dialog", { name: /Ada Lovelace/ }).waitFor();
  });

  it("shows the newest leads, moves with the arrow keys, and finds a lead by company", async () => {
    const page = await summoned(await stage.visit("/"));
    await palette(page).getByText("Newest leads").waitFor();
    await option(page, /محمد الأحمد/).waitFor();
    const chosen = (): Promise<string> => palette(page).getByRole("option", { selected: true }).innerText();
    await expect.poll(chosen).toBe("Add lead");
    await field(page).press("ArrowDown");
    await expect.poll(chosen).toBe("Sync leads now");
    await field(page).press("ArrowUp");
    await expect.poll(chosen).toBe("Add lead");
    // Wraps around.
    await field(page).press("ArrowUp");
    await expect.poll(chosen).toContain("Ada Lovelace");
    expect(await axeFindingsInBothThemes(page)).toEqual([]);

    await field(page).fill("zebra crossing");
    await palette(page).getByText("No results for “zebra crossing”").waitFor();
    const letThrough = await refuse(page, /\/api\/leads\?/, { status: 503, detail: "The store is away." });
    await field(page).fill("config");
    await palette(page).getByText("Couldn't search leads. The store is away.").waitFor();
    await option(page, /^Configuration$/).waitFor();
    await letThrough();
    await field(page).fill("analytical");
    const found = option(page, /Ada Lovelace/);
    await found.waitFor();
    expect(await found.innerText()).toContain("Analytical Engines");
    expect(await found.innerText()).toMatch(/\b40\b/);
    await expect.poll(() => palette(page).getByRole("option").count()).toBe(1);
    await expect.poll(() => palette(page).locator("output").innerText()).toBe("1 result");
    await field(page).press("Enter");
    await page.getByRole("dialog", { name: /Ada Lovelace/ }).waitFor();
    expect(new URL(page.url()).pathname).toMatch(/^\/leads\/\d+$/);
  });

  it("opens screens, dialogs, lists, settings and help", async () => {
    const { id } = (await stage.api("POST", "/lead-views", { name: "Hot ones", query: "minScore=80" })) as {
      id: string;
    };
    const page = await stage.visit("/rules");
    await choose(page, "guide", "Setup Guide");
    await expect.poll(() => title(page).innerText()).toBe("Setup Guide");
    await choose(page, "approved le", "Approved leads");
    await page.waitForURL("**/leads?status=approved");
    await choose(page, "hot", "Hot ones");
    await page.waitForURL(`**/leads?minScore=80&view=${id}`);
    await page.getByRole("heading", { name: /^Hot ones/ }).waitFor();
    // The second one is on the current screen, under Advanced.
    for (const [typed, name] of [
      ["threshold", "Lead processing"],
      ["retention", "Lead limits"],
    ] as const) {
      await choose(page, typed, name);
      const card = page.getByRole("region", { name, exact: true });
      await expect.poll(() => card.evaluate((one) => one === document.activeElement)).toBe(true);
      await expect.poll(() => card.evaluate((one) => one.getBoundingClientRect().top < innerHeight / 2)).toBe(true);
    }
    await choose(page, "frequently", /./);
    await page.getByRole("tab", { name: "FAQ", selected: true }).waitFor();
    await choose(page, "need a service", "Do I need a service account?");
    await page
      .getByRole("dialog", { name: "Help Assistant" })
      .getByText(/create a service account without a role/)
      .first()
      .waitFor();
    await page.getByRole("button", { name: "Close help" }).first().click();

    await choose(page, "add lead", "Add lead");
    // A dialog takes the focus, which the palette gives up.
    const holdsFocus = (name: string): Promise<boolean> =>
      page.getByRole("dialog", { name }).evaluate((dialog) => dialog.contains(document.activeElement));
    await expect.poll(() => holdsFocus("Add lead")).toBe(true);
    await choose(page, "keyboard", "Show keyboard shortcuts");
    await expect.poll(() => holdsFocus("Keyboard shortcuts")).toBe(true);
    await page.getByRole("dialog", { name: "Keyboard shortcuts" }).getByText("Open the command palette").waitFor();
  });

  it("syncs leads, sends the report and exports, each with a notice", async () => {
    await stage.addSheet("Trade fair", [
      ["Name", "Email"],
      ["Grace Hopper", "grace@navy.example"],
    ]);
    await stage.addMailServer();
    const page = await stage.visit("/configuration");
    await choose(page, "sync", "Sync leads now");
    await page.getByText("Processed 1 leads successfully").waitFor();
    await choose(page, "report", "Send email report");
    await page.getByRole("button", { name: /^Send to \d recipients?$/ }).click();
    await page.getByText(/Email report sent with \d+ qualified leads/).waitFor();
    const download = page.waitForEvent("download");
    await choose(page, "export", /^Export all \d+ leads?$/);
    expect((await download).suggestedFilename()).toMatch(/^leads-all-\d{4}-\d\d-\d\d\.csv$/);
    await page.getByText("Leads exported successfully").waitFor();
  });
});

it("offers the open lead's actions first", async () => {
  const lead = (await stage.api("POST", "/leads", { name: "Grace Brewster", email: "gb@navy.example" })) as {
    id: string;
  };
  const page = await stage.visit(`/leads/${lead.id}`);
  await page
    .getByRole("dialog", { name: /Grace Brewster/ })
    .getByText("Timeline")
    .waitFor();
  await page.keyboard.press("Control+k");
  await palette(page).getByText("Grace Brewster").first().waitFor();
  const first = palette(page).getByRole("option");
  await expect
    .poll(async () => (await first.allInnerTexts()).slice(0, 10))
    .toEqual([
      "Approve lead",
      "Qualify lead",
      "Reject lead",
      "Edit lead",
      "Add comment",
      "Edit notes",
      "Set next step",
      "Add tag",
      "Copy link to lead",
      "View original data",
    ]);
  await field(page).fill("approve");
  await expect.poll(() => palette(page).getByRole("option", { selected: true }).innerText()).toBe("Approve lead");
  await field(page).press("Enter");
  const status = async (): Promise<unknown> =>
    ((await stage.api("GET", `/leads/${lead.id}`)) as { status: unknown }).status;
  await expect.poll(status).toBe("approved");
  const focused = (): Promise<string | null> =>
    page.evaluate(() => document.activeElement?.getAttribute("aria-label") ?? document.activeElement?.id ?? null);
  await choose(page, "comment", "Add comment");
  await expect.poll(focused).toBe("New comment");
  await choose(page, "reminder", "Set next step");
  const step = page.getByRole("form", { name: "Next step" });
  await expect
    .poll(() => step.getByLabel("What to do").evaluate((input) => input === document.activeElement))
    .toBe(true);
  await page.keyboard.type("Call back");
  await page.keyboard.press("Enter");
  await step.waitFor({ state: "detached" });
  await choose(page, "snooze next w", "Snooze next step until next week");
  await page
    .getByText(/^Next step due: /)
    .first()
    .waitFor();
  await choose(page, "edit lead", "Edit lead");
  await expect.poll(focused).toBe("Name");
  await page.keyboard.press("Escape");
  await choose(page, "add tag", "Add tag");
  await expect.poll(focused).toBe("Find a tag");
  await page.keyboard.type("VIP");
  await page.keyboard.press("Enter");
  const tags = async (): Promise<unknown> => ((await stage.api("GET", `/leads/${lead.id}`)) as { tags: unknown }).tags;
  await expect.poll(tags).toEqual(["VIP"]);
  await page.keyboard.press("Escape");
  await choose(page, "vip", "Remove tag VIP");
  await expect.poll(tags).toEqual([]);

  await page.keyboard.press("Control+k");
  await field(page).fill("raw");
  await expect.poll(() => palette(page).getByRole("option", { selected: true }).innerText()).toBe("View original data");
  await field(page).press("Enter");
  await page.getByRole("dialog", { name: "Original data" }).waitFor();
  await stage.api("DELETE", `/leads/${lead.id}`);
});

describe("on a phone", () => {
  it("opens from the drawer and fits", async () => {
    const page = await stage.visit("/", { width: 390, height: 844, isTouch: true });
    await page.getByRole("button", { name: "Open menu" }).tap();
    await page.getByRole("button", { name: "Search", exact: true }).tap();
    await palette(page).waitFor();
    await page.getByRole("navigation", { name: "Main" }).waitFor({ state: "detached" });
    const box = await palette(page).boundingBox();
    expect(box?.x).toBeGreaterThanOrEqual(0);
    expect((box?.x ?? 0) + (box?.width ?? 0)).toBeLessThanOrEqual(390);
    const row = option(page, /W{10}/);
    await row.scrollIntoViewIfNeeded();
    expect((await row.boundingBox())?.height).toBeGreaterThanOrEqual(44);
    await option(page, "Gmail Integration").tap();
    await expect.poll(() => title(page).innerText()).toBe("Gmail Integration");
  });
});
