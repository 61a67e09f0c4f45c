import type { Locator, Page } from "playwright-core";
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from "vitest";
import { hold, refuse } from "#test/e2e/answers.ts";
import { axeFindingsInBothThemes } from "#test/e2e/axe-findings.ts";
import { goInside, openStage, receivesEvents, type Stage } from "#test/e2e/stage.ts";

const PHONE = { width: 390, height: 844, isTouch: true };
const FILE = "Name,Email,Company,Notes\nAda Lovelace,ada@engines.example,Engines,Wants a demo\n";

let stage: Stage;

const section = (page: Page, name: string): Locator => page.getByRole("region", { name, exact: true });
const notice = (page: Page, text: string): Locator => section(page, "Notices").getByText(text);
const table = (page: Page): Locator => page.getByRole("table", { name: "Leads" });
const bar = (page: Page): Locator => section(page, "Sample leads");
const trySample = (page: Page): Locator => page.getByRole("button", { name: "Try it with sample leads" });

beforeAll(async () => {
  stage = await openStage();
});
afterAll(() => stage.close());
beforeEach(async () => {
  await stage.api("DELETE", "/sample-leads");
  await stage.api("POST", "/leads/bulk-delete", { selection: { filter: { status: "all" } } });
  const rules = (await stage.api("GET", "/rules")) as { id: string }[];
  for (const { id } of rules) await stage.api("DELETE", `/rules/${id}`);
});
afterEach(() => expect(stage.pageErrors).toEqual([]));

it("adds scored sample leads with one click and removes them with another, or reports a failure", async () => {
  const page = await stage.open("/");
  const problem = { status: 503, detail: "The database is away." };
  const restore = await refuse(page, "**/api/sample-leads", problem, "POST");
  await trySample(page).click();
  await notice(page, "Failed to add sample leads").waitFor();
  await restore();
  const go = await hold(page, "**/api/sample-leads", "POST");
  await trySample(page).click();
  await page.getByRole("button", { name: "Adding..." }).waitFor();
  go();
  await notice(page, "25 sample leads added and scored").waitFor();
  await bar(page).getByText("25 sample leads and 3 sample rules to try things out.").waitFor();
  await trySample(page).waitFor({ state: "detached" });
  await page.getByRole("link", { name: /^Review \d+/ }).waitFor();

  await page.getByText("Viktor Novak").first().click();
  await section(page, "Why this score").getByText("100 of 100. Reaches the threshold (30).").waitFor();
  await expect.poll(() => section(page, "Why this score").locator("mark").count()).toBeGreaterThan(3);
  await page.getByRole("button", { name: "Show sources" }).click();
  await section(page, "Contact")
    .getByText(/row 13 of Sample leads/)
    .first()
    .waitFor();

  await goInside(page, "/rules");
  await page.getByRole("button", { name: "Edit Asks for a price" }).click();
  await page.getByRole("dialog").getByLabel("Weight").fill("30");
  await page.getByRole("button", { name: "Save changes" }).click();
  await notice(page, "Rule updated successfully").waitFor();

  await goInside(page, "/leads");
  await bar(page).getByText("25 sample leads and 2 sample rules").waitFor();
  const restoreRemoval = await refuse(page, "**/api/sample-leads", problem, "DELETE");
  await bar(page).getByRole("button", { name: "Remove sample leads" }).click();
  await notice(page, "Failed to remove sample leads").waitFor();
  await restoreRemoval();
  await bar(page).getByRole("button", { name: "Remove sample leads" }).click();
  await notice(page, "Sample leads removed").waitFor();
  await page.getByText("No leads found matching your criteria").waitFor();
  await bar(page).waitFor({ state: "detached" });
  const rules = (await stage.api("GET", "/rules")) as { scoreWeight: number }[];
  expect(rules.map(({ scoreWeight }) => scoreWeight)).toEqual([30]);

  await trySample(page).click();
  await table(page).getByRole("link", { name: "Olivia Grant" }).waitFor();
});

it("leads from a file import to the first scored lead", async () => {
  const page = await stage.open("/");
  await receivesEvents(page);
  await section(page, "Getting started").getByRole("link", { name: /^File/ }).click();
  await page
    .getByLabel("File to import")
    .setInputFiles({ name: "fair.csv", mimeType: "text/csv", buffer: Buffer.from(FILE) });
  await page.getByRole("button", { name: "Import leads" }).click();
  await page.getByRole("dialog").getByText("Imported", { exact: true }).first().waitFor();
  await page.getByRole("dialog").getByRole("link", { name: "Start from a template" }).waitFor();
  await page.keyboard.press("Escape");
  await goInside(page, "/");
  await section(page, "Getting started").locator("[aria-current=step]").getByText("Create a rule").waitFor();
  await goInside(page, "/rules");
  await page.getByRole("button", { name: "Create first rule" }).click();
  const form = page.getByRole("dialog", { name: "Create rule" });
  await form.getByLabel("Name").fill("Intent");
  await form.getByLabel("Keywords").fill("demo");
  await form.getByLabel("Weight").fill("40");
  await form.getByRole("button", { name: "Create rule" }).click();
  await expect
    .poll(async () => {
      const [lead] = (await stage.api("GET", "/leads")) as { score: number; status: string }[];
      return [lead?.score, lead?.status];
    })
    .toEqual([40, "qualified"]);
  await form.waitFor({ state: "detached" });
  await goInside(page, "/");
  await page.getByText("Ada Lovelace").first().waitFor();
});

it("fits a phone without accessibility violations before and after, in either theme", async () => {
  const page = await stage.open("/", PHONE);
  await trySample(page).waitFor();
  expect(await axeFindingsInBothThemes(page)).toEqual([]);
  await trySample(page).tap();
  await bar(page).waitFor();
  await expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth)).toBe(PHONE.width);
  expect(await axeFindingsInBothThemes(page)).toEqual([]);
});
