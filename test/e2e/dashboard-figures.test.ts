import type { Locator, Page } from "playwright-core";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { axeFindings } from "#test/e2e/axe-findings.ts";
import { openStage, type Stage } from "#test/e2e/stage.ts";

const HEADERS = ["Name", "Email", "Company", "Notes"];
/** Scores of 60, 40, 40 and 0 by the rules below. */
const ROWS = [
  ["Ada Lovelace", "ada@engines.example", "Engines", "A demo, a price and a budget"],
  ["Grace Hopper", "grace@navy.example", "Navy", "A demo and a price"],
  ["Alan Turing", "alan@park.example", "Park", "A price and a demo"],
  ["Nobody Special", "nobody@plain.example", "Plain", "Newsletter only"],
];

let stage: Stage;

const figure = (page: Page, name: string): Locator => page.getByRole("region", { name, exact: true });
const marks = (page: Page, name: string): Locator => figure(page, name).getByRole("link");
const focused = (page: Page): Promise<string | null> =>
  page.evaluate(() => {
    const element = document.activeElement;
    return element?.getAttribute("aria-label") ?? element?.textContent ?? null;
  });
const rowsOf = async (page: Page, name: string): Promise<string[]> => {
  const rows = await figure(page, name).getByRole("table").locator("tbody tr").allInnerTexts();
  return rows.map((row) => row.replaceAll(/\s+/g, " ").trim());
};
const asTable = (page: Page, name: string): Promise<void> =>
  figure(page, name).getByRole("button", { name: "Show as table" }).click();

/** The figures stand last and are loaded when somebody comes near them. */
async function goToFigures(page: Page): Promise<void> {
  const heading = page.getByRole("heading", { name: "Leads over time" });
  await heading.or(page.getByText("Nothing to draw yet")).first().scrollIntoViewIfNeeded();
}

async function openFigures(options?: Parameters<Stage["open"]>[1]): Promise<Page> {
  const page = await stage.open("/", options);
  await goToFigures(page);
  return page;
}

beforeAll(async () => {
  stage = await openStage();
});
afterAll(() => stage.close());
afterEach(() => expect(stage.pageErrors).toEqual([]));

describe("the figures of a new product", () => {
  it("say what will be drawn, and lead to the first step", async () => {
    const page = await openFigures();
    await page.getByText("Nothing to draw yet").waitFor();
    await figure(page, "Figures").getByRole("link", { name: "Connect a source" }).click();
    await page.waitForURL("**/data-sources");
  });
});

describe("the figures of a product at work", () => {
  beforeAll(async () => {
    await stage.api("POST", "/rules", { name: "Intent", keywords: ["demo", "price"], scoreWeight: 20 });
    await stage.api("POST", "/rules", { name: "Money", keywords: ["budget"], scoreWeight: 20 });
    await stage.api("POST", "/rules", { name: "Silence", keywords: ["xylophone"], scoreWeight: 20 });
    await stage.addSheet("Spring fair", [HEADERS, ...ROWS]);
    await stage.api("POST", "/sync-leads");
    await stage.api("POST", "/leads", { name: "By Hand", email: "hand@plain.example" });
  });

  it("say in a sentence what they show", async () => {
    const page = await openFigures();
    await page.getByText("5 leads in the last 30 days, the most from Google Sheets (4).").waitFor();
    await page.getByText("3 of 5 leads qualified, 0 approved.").waitFor();
    await page.getByText("3 of 5 leads reach the threshold of 30; 2 have no points.").waitFor();
    await page.getByText("Intent decides most: 3 leads qualify only through it. 1 rule found nothing.").waitFor();
    await figure(page, "Scores").getByText("Threshold 30").waitFor();
  });

  it("are one tab stop each, walked with the arrow keys, with exact values of each mark", async () => {
    const page = await openFigures();
    const today = marks(page, "Leads over time").last();
    await today.focus();
    expect(await focused(page)).toMatch(/: 5 leads, Google Sheets 4, Added by hand 1$/);
    const overTime = figure(page, "Leads over time");
    await overTime.getByText(/^\w+ \d+ \w+: 5 leads$/).waitFor();
    await page.keyboard.press("ArrowLeft");
    expect(await focused(page)).toMatch(/: 0 leads$/);
    await page.keyboard.press("End");
    await page.keyboard.press("Escape");
    await overTime.getByText("All 30 days: 5 leads").waitFor();
    await page.keyboard.press("Tab");
    expect(await focused(page)).toBe("Show as table: Funnel");
    await page.keyboard.press("Tab");
    expect(await focused(page)).toBe("Received 5 leads");
    await page.keyboard.press("ArrowDown");
    expect(await focused(page)).toBe("Found by a rule60.0% of all received 3 leads");

    await marks(page, "Scores").first().focus();
    for (let step = 0; step < 8; step += 1) await page.keyboard.press("ArrowRight");
    expect(await focused(page)).toBe("Score 40 to 44: 2 leads");
    await figure(page, "Scores").getByText("Score 40–44: 2 leads").waitFor();
    await page.keyboard.press("Enter");
    await page.waitForURL("**/leads?minScore=40&maxScore=44");
    await page.goBack();

    await marks(page, "What your rules give").first().focus();
    expect(await focused(page)).toBe("Intent3 only through it 3 leads, 3 qualified");
    await page.keyboard.press("ArrowDown");
    await figure(page, "What your rules give").getByText("Money: 1 lead").waitFor();
    await page.keyboard.press("Enter");
    await page.waitForURL("**/rules");
  });

  it("show exact values under the pointer, and lead to those leads", async () => {
    const page = await openFigures();
    const overTime = figure(page, "Leads over time");
    await marks(page, "Leads over time").last().hover();
    await overTime.getByText(/^\w+ \d+ \w+: 5 leads$/).waitFor();
    await page.getByRole("heading", { name: "Leads over time" }).hover();
    await overTime.getByText("All 30 days: 5 leads").waitFor();
    await marks(page, "Leads over time").last().click();
    await page.waitForURL(/\/leads\?from=[^&]+&to=/);
    await page.goBack();
    const stages = marks(page, "Funnel");
    await stages.first().waitFor();
    expect(await Promise.all((await stages.all()).map((link) => link.getAttribute("href")))).toEqual([
      "/leads",
      "/leads?minScore=1",
      "/leads?status=qualified",
      "/leads?status=approved",
    ]);
  });

  it("show the same numbers as tables", async () => {
    const page = await openFigures();
    await asTable(page, "Leads over time");
    const days = await rowsOf(page, "Leads over time");
    expect(days).toHaveLength(30);
    expect(days[0]).toMatch(/ 4 1 5$/);
    expect(new Set(days.slice(1).map((day) => day.replace(/^.*?(?=0 0 0$)/, "")))).toEqual(new Set(["0 0 0"]));
    await asTable(page, "Funnel");
    expect(await rowsOf(page, "Funnel")).toEqual([
      "Received 5 100.0%",
      "Found by a rule 3 60.0% 60.0%",
      "Qualified 3 100.0% 60.0%",
      "Approved 0 0.0% 0.0%",
    ]);
    await asTable(page, "Scores");
    expect(await rowsOf(page, "Scores")).toEqual(["0 2", "40 2", "60 1"]);
    await asTable(page, "What your rules give");
    expect(await rowsOf(page, "What your rules give")).toEqual([
      "Intent 3 120 3 3",
      "Money 1 20 1 0",
      "Silence 0 0 0 0",
    ]);
    expect(await axeFindings(page)).toEqual([]);
    await figure(page, "Funnel").getByRole("button", { name: "Show as chart" }).click();
    await marks(page, "Funnel").first().waitFor();
  });

  it("keep the span in the address", async () => {
    const page = await openFigures();
    await figure(page, "Leads over time").getByText("90 days", { exact: true }).click();
    await page.waitForURL("**/?days=90");
    await expect.poll(() => marks(page, "Leads over time").count()).toBe(90);
    await page.reload();
    await goToFigures(page);
    await page.getByText("All 90 days: 5 leads").waitFor();
    expect(await page.getByRole("radio", { name: "90 days" }).isChecked()).toBe(true);
    await page.getByRole("radio", { name: "90 days" }).focus();
    await page.keyboard.press("ArrowLeft");
    await page.getByText("All 30 days: 5 leads").waitFor();
    expect(new URL(page.url()).search).toBe("");
  });

  it("follow what others do, without a reload", async () => {
    const page = await openFigures();
    await page.getByText("3 of 5 leads qualified, 0 approved.").waitFor();
    const [lead] = (await stage.api("GET", "/leads?search=lovelace")) as { id: string }[];
    await stage.api("PATCH", `/leads/${lead?.id}`, { status: "approved" });
    await page.getByText("3 of 5 leads qualified, 1 approved.").waitFor();
    await stage.api("PATCH", `/leads/${lead?.id}`, { status: "rejected" });
    await page.getByText("2 of 5 leads qualified, 0 approved.").waitFor();
    await page.getByText("Intent decides most: 2 leads qualify only through it. 1 rule found nothing.").waitFor();
    await stage.api("PATCH", `/leads/${lead?.id}`, { status: "qualified" });
    await page.getByText("Intent decides most: 3 leads qualify only through it. 1 rule found nothing.").waitFor();
  });

  it.each([
    [1440, "light"],
    [390, "dark"],
    [320, "light"],
  ] as const)("hold no obstacle at %d pixels in the %s theme, and fit", async (width, colorScheme) => {
    const page = await openFigures({ width, colorScheme });
    await marks(page, "Funnel").first().waitFor();
    await marks(page, "What your rules give").first().waitFor();
    expect(await axeFindings(page)).toEqual([]);
    expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0);
  });

  it("show a finger the values first, and the leads when it presses again", async () => {
    const page = await openFigures({ width: 390, isTouch: true });
    const bar = marks(page, "Scores").nth(8);
    await bar.tap();
    await figure(page, "Scores").getByText("Score 40–44: 2 leads").waitFor();
    expect(new URL(page.url()).pathname).toBe("/");
    await bar.tap();
    await page.waitForURL("**/leads?minScore=40&maxScore=44");
  });

  it("say which of them could not be loaded, and try again", async () => {
    const page = await stage.open("about:blank");
    const refuse = "**/api/dashboard/{score-distribution,rule-contributions}";
    await page.route(refuse, (route) =>
      route.fulfill({
        status: 503,
        contentType: "application/problem+json",
        body: JSON.stringify({ status: 503, detail: "The database does not answer. Try again in a moment." }),
      }),
    );
    await page.goto("/");
    await goToFigures(page);
    await page.getByText("The scores could not be loaded").waitFor();
    await page.getByText("The figures of the rules could not be loaded").waitFor();
    await marks(page, "Funnel").first().waitFor();
    await page.unroute(refuse);
    await figure(page, "Scores").getByRole("button", { name: "Try again" }).click();
    await figure(page, "Scores").getByText("Threshold 30").waitFor();
  });

  it("leave the rest of the dashboard standing when their code does not come", async () => {
    const page = await stage.open("about:blank");
    await page.route("**/assets/figures-*.js", (route) => route.abort());
    await page.goto("/");
    await goToFigures(page);
    await page.getByText("The figures could not be shown").waitFor();
    await page.getByRole("region", { name: "Lead Processing Pipeline" }).getByRole("link").first().waitFor();
    stage.pageErrors.length = 0;
  });

  it("offer to write a rule where none is active", async () => {
    const rules = (await stage.api("GET", "/rules")) as { id: string }[];
    for (const { id } of rules) await stage.api("DELETE", `/rules/${id}`);
    const page = await openFigures();
    await figure(page, "What your rules give").getByRole("link", { name: "Write a rule" }).click();
    await page.waitForURL("**/rules?new");
  });
});
