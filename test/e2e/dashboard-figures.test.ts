import type { Locator, Page } from "playwright-core";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { axeFindings } from "#test/e2e/axe-findings.ts";
import { refuse, retry } from "#test/e2e/answers.ts";
import { goInside, openStage, receivesEvents, type Stage } from "#test/e2e/stage.ts";

const HEADERS = ["Name", "Email", "Company", "Notes"];
/** Scored 60, 40, 40 and 0 by the rules below. */
const ROWS = [
  ["Ada Lovelace", "ada@engines.example", "Engines", "A demo, a price and a budget"],
  ["Grace Hopper", "grace@navy.example", "Navy", "A demo and a price"],
  ["Alan Turing", "alan@park.example", "Park", "A price and a demo"],
  ["Nobody Special", "nobody@plain.example", "Plain", "Newsletter only"],
];

let stage: Stage;

const figure = (page: Page, name: string): Locator => page.getByRole("region", { name, exact: true });
const marks = (page: Page, name: string): Locator => figure(page, name).getByRole("link");
const search = (page: Page): string => new URL(page.url()).search;
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

/** Scrolls to the figures at the end, which load when near; a render may replace their heading. */
async function goToFigures(page: Page): Promise<void> {
  const heading = page.getByRole("heading", { name: "Leads over time" });
  const isReached = () =>
    heading.scrollIntoViewIfNeeded().then(
      () => true,
      () => false,
    );
  await expect.poll(isReached).toBe(true);
}

async function openFigures(options?: Parameters<Stage["open"]>[1]): Promise<Page> {
  const page = await stage.open("/", options);
  await goToFigures(page);
  return page;
}

const decide = async (searched: string, status: string): Promise<void> => {
  const [lead] = (await stage.api("GET", `/leads?search=${searched}`)) as { id: string }[];
  await stage.api("PATCH", `/leads/${lead?.id}`, { status });
};

beforeAll(async () => {
  stage = await openStage();
  await stage.api("POST", "/rules", { name: "Intent", keywords: ["demo", "price"], scoreWeight: 20 });
  await stage.api("POST", "/rules", { name: "Money", keywords: ["budget"], scoreWeight: 20 });
  await stage.api("POST", "/rules", { name: "Silence", keywords: ["xylophone"], scoreWeight: 20 });
  await stage.addSheet("Spring fair", [HEADERS, ...ROWS]);
  await stage.api("POST", "/sync-leads");
  const byHand = await stage.api("POST", "/leads", { name: "By Hand", email: "hand@plain.example" });
  const { id } = byHand as { id: string };
  await stage.api("PUT", `/leads/${id}/next-step`, { text: "Call back", due: "2026-01-31" });
});
afterAll(() => stage.close());
afterEach(() => expect(stage.pageErrors).toEqual([]));

describe("figures", () => {
  it("summarize what they show, give exact values on hover and by key with one tab stop each, and link to leads", async () => {
    const page = await openFigures();
    await page.getByRole("link", { name: "Overdue 1" }).waitFor();
    await page.getByRole("link", { name: /^Call back By Hand .*31/ }).waitFor();
    await page.getByText("Nothing is due today.").waitFor();
    await page.getByText("5 leads in the last 30 days, led by Google Sheets (4).").waitFor();
    await page.getByText("3 of 5 leads qualified, 0 approved.").waitFor();
    await page.getByText("3 of 5 leads reach the threshold of 30; 2 have no points.").waitFor();
    await page.getByText("Intent matters most: 3 leads qualify only by this rule. 1 rule matches no leads.").waitFor();
    await figure(page, "Scores").getByText("Threshold 30").waitFor();

    const overTime = figure(page, "Leads over time");
    await marks(page, "Leads over time").last().hover();
    await overTime.getByText(/^\w+ \d+ \w+: 5 leads$/).waitFor();
    await page.getByRole("heading", { name: "Leads over time" }).hover();
    await overTime.getByText("All 30 days: 5 leads").waitFor();

    await marks(page, "Leads over time").last().focus();
    await expect.poll(() => focused(page)).toMatch(/: 5 leads, Google Sheets 4, Added by hand 1$/);
    await overTime.getByText(/^\w+ \d+ \w+: 5 leads$/).waitFor();
    await page.keyboard.press("ArrowLeft");
    await expect.poll(() => focused(page)).toMatch(/: 0 leads$/);
    await page.keyboard.press("End");
    await page.keyboard.press("Escape");
    await overTime.getByText("All 30 days: 5 leads").waitFor();
    await page.keyboard.press("Tab");
    await expect.poll(() => focused(page)).toBe("Show as table: Funnel");
    await page.keyboard.press("Tab");
    await expect.poll(() => focused(page)).toBe("Received 5 leads");
    await page.keyboard.press("ArrowDown");
    await expect.poll(() => focused(page)).toBe("Matched a rule60.0% of received 3 leads");

    await marks(page, "Scores").nth(7).focus();
    await page.keyboard.press("ArrowRight");
    await expect.poll(() => focused(page)).toBe("Score 40 to 44: 2 leads");
    await figure(page, "Scores").getByText("Score 40–44: 2 leads").waitFor();
    await page.keyboard.press("Enter");
    await page.waitForURL("**/leads?minScore=40&maxScore=44");
    await page.goBack();

    await marks(page, "Rule performance").first().focus();
    await expect.poll(() => focused(page)).toBe("Intent3 only by this rule 3 leads, 3 qualified");
    await page.keyboard.press("ArrowDown");
    await figure(page, "Rule performance").getByText("Money: 1 lead").waitFor();
    await page.keyboard.press("Enter");
    await page.waitForURL("**/rules");
    await page.goBack();
    await marks(page, "Leads over time").last().click();
    await page.waitForURL(/\/leads\?from=[^&]+&to=/);
  });

  it("name what failed to load and retry, keep the range in the URL, and show the same numbers as tables", async () => {
    const page = await stage.open("about:blank");
    const problem = { status: 503, detail: "The database isn't responding. Try again in a moment." };
    const restoreScores = await refuse(page, /score-distribution/u, problem);
    const restoreRules = await refuse(page, /rule-contributions/u, problem);
    await page.goto("/?days=90");
    await goToFigures(page);
    await page.getByText("Couldn't load the scores").waitFor();
    await page.getByText("Couldn't load the rule performance").waitFor();
    await marks(page, "Funnel").first().waitFor();
    await retry(figure(page, "Scores").getByRole("button", { name: "Try again" }), restoreScores);
    await figure(page, "Scores").getByText("Threshold 30").waitFor();

    await page.getByText("All 90 days: 5 leads").waitFor();
    const ninety = page.getByRole("radio", { name: "90 days" });
    expect(await ninety.isChecked()).toBe(true);
    expect(await marks(page, "Leads over time").count()).toBe(90);
    await ninety.focus();
    await page.keyboard.press("ArrowLeft");
    await page.getByText("All 30 days: 5 leads").waitFor();
    await expect.poll(() => search(page)).toBe("");
    await figure(page, "Leads over time").getByText("90 days", { exact: true }).click();
    await expect.poll(() => search(page)).toBe("?days=90");
    await figure(page, "Leads over time").getByText("30 days", { exact: true }).click();
    await page.getByText("All 30 days: 5 leads").waitFor();

    await asTable(page, "Leads over time");
    await expect.poll(() => rowsOf(page, "Leads over time")).toHaveLength(30);
    const days = await rowsOf(page, "Leads over time");
    expect(days[0]).toMatch(/ 4 1 5$/);
    expect(new Set(days.slice(1).map((day) => day.replace(/^.*?(?=0 0 0$)/, "")))).toEqual(new Set(["0 0 0"]));
    await asTable(page, "Funnel");
    await expect
      .poll(() => rowsOf(page, "Funnel"))
      .toEqual([
        "Received 5 100.0%",
        "Matched a rule 3 60.0% 60.0%",
        "Qualified 3 100.0% 60.0%",
        "Approved 0 0.0% 0.0%",
      ]);
    await asTable(page, "Scores");
    await expect.poll(() => rowsOf(page, "Scores")).toEqual(["0 2", "40 2", "60 1"]);
    await retry(figure(page, "Rule performance").getByRole("button", { name: "Try again" }), restoreRules);
    await asTable(page, "Rule performance");
    await expect
      .poll(() => rowsOf(page, "Rule performance"))
      .toEqual(["Intent 3 120 3 3", "Money 1 20 1 0", "Silence 0 0 0 0"]);
    expect(await axeFindings(page)).toEqual([]);
    await figure(page, "Funnel").getByRole("button", { name: "Show as chart" }).click();
    await marks(page, "Funnel").first().waitFor();
  });

  it("follow changes by others, and link to lists of exactly as many leads", async () => {
    const page = await openFigures();
    await receivesEvents(page);
    await page.getByText("3 of 5 leads qualified, 0 approved.").waitFor();
    await decide("lovelace", "approved");
    await page.getByText("3 of 5 leads qualified, 1 approved.").waitFor();
    await decide("turing", "rejected");
    await page.getByText("2 of 5 leads qualified, 1 approved.").waitFor();
    await page.getByText("Intent matters most: 2 leads qualify only by this rule. 1 rule matches no leads.").waitFor();

    const links: { href: string; count: string }[] = [];
    for (const name of ["Lead Processing Pipeline", "Leads over time", "Funnel", "Scores"]) {
      await marks(page, name).first().waitFor();
      const found = await marks(page, name).evaluateAll((all) =>
        all.map((link) => ({
          said: link.getAttribute("aria-label") ?? link.textContent ?? "",
          href: link.getAttribute("href") ?? "",
          isWritten: link.textContent !== "",
        })),
      );
      for (const { said, href, isWritten } of found) {
        const count = /(\d+)(?: leads?\b.*)?$/.exec(said)?.[1] ?? said;
        // Most days and scores have none.
        if (count !== "0" || isWritten) links.push({ href, count });
      }
    }
    expect(links.map(({ count }) => count)).toEqual(["2", "0", "2", "1", "5", "5", "3", "2", "1", "2", "2", "1"]);
    expect(links.map(({ href }) => href.replace(/\d{4}-.*/, "…"))).toEqual([
      "/leads?stage=incoming",
      "/leads?stage=processing",
      "/leads?stage=qualified",
      "/leads?stage=rejected",
      "/leads?from=…",
      "/leads",
      "/leads?minScore=1",
      "/leads?stage=qualified",
      "/leads?status=approved",
      ...["minScore=0&maxScore=4", "minScore=40&maxScore=44", "minScore=60&maxScore=64"].map(
        (range) => `/leads?${range}`,
      ),
    ]);
    // One of each kind.
    const kinds = new Map(links.map((link) => [link.href.replaceAll(/=[^&]*/g, ""), link]));
    expect(kinds.size).toBe(6);
    for (const { href, count } of kinds.values()) {
      await goInside(page, href);
      await page.getByRole("heading", { name: `All Leads (${count})`, exact: true }).waitFor();
    }
    await decide("lovelace", "qualified");
    await decide("turing", "qualified");
  });

  it("show the values on the first tap and open the leads on the second", async () => {
    const page = await openFigures({ width: 390, isTouch: true });
    const bar = marks(page, "Scores").nth(8);
    await bar.tap();
    await figure(page, "Scores").getByText("Score 40–44: 2 leads").waitFor();
    expect(new URL(page.url()).pathname).toBe("/");
    await bar.tap();
    await page.waitForURL("**/leads?minScore=40&maxScore=44");
  });

  it("keep the rest of the dashboard when their code fails to load, and offer to create a rule without any", async () => {
    const rules = (await stage.api("GET", "/rules")) as { id: string }[];
    for (const { id } of rules) await stage.api("DELETE", `/rules/${id}`);
    const page = await stage.open("about:blank");
    await page.route("**/assets/figures-*.js", (route) => route.abort());
    await page.goto("/");
    await page.getByRole("region", { name: "Lead Processing Pipeline" }).getByRole("link").first().waitFor();
    await goToFigures(page);
    await page.getByText("Couldn't load charts").waitFor();
    await page.unroute("**/assets/figures-*.js");
    stage.pageErrors.length = 0;
    await page.getByRole("button", { name: "Reload page" }).click();
    await goToFigures(page);
    await figure(page, "Rule performance").getByRole("link", { name: "Create rule" }).click();
    await page.waitForURL("**/rules?new");
  });
});
