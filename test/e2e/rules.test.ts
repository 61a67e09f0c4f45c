import { randomUUID } from "node:crypto";
import { readFile } from "node:fs/promises";
import type { Locator, Page } from "playwright-core";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import type { ProgressEvent } from "#shared/contract/event.ts";
import type { Lead } from "#shared/contract/leads/lead.ts";
import { DEFAULT_RULE, type Rule } from "#shared/contract/rule.ts";
import { answer, hold, refuse, sentBodies, retry } from "#test/e2e/answers.ts";
import { axeFindings } from "#test/e2e/axe-findings.ts";
import { goInside, NOWHERE, openStage, receivesEvents, type Stage } from "#test/e2e/stage.ts";

let stage: Stage;

beforeAll(async () => {
  stage = await openStage();
});
afterAll(() => stage.close());
beforeEach(async () => {
  for (const { id } of await rules()) await stage.api("DELETE", `/rules/${id}`);
});
afterEach(() => expect(stage.pageErrors).toEqual([]));

const rules = async (): Promise<Rule[]> => (await stage.api("GET", "/rules")) as Rule[];
const addRule = async (rule: Partial<Rule> = {}): Promise<Rule> =>
  (await stage.api("POST", "/rules", {
    name: "Ready to buy",
    keywords: ["pricing", "demo"],
    scoreWeight: 20,
    ...rule,
  })) as Rule;

const notice = (page: Page, text: string): Locator =>
  page.getByRole("region", { name: "Notices" }).getByText(text, { exact: true });
const dialog = (page: Page): Locator => page.getByRole("dialog");
const row = (page: Page, name: string): Locator => page.getByRole("row").filter({ hasText: name });
const heading = (page: Page): Locator => page.getByRole("heading", { name: /^Active Rules/ });
const focused = (page: Page): Promise<string | null> =>
  page.evaluate(() => document.activeElement?.getAttribute("aria-label") ?? document.activeElement?.id ?? null);

async function fill(page: Page, { name, keywords, weight }: { name?: string; keywords?: string; weight?: string }) {
  if (name !== undefined) await dialog(page).getByLabel("Name").fill(name);
  if (keywords !== undefined) await dialog(page).getByLabel("Keywords").fill(keywords);
  if (weight !== undefined) await dialog(page).getByLabel("Weight").fill(weight);
}

describe("the list", () => {
  it("is empty at first, then shows the rules that others add and change, and counts the active ones", async () => {
    const page = await stage.visit("/rules");
    await page.getByText("No rules configured yet").waitFor();
    expect(await heading(page).innerText()).toBe("Active Rules (0)");
    await page.getByRole("button", { name: "Create first rule" }).click();
    await page.getByRole("dialog", { name: "Create rule" }).waitFor();
    await page.keyboard.press("Escape");
    await dialog(page).waitFor({ state: "detached" });
    await receivesEvents(page);

    const { id } = await addRule();
    await addRule({
      name: "Urgency",
      keywords: Array.from({ length: 12 }, (_, at) => `keyword ${at}`),
      isActive: false,
    });
    await row(page, "Urgency").waitFor();
    await expect.poll(() => heading(page).innerText()).toBe("Active Rules (1)");
    await page.getByText("1 more rule is inactive.").waitFor();
    expect((await row(page, "Ready to buy").innerText()).split(/\s*[\n\t]\s*/)).toEqual(
      expect.arrayContaining(["Ready to buy", "Active", "20", "pricing", "demo"]),
    );
    expect(await row(page, "Urgency").getByText("Inactive").count()).toBe(1);
    expect(await page.getByText("keyword 7").count()).toBe(1);
    expect(await page.getByText("keyword 8").count()).toBe(0);
    await page.getByRole("button", { name: "+4 more" }).click();
    await page.getByText("keyword 11").waitFor();
    await page.getByRole("button", { name: "Show fewer" }).click();
    expect(await page.getByText("keyword 11").count()).toBe(0);

    await stage.api("PATCH", `/rules/${id}`, { name: "Renamed elsewhere" });
    await row(page, "Renamed elsewhere").waitFor();
  });

  it("shows a skeleton while loading, then why loading failed, and retries; the help states the threshold", async () => {
    await addRule();
    const page = await stage.open(NOWHERE);
    const problem = { status: 503, detail: "The store is being moved." };
    const relents = [await refuse(page, "**/api/rules", problem), await refuse(page, "**/api/settings", problem)];
    const release = await hold(page, "**/api/rules");
    await goInside(page, "/rules");
    await page.getByText("Loading the rules").waitFor({ state: "attached" });
    expect(await page.locator("tbody tr").count()).toBe(4);
    release();
    await page.getByText("Couldn't load rules").waitFor();
    await page.getByText("The store is being moved.").waitFor();
    await page.getByText("Leads that reach the threshold are automatically qualified.").waitFor();
    await retry(page.getByRole("button", { name: "Try again" }), ...relents);
    await row(page, "Ready to buy").waitFor();
    await stage.api("PUT", "/settings", { qualificationThreshold: 45 });
    await page.getByText("Leads with a score of 45 or more are automatically qualified.").waitFor();
    await stage.api("PUT", "/settings", { qualificationThreshold: 30 });
  });
});

describe("editing a rule in two tabs", () => {
  it("keeps both changes or takes the other one, but overwrites nothing silently", async () => {
    const { id } = await addRule();
    const first = await stage.visit(`/rules?edit=${id}`);
    const second = await first.context().newPage();
    await second.goto(`/rules?edit=${id}`);
    await second.getByRole("dialog").waitFor();
    await fill(first, { name: "Named in the first tab" });
    await fill(second, { weight: "35" });
    await dialog(first).getByRole("button", { name: "Save changes" }).click();

    // Fields that this tab hasn't edited follow the other one.
    await expect.poll(() => dialog(second).getByLabel("Name").inputValue()).toBe("Named in the first tab");
    const question = dialog(second).getByText("Someone else changed this rule while you were editing.");
    expect(await question.count()).toBe(0);

    await row(first, "Named in the first tab").getByRole("button", { name: "Edit" }).click();
    await fill(first, { weight: "50" });
    await dialog(first).getByRole("button", { name: "Save changes" }).click();
    await question.waitFor();
    await dialog(second).getByText("Weight: 50").waitFor();
    expect(await dialog(second).getByLabel("Weight").inputValue()).toBe("35");
    await dialog(second).getByRole("button", { name: "Keep mine" }).click();
    await question.waitFor({ state: "detached" });
    await dialog(second).getByRole("button", { name: "Save changes" }).click();
    await row(second, "Named in the first tab").getByText("35").waitFor();

    await row(second, "Named in the first tab").getByRole("button", { name: "Edit" }).click();
    await fill(second, { weight: "1" });
    await stage.api("PATCH", `/rules/${id}`, { scoreWeight: 60 });
    await question.waitFor();
    await dialog(second).getByRole("button", { name: "Use theirs" }).click();
    expect(await dialog(second).getByLabel("Weight").inputValue()).toBe("60");
  });

  it("asks after the server refused what the page hadn't heard of", async () => {
    const { id } = await addRule();
    const page = await stage.visit(`/rules?edit=${id}`);
    await fill(page, { weight: "35" });
    // The page hears of changes late.
    const release = await hold(page, "**/api/rules");
    await stage.api("PATCH", `/rules/${id}`, { scoreWeight: 50 });
    await dialog(page).getByRole("button", { name: "Save changes" }).click();
    await notice(page, "Failed to update rule").waitFor();
    expect(await rules()).toMatchObject([{ scoreWeight: 50 }]);
    release();
    await dialog(page).getByText("You changed this rule while you were editing.").waitFor();
    await dialog(page).getByRole("button", { name: "Keep mine" }).click();
    await dialog(page).getByRole("button", { name: "Save changes" }).click();
    await notice(page, "Rule updated successfully").waitFor();
    expect(await rules()).toMatchObject([{ scoreWeight: 35 }]);
  });
});

describe("creating a rule", () => {
  it("starts with the defaults, reports mistakes at their fields, saves, closes, and starts over", async () => {
    await addRule({ name: "The first" });
    const page = await stage.visit("/rules");
    await page.getByRole("button", { name: "Create rule" }).click();
    const blank = async (): Promise<unknown> => ({
      name: await dialog(page).getByLabel("Name").inputValue(),
      keywords: await dialog(page).getByLabel("Keywords").inputValue(),
      weight: await dialog(page).getByLabel("Weight").inputValue(),
      active: await dialog(page).getByLabel("Active").isChecked(),
    });
    const create = (): Promise<void> => dialog(page).getByRole("button", { name: "Create rule" }).click();
    await dialog(page).waitFor();
    expect(await blank()).toEqual({ name: "", keywords: "", weight: "10", active: true });

    const sent = sentBodies(page, "POST", /^\/api\/rules$/);
    const invalid = dialog(page).locator("[aria-invalid=true]");
    await fill(page, { name: " Budget ", keywords: " , ,", weight: "2.5" });
    await create();
    await dialog(page).getByRole("alert").getByText("Keywords are required", { exact: true }).waitFor();
    await dialog(page).getByRole("alert").getByText("Weight must be a whole number", { exact: true }).waitFor();
    expect(await invalid.count()).toBe(2);
    await expect.poll(() => invalid.first().evaluate((element) => element === document.activeElement)).toBe(true);
    await fill(page, { keywords: "budget*, request a demo,, budget*, ", weight: "25" });
    await expect.poll(() => invalid.count()).toBe(0);
    expect(sent).toEqual([]);

    const errors = [{ field: "keywords", message: "Too many in all." }];
    const relent = await refuse(page, "**/api/rules", { status: 422, detail: "keywords: too many", errors }, "POST");
    await create();
    await notice(page, "Failed to create rule").waitFor();
    await dialog(page).getByText("Too many in all.").waitFor();
    expect(await dialog(page).getByLabel("Keywords").inputValue()).toBe("budget*, request a demo,, budget*, ");
    expect(await rules()).toHaveLength(1);
    await relent();

    await create();
    await notice(page, "Rule created successfully").waitFor();
    await dialog(page).waitFor({ state: "detached" });
    const saved = { ...DEFAULT_RULE, name: "Budget", keywords: ["budget*", "request a demo"], scoreWeight: 25 };
    expect(sent).toEqual([saved, saved]);
    await row(page, "Budget").waitFor();
    expect(await heading(page).innerText()).toBe("Active Rules (2)");

    await page.getByRole("button", { name: "Create rule" }).click();
    await dialog(page).waitFor();
    expect(await blank()).toEqual({ name: "", keywords: "", weight: "10", active: true });
  });
});

describe("editing a rule", () => {
  it("closes without asking, keeps unsaved input and the focus, and reports a failed save", async () => {
    await addRule();
    const page = await stage.visit("/rules");
    const edit = page.getByRole("button", { name: "Edit Ready to buy" });
    const closed = async (): Promise<void> => {
      await dialog(page).waitFor({ state: "detached" });
      await expect.poll(() => focused(page)).toBe("Edit Ready to buy");
    };
    await edit.click();
    await page.getByRole("dialog", { name: "Edit rule" }).waitFor();
    expect(await dialog(page).getByLabel("Name").inputValue()).toBe("Ready to buy");
    expect(await dialog(page).getByLabel("Keywords").inputValue()).toBe("pricing, demo");
    expect(await dialog(page).getByLabel("Weight").inputValue()).toBe("20");
    await page.goBack();
    await closed();
    await page.goForward();
    await dialog(page).getByRole("button", { name: "Close" }).click();
    await dialog(page).waitFor({ state: "detached" });
    expect(await page.getByRole("alertdialog").count()).toBe(0);

    await edit.click();
    await fill(page, { name: "Half typed" });
    for (const leave of [() => page.keyboard.press("Escape"), () => page.goBack()]) {
      await leave();
      await closed();
      await edit.click();
      await page.getByText("Your unsaved changes were restored.").waitFor();
    }
    await page.reload();
    await expect.poll(() => dialog(page).getByLabel("Name").inputValue()).toBe("Half typed");
    // Enter must not discard them.
    const hasFocus = (): Promise<boolean> =>
      dialog(page)
        .getByLabel("Name")
        .evaluate((field) => field === document.activeElement);
    await expect.poll(hasFocus).toBe(true);
    await dialog(page).getByRole("button", { name: "Discard changes" }).click();
    await expect.poll(() => dialog(page).getByLabel("Name").inputValue()).toBe("Ready to buy");

    const problem = { status: 500, detail: "The disk is full." };
    const relent = await refuse(page, /\/api\/rules\/\d+$/, problem, "PATCH");
    await fill(page, { name: "Nearly ready", weight: "7" });
    await dialog(page).getByLabel("Active").uncheck();
    await dialog(page).getByRole("button", { name: "Save changes" }).click();
    await notice(page, "Failed to update rule").waitFor();
    await notice(page, "The disk is full.").waitFor();
    // The dialog hides the table from roles.
    expect(await page.locator("table").getByText("Ready to buy", { exact: true }).count()).toBeGreaterThan(0);
    await relent();
    await dialog(page).getByRole("button", { name: "Save changes" }).click();
    await notice(page, "Rule updated successfully").waitFor();
    await dialog(page).waitFor({ state: "detached" });
    expect(page.url()).toBe(`${stage.server.url}/rules`);
    await row(page, "Nearly ready").getByText("Inactive").waitFor();
    expect(await rules()).toMatchObject([{ name: "Nearly ready", scoreWeight: 7, isActive: false }]);
    await page.getByRole("button", { name: "Edit Nearly ready" }).click();
    await dialog(page).getByRole("button", { name: "Cancel" }).click();
    await dialog(page).waitFor({ state: "detached" });
  });

  it("reports a link to a deleted rule, and keeps the input when someone else deletes the rule", async () => {
    const { id } = await addRule();
    const page = await stage.visit("/rules?edit=999999");
    await notice(page, "Item not found").waitFor();
    await row(page, "Ready to buy").waitFor();
    await dialog(page).waitFor({ state: "detached" });
    await expect.poll(() => new URL(page.url()).search).toBe("");

    await page.getByRole("button", { name: "Edit Ready to buy" }).click();
    await fill(page, { name: "Ready to buy now" });
    await receivesEvents(page);
    await stage.api("DELETE", `/rules/${id}`);
    await page.getByText("No rules configured yet").waitFor();
    expect(await dialog(page).getByLabel("Name").inputValue()).toBe("Ready to buy now");
    await dialog(page).getByRole("button", { name: "Save changes" }).click();
    await notice(page, "Failed to update rule").waitFor();
    await dialog(page).waitFor();
  });

  it("keeps the list when the form's code fails to load, and retries on the next click", async () => {
    await addRule();
    const page = await stage.open(NOWHERE);
    await page.route("**/assets/rule-dialog-*.js*", (route) => route.abort());
    await page.getByRole("link", { name: "Rules & Keywords", exact: true }).click();
    await page.getByRole("button", { name: "Edit Ready to buy" }).click();
    await notice(page, "The rule form couldn't be loaded").waitFor();
    await row(page, "Ready to buy").waitFor();
    await page.unroute("**/assets/rule-dialog-*.js*");
    await page.getByRole("button", { name: "Edit Ready to buy" }).click();
    await dialog(page).getByLabel("Name").waitFor();
  });
});

describe("in the list, a rule", () => {
  it("is switched off before the server answers, sending only that, and rolls back when the server refuses", async () => {
    await addRule();
    const page = await stage.visit("/rules");
    const active = page.getByRole("switch", { name: "Ready to buy is active" });
    await active.waitFor();
    const sent = sentBodies(page, "PATCH", /^\/api\/rules\/\d+$/);
    const release = await hold(page, /\/api\/rules\/\d+$/, "PATCH");
    await active.click();
    await expect.poll(() => heading(page).innerText()).toBe("Active Rules (0)");
    await row(page, "Ready to buy").getByText("Inactive").waitFor();
    expect((await rules())[0]?.isActive).toBe(true);
    release();
    await notice(page, "Rule updated successfully").waitFor();
    expect(sent).toEqual([{ isActive: false }]);
    expect((await rules())[0]?.isActive).toBe(false);

    await refuse(page, /\/api\/rules\/\d+$/, { status: 503, detail: "Try later." }, "PATCH");
    await active.click();
    await notice(page, "Failed to update rule").waitFor();
    await expect.poll(() => active.isChecked()).toBe(false);
  });

  it("is deleted with its points after a confirmation, and restored when the server refuses", async () => {
    await stage.api("POST", "/leads", { name: "Ann", email: "ann@rules.example", notes: "Asked about pricing" });
    await addRule({ scoreWeight: 40 });
    const lead = async (): Promise<unknown> => stage.api("GET", "/leads?search=ann@rules.example");
    await expect.poll(lead).toMatchObject([{ score: 40, status: "qualified" }]);
    const page = await stage.visit("/rules");
    const remove = page.getByRole("button", { name: "Delete Ready to buy" });
    await remove.click();
    const question = page.getByRole("alertdialog", { name: "Delete this rule?" });
    await question.getByText(/All leads are rescored without/).waitFor();
    expect(await axeFindings(page)).toEqual([]);
    await question.getByRole("button", { name: "Cancel" }).click();
    await question.waitFor({ state: "detached" });
    await expect.poll(() => focused(page)).toBe("Delete Ready to buy");
    expect(await rules()).toHaveLength(1);

    const relent = await refuse(page, /\/api\/rules\/\d+$/, { status: 500, detail: "The disk is full." }, "DELETE");
    await remove.click();
    await page.getByRole("button", { name: "Delete rule" }).click();
    await notice(page, "Failed to delete rule").waitFor();
    await row(page, "Ready to buy").waitFor();
    await relent();
    await remove.click();
    await page.getByRole("button", { name: "Delete rule" }).click();
    await notice(page, "Rule deleted successfully").waitFor();
    await page.getByText("No rules configured yet").waitFor();
    await expect.poll(lead).toMatchObject([{ score: 0, status: "pending" }]);
  });
});

describe("the preview of a rule", () => {
  const panel = (page: Page): Locator => page.getByRole("region", { name: "Preview" });

  it("updates while typing, with every option, and again after the server rejects a keyword", async () => {
    for (const [name, notes] of [
      ["Ada", "A zeppelin for 50k"],
      ["Bo", "Two zeppelins"],
    ]) {
      await stage.api("POST", "/leads", { name, email: `${name}@zeppelin.example`, company: "Airships", notes });
    }
    await addRule({ name: "Airships", keywords: ["zeppelin"], scoreWeight: 20, note: "They fly" });
    const page = await stage.visit("/rules");
    const readingAhead = page.waitForRequest(
      (request) => request.url().endsWith("/api/what-if") && request.postData() === "{}",
    );
    await page.getByRole("button", { name: "Create rule" }).click();
    await readingAhead;
    await fill(page, { name: "Wants one", keywords: "zeppelin*", weight: "15" });
    await panel(page)
      .getByText(/^2 of \d+ leads become qualified\.$/u)
      .waitFor();
    const item = panel(page).getByRole("listitem").filter({ hasText: "Ada" });
    await expect
      .poll(async () => (await item.innerText()).replace(/\s+/gu, " "))
      .toBe("Ada (opens in a new tab) Airships Score 20 to 35 Pending to Qualified");
    expect(await item.getByRole("link").getAttribute("target")).toBe("_blank");
    await panel(page).getByRole("button", { name: "Show as table" }).click();
    await panel(page).getByRole("row", { name: "20–29 2 0" }).waitFor();

    await dialog(page).getByRole("button", { name: "More options" }).click();
    await dialog(page).getByRole("radio", { name: "Regular expression" }).check();
    await fill(page, { keywords: "\\d{2,3}k\n(?=no)" });
    await dialog(page)
      .getByText(/^\(\?=no\): .*lookahead/u)
      .waitFor();
    expect(await dialog(page).getByLabel("Keywords", { exact: true }).getAttribute("aria-invalid")).toBe("true");
    expect(await axeFindings(page)).toEqual([]);
    await fill(page, { keywords: "\\d{2,3}k" });
    await dialog(page).getByRole("radio", { name: "Selected fields" }).check({ force: true });
    await panel(page).getByText("Select at least one field, or search everywhere", { exact: false }).waitFor();
    await dialog(page).getByRole("checkbox", { name: "Notes" }).check();
    await panel(page)
      .getByText(/^1 of \d+ leads becomes qualified\.$/u)
      .waitFor();
    await dialog(page).getByRole("radio", { name: "Subtract" }).check({ force: true });
    await panel(page)
      .getByText(/^1 of \d+ scores changes; no statuses do\.$/u)
      .waitFor();
    await dialog(page).getByRole("button", { name: "Create rule" }).click();
    await notice(page, "Rule created successfully").waitFor();
    const made = row(page, "Wants one");
    await made.getByText("regular expression · in notes").waitFor();
    await made.getByText("−15").waitFor();
    expect((await rules())[1]).toMatchObject({
      keywords: ["\\d{2,3}k"],
      scoreWeight: -15,
      mode: "regex",
      fields: ["notes"],
    });

    await stage.api("POST", "/rules", { name: "Airships too", keywords: ["zeppelins"] });
    await page.getByText("1 warning: 1 overlaps.").waitFor();
    await row(page, "Airships too").getByRole("button", { name: "Overlaps" }).click();
    await page
      .getByRole("dialog")
      .getByText(/get points from both/u)
      .waitFor();
    await page.keyboard.press("Escape");
    // It has the same text as the dialog opened next.
    await page.getByRole("dialog").waitFor({ state: "detached" });
    await page.getByRole("button", { name: "Edit Airships too" }).click();
    await dialog(page)
      .getByText(/get points from both/u)
      .waitFor();
  });

  it("covers several rules at once, survives a reload, and is saved and undone as one action", async () => {
    await addRule();
    await addRule({ name: "Urgency", keywords: ["urgent"], scoreWeight: 5 });
    const page = await stage.visit("/rules");
    await page.getByRole("button", { name: "Try changes" }).click();
    await page.getByLabel("Weight of Ready to buy").fill("");
    await page.getByText("Weight must be at least 1, or negative to subtract points").waitFor();
    expect(await page.getByRole("button", { name: "Save all" }).isDisabled()).toBe(true);
    await page.getByLabel("Weight of Ready to buy").fill("-30");
    await page.getByRole("button", { name: "Delete Urgency" }).click();
    await page.getByRole("button", { name: "Add rule" }).click();
    await page.getByLabel("Name of the new rule").fill("Airships");
    await page.getByLabel("Keywords of Airships").fill("zeppelin");
    await page.getByLabel("Qualification threshold").fill("10");
    await panel(page)
      .getByText(/^\d+ of \d+ (?:leads|scores) change/u)
      .waitFor();
    // Dimmed while it is counted again.
    await expect.poll(() => panel(page).getAttribute("aria-busy")).toBe("false");
    expect(await axeFindings(page)).toEqual([]);

    await page.reload();
    expect(await page.getByLabel("Weight of Ready to buy").inputValue()).toBe("-30");
    expect(await page.getByLabel("Keywords of Airships").inputValue()).toBe("zeppelin");
    await page.getByRole("link", { name: "Dashboard", exact: true }).click();
    await page.getByRole("heading", { name: "Dashboard", level: 1 }).waitFor();
    await page.goBack();
    expect(await page.getByLabel("Keywords of Airships").inputValue()).toBe("zeppelin");
    expect(await rules()).toHaveLength(2);

    await page.getByRole("button", { name: "Save all" }).click();
    // Hovering keeps the notice open until Undo.
    await notice(page, "Rules saved successfully").hover();
    await row(page, "Airships").waitFor();
    expect(await rules()).toMatchObject([
      { name: "Ready to buy", scoreWeight: -30 },
      { name: "Airships", keywords: ["zeppelin"], scoreWeight: 10 },
    ]);
    await page.getByText("Leads with a score of 10 or more are automatically qualified.").waitFor();
    await page.getByRole("region", { name: "Notices" }).getByRole("button", { name: "Undo" }).last().click();
    await row(page, "Urgency").waitFor();
    await page.getByText("Leads with a score of 30 or more are automatically qualified.").waitFor();
  });

  it("is shown before importing a file of rules, in the format rules are exported in", async () => {
    await addRule();
    const page = await stage.visit("/rules");
    await page.getByRole("button", { name: "More actions" }).click();
    const downloading = page.waitForEvent("download");
    await page.getByRole("menuitem", { name: "Export rules" }).click();
    const download = await downloading;
    expect(download.suggestedFilename()).toMatch(/^winnow-rules-\d{4}-\d\d-\d\d\.json$/u);
    const exported: unknown = JSON.parse(await readFile(await download.path(), "utf8"));
    const same = { ...DEFAULT_RULE, name: "Ready to buy", keywords: ["pricing", "demo"], scoreWeight: 20 };
    expect(exported).toEqual({ winnowRules: 1, rules: [same] });

    await page.getByRole("button", { name: "More actions" }).click();
    await page.getByRole("menuitem", { name: "Import rules" }).click();
    const choose = (given: unknown[]): Promise<void> =>
      page.getByLabel("Rules file").setInputFiles({
        name: "rules.json",
        mimeType: "application/json",
        buffer: Buffer.from(JSON.stringify({ winnowRules: 1, rules: given })),
      });
    await choose([{ name: "Heavy", keywords: ["x"], scoreWeight: 500 }]);
    await dialog(page).getByText("Rule 1, “Heavy”: Weight must be at most 100").waitFor();
    await choose([same]);
    await panel(page).getByText("No changes. You already have all rules in this file.").waitFor();
    expect(await dialog(page).getByRole("button", { name: "Import rules" }).isDisabled()).toBe(true);
    await choose([{ name: "Airships", keywords: ["zeppelin"], scoreWeight: 40 }]);
    await dialog(page).getByText("1 added").waitFor();
    await dialog(page).getByLabel("Replace all").check();
    await dialog(page).getByText("1 deleted").waitFor();
    await panel(page)
      .getByText(/^\d+ of \d+ (?:leads|scores) change/u)
      .waitFor();
    await dialog(page).getByRole("button", { name: "Import rules" }).click();
    await notice(page, "Rules imported successfully").waitFor();
    await dialog(page).waitFor({ state: "detached" });
    expect((await rules()).map(({ name }) => name)).toEqual(["Airships"]);
    await page.getByRole("region", { name: "Notices" }).getByRole("button", { name: "Undo" }).last().click();
    await row(page, "Ready to buy").waitFor();
    await expect.poll(async () => (await rules()).map(({ name }) => name)).toEqual(["Ready to buy"]);
  });
});

describe("a template", () => {
  it("previews its rules, and adds and removes them as one action", async () => {
    await stage.api("POST", "/leads", {
      name: "Cleo",
      email: `cleo@${randomUUID()}.example`,
      notes: "Could you send us a proposal for a redesign of our website?",
    });
    const page = await stage.visit("/rules");
    await page.getByRole("link", { name: "Start from a template" }).click();
    await dialog(page)
      .getByRole("radio", { name: /^Agency/ })
      .check();
    await dialog(page)
      .getByText(/^[1-9]\d* of \d+ leads? would reach the threshold\.$/u)
      .waitFor();
    expect(await axeFindings(page)).toEqual([]);
    await dialog(page)
      .getByRole("button", { name: /^Add \d rules$/ })
      .click();
    await dialog(page).waitFor({ state: "detached" });
    await row(page, "Wants to hire").waitFor();
    expect(new URL(page.url()).search).toBe("");
    await page.getByRole("region", { name: "Notices" }).getByRole("button", { name: "Undo" }).click();
    await page.getByText("No rules configured yet").waitFor();
    await expect.poll(rules).toEqual([]);
  });
});

it("notes while typing that no lead qualifies, and offers a weight with which some do", async () => {
  const word = `gondola${randomUUID().slice(0, 8)}`;
  for (const name of ["Dan", "Eve"]) {
    await stage.api("POST", "/leads", { name, email: `${name}@${randomUUID()}.example`, notes: `Two ${word}` });
  }
  const page = await stage.visit("/rules?new");
  await fill(page, { name: "Boats", keywords: `${word}, rowboat, canoe, kayak` });
  const note = dialog(page).getByText(/^0 of \d+ leads reach the threshold \(30\) with this rule\./u);
  await note.getByText("With weight 30, 2 would.", { exact: false }).waitFor();
  await dialog(page).getByRole("button", { name: "Use weight 30" }).click();
  await note.waitFor({ state: "detached" });
  expect(await dialog(page).getByLabel("Weight").inputValue()).toBe("30");
  await fill(page, { keywords: "an unheard-of word" });
  await note.waitFor();
  expect(
    await dialog(page)
      .getByRole("button", { name: /^Use weight/ })
      .count(),
  ).toBe(0);
});

describe("learning from decisions", () => {
  it("shows how many decisions are missing, then results with a suggestion to preview or dismiss", async () => {
    await addRule();
    const page = await stage.visit("/rules");
    const card = page.getByRole("region", { name: "Insights from decisions" });
    await card.getByText("0 of 50 decisions").waitFor();
    await receivesEvents(page);

    // Leads that mention pallets, which no rule covers, are approved and the others rejected.
    const decided = [
      ["Ann", "We need pallets", "approved"],
      ["Bo", "We wonder about your demo", "rejected"],
    ] as const;
    await stage.addSheet("Decided", [
      ["Name", "Email", "Notes"],
      ...decided.flatMap(([name, notes]) =>
        Array.from({ length: 25 }, (_, at) => [`${name} ${at}`, `info@${name}${at}.example`, notes]),
      ),
    ]);
    await stage.api("POST", "/sync-leads");
    const leads = (await stage.api("GET", "/leads?source=google_sheets&limit=100")) as Lead[];
    for (const [name, _notes, status] of decided) {
      const ids = leads.filter((lead) => lead.name.startsWith(`${name} `)).map(({ id }) => id);
      await stage.api("POST", "/leads/bulk-status", { selection: { ids }, status });
    }
    const suggestion = card
      .getByRole("region", { name: "Suggestions" })
      .getByRole("listitem")
      .filter({ hasText: "“pallets”" });
    await card.getByText("How this works").click();
    await card.getByText("25 decided leads mention “pallets”", { exact: false }).waitFor();
    await card.getByText("Based on 50 decisions: 25 approved or qualified, 25 rejected.").waitFor();
    await card.getByRole("row", { name: /Ready to buy 25 \(50%\) 0% \(0 to 13%\) 0.0×/ }).waitFor();
    expect(await axeFindings(page)).toEqual([]);

    await suggestion.getByRole("button", { name: /^Dismiss/ }).click();
    await suggestion.waitFor({ state: "detached" });
    await page.getByRole("region", { name: "Notices" }).getByRole("button", { name: "Undo" }).last().click();
    await suggestion.waitFor();
    await suggestion.getByRole("button", { name: /^Preview/ }).click();
    await page.waitForURL(/\/rules\?try$/u);
    // A preview changes nothing.
    expect(await rules()).toHaveLength(1);
  });
});

it("shows the progress of rescoring until the server stops reporting it", async () => {
  await addRule();
  const page = await stage.open("about:blank");
  // Simulated, as few leads report no progress and many take long.
  const event: ProgressEvent = {
    work: "rescore",
    label: "Rescoring leads",
    done: 4_000,
    total: 6_000,
    finished: false,
  };
  const body = `retry: 1000\nevent: progress\ndata: ${JSON.stringify(event)}\n\n`;
  const restore = await answer(page, "**/api/events?*", () => ({ contentType: "text/event-stream", body }));
  await page.goto("/rules");
  const progress = page.getByRole("progressbar", { name: "Rescoring leads" });
  await progress.waitFor();
  await page.getByText("4,000 of 6,000").waitFor();
  await restore();
  await progress.waitFor({ state: "detached" });
});
