import { readFile } from "node:fs/promises";
import type { Locator, Page } from "playwright-core";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import type { ProgressEvent } from "#shared/contract/event.ts";
import { DEFAULT_RULE, type Rule } from "#shared/contract/rule.ts";
import { hold, refuse, sentBodies } from "#test/e2e/answers.ts";
import { axeFindings } from "#test/e2e/axe-findings.ts";
import { openStage, type Stage } from "#test/e2e/stage.ts";

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

/** A page that has not yet asked for rules, so that its calls can be caught. */
const elsewhere = (): Promise<Page> => stage.open("/nowhere");

async function fill(page: Page, { name, keywords, weight }: { name?: string; keywords?: string; weight?: string }) {
  if (name !== undefined) await dialog(page).getByLabel("Name").fill(name);
  if (keywords !== undefined) await dialog(page).getByLabel("Keywords").fill(keywords);
  if (weight !== undefined) await dialog(page).getByLabel("Weight").fill(weight);
}

describe("the list", () => {
  it("is empty at first and offers the one next step", async () => {
    const page = await stage.open("/rules");
    await page.getByText("No rules configured yet").waitFor();
    expect(await heading(page).innerText()).toBe("Active Rules (0)");
    await page.getByRole("button", { name: "Create First Rule" }).click();
    await page.getByRole("dialog", { name: "Create Rule" }).waitFor();
  });

  it("shows each rule and counts the active ones", async () => {
    await addRule();
    await addRule({ name: "Urgency", keywords: ["urgent"], scoreWeight: 5, isActive: false });
    const page = await stage.open("/rules");
    await row(page, "Urgency").waitFor();
    expect(await heading(page).innerText()).toBe("Active Rules (1)");
    await page.getByText("1 more is inactive and adds no points.").waitFor();
    expect((await row(page, "Ready to buy").innerText()).split(/\s*[\n\t]\s*/)).toEqual(
      expect.arrayContaining(["Ready to buy", "Active", "20", "pricing", "demo"]),
    );
    expect(await row(page, "Urgency").getByText("Inactive").count()).toBe(1);
  });

  it("opens a long list of keywords in place", async () => {
    await addRule({ keywords: Array.from({ length: 12 }, (_, at) => `keyword ${at}`) });
    const page = await stage.open("/rules");
    await page.getByText("keyword 7").waitFor();
    expect(await page.getByText("keyword 8").count()).toBe(0);
    await page.getByRole("button", { name: "+4 more" }).click();
    await page.getByText("keyword 11").waitFor();
    await page.getByRole("button", { name: "Show fewer" }).click();
    expect(await page.getByText("keyword 11").count()).toBe(0);
  });

  it("says that it is loading, in the shape of what will come", async () => {
    await addRule();
    const page = await elsewhere();
    const release = await hold(page, "**/api/rules");
    await page.goto("/rules");
    await page.getByText("Loading the rules").waitFor({ state: "attached" });
    expect(await page.locator("tbody tr").count()).toBe(4);
    release();
    await row(page, "Ready to buy").waitFor();
  });

  it("says why it could not be loaded, and tries again", async () => {
    await addRule();
    const page = await elsewhere();
    const relent = await refuse(page, "**/api/rules", { status: 503, detail: "The store is being moved." });
    await page.goto("/rules");
    await page.getByText("The rules could not be loaded").waitFor();
    await page.getByText("The store is being moved.").waitFor();
    await relent();
    await page.getByRole("button", { name: "Try again" }).click();
    await row(page, "Ready to buy").waitFor();
  });

  it("follows what someone else changes", async () => {
    const { id } = await addRule();
    const page = await stage.open("/rules");
    await row(page, "Ready to buy").waitFor();
    await stage.api("PATCH", `/rules/${id}`, { name: "Renamed elsewhere" });
    await row(page, "Renamed elsewhere").waitFor();
  });
});

describe("creating a rule", () => {
  it("opens blank with the defaults, saves, closes, and opens blank again", async () => {
    await addRule({ name: "The first" });
    const page = await stage.open("/rules");
    await page.getByRole("button", { name: "Create Rule" }).click();
    const blank = async (): Promise<unknown> => ({
      name: await dialog(page).getByLabel("Name").inputValue(),
      keywords: await dialog(page).getByLabel("Keywords").inputValue(),
      weight: await dialog(page).getByLabel("Weight").inputValue(),
      active: await dialog(page).getByLabel("Active").isChecked(),
    });
    await dialog(page).waitFor();
    expect(await blank()).toEqual({ name: "", keywords: "", weight: "10", active: true });

    const sent = sentBodies(page, "POST", /^\/api\/rules$/);
    await fill(page, { name: " Budget ", keywords: "budget*, request a demo,, budget*, ", weight: "25" });
    await dialog(page).getByRole("button", { name: "Create Rule" }).click();
    await notice(page, "Rule created successfully").waitFor();
    await dialog(page).waitFor({ state: "detached" });
    expect(sent).toEqual([
      { ...DEFAULT_RULE, name: "Budget", keywords: ["budget*", "request a demo"], scoreWeight: 25 },
    ]);
    await row(page, "Budget").waitFor();
    expect(await heading(page).innerText()).toBe("Active Rules (2)");

    await page.getByRole("button", { name: "Create Rule" }).click();
    await dialog(page).waitFor();
    expect(await blank()).toEqual({ name: "", keywords: "", weight: "10", active: true });
  });

  it("refuses what is wrong at its field, without a call", async () => {
    const right = { name: "Budget", keywords: "budget", weight: "10" };
    const page = await stage.open("/rules?new");
    const sent = sentBodies(page, "POST", /^\/api\/rules$/);
    const field = dialog(page).locator("[aria-invalid=true]");
    for (const [wrong, message] of [
      [{ name: " " }, "Name is required"],
      [{ keywords: "" }, "Keywords are required"],
      [{ keywords: " , ," }, "Keywords are required"],
      [{ keywords: "x".repeat(101) }, `${"x".repeat(101)}: At most 100 characters`],
      [{ weight: "" }, "Weight must be at least 1"],
      [{ weight: "0" }, "Weight must be at least 1"],
      [{ weight: "101" }, "Weight must be at most 100"],
      [{ weight: "2.5" }, "Weight must be a whole number"],
    ] as const) {
      await fill(page, { ...right, ...wrong });
      await dialog(page).getByRole("button", { name: "Create Rule" }).click();
      await dialog(page).getByRole("alert").getByText(message, { exact: true }).waitFor();
      await expect.poll(() => field.count()).toBe(1);
      expect(await field.evaluate((element) => element === document.activeElement)).toBe(true);
      await fill(page, right);
      await expect.poll(() => field.count()).toBe(0);
    }
    expect(sent).toEqual([]);
  });

  it("shows the server's complaint at its field and keeps what was typed", async () => {
    const page = await stage.open("/rules?new");
    await refuse(
      page,
      "**/api/rules",
      { status: 422, detail: "keywords: too many", errors: [{ field: "keywords", message: "Too many in all." }] },
      "POST",
    );
    await fill(page, { name: "Budget", keywords: "budget" });
    await dialog(page).getByRole("button", { name: "Create Rule" }).click();
    await notice(page, "Failed to create rule").waitFor();
    await dialog(page).getByText("Too many in all.").waitFor();
    expect(await dialog(page).getByLabel("Keywords").inputValue()).toBe("budget");
    expect(await rules()).toEqual([]);
  });
});

describe("editing a rule", () => {
  it("opens filled in and saves what changed", async () => {
    await addRule();
    const page = await stage.open("/rules");
    await page.getByRole("button", { name: "Edit Ready to buy" }).click();
    await page.getByRole("dialog", { name: "Edit Rule" }).waitFor();
    expect(await dialog(page).getByLabel("Name").inputValue()).toBe("Ready to buy");
    expect(await dialog(page).getByLabel("Keywords").inputValue()).toBe("pricing, demo");
    expect(await dialog(page).getByLabel("Weight").inputValue()).toBe("20");
    await fill(page, { name: "Nearly ready", weight: "7" });
    await dialog(page).getByLabel("Active").uncheck();
    await dialog(page).getByRole("button", { name: "Save Changes" }).click();
    await notice(page, "Rule updated successfully").waitFor();
    await dialog(page).waitFor({ state: "detached" });
    await row(page, "Nearly ready").getByText("Inactive").waitFor();
    expect(await rules()).toMatchObject([{ name: "Nearly ready", scoreWeight: 7, isActive: false }]);
  });

  it("says when it failed and leaves the list as it was", async () => {
    await addRule();
    const page = await stage.open("/rules");
    await page.getByRole("button", { name: "Edit Ready to buy" }).click();
    await refuse(page, /\/api\/rules\/\d+$/, { status: 500, detail: "The disk is full." }, "PATCH");
    await fill(page, { name: "Another" });
    await dialog(page).getByRole("button", { name: "Save Changes" }).click();
    await notice(page, "Failed to update rule").waitFor();
    await notice(page, "The disk is full.").waitFor();
    await dialog(page).getByRole("button", { name: "Cancel" }).click();
    await page.getByRole("button", { name: "Discard" }).click();
    await dialog(page).waitFor({ state: "detached" });
    await row(page, "Ready to buy").waitFor();
  });

  it("asks before what was typed is lost, and gives the focus back", async () => {
    await addRule();
    const page = await stage.open("/rules");
    await page.getByRole("button", { name: "Edit Ready to buy" }).click();
    await fill(page, { name: "Half typed" });
    const question = page.getByRole("alertdialog", { name: "Discard your changes?" });
    for (const leave of [() => page.keyboard.press("Escape"), () => page.goBack()]) {
      await leave();
      await question.getByRole("button", { name: "Cancel" }).click();
      await question.waitFor({ state: "detached" });
      expect(await dialog(page).getByLabel("Name").inputValue()).toBe("Half typed");
    }
    await page.keyboard.press("Escape");
    await question.getByRole("button", { name: "Discard" }).click();
    await dialog(page).waitFor({ state: "detached" });
    await expect.poll(() => focused(page)).toBe("Edit Ready to buy");
    expect(page.url()).toBe(`${stage.server.url}/rules`);
  });

  it("closes without a question when nothing was typed, and with Back", async () => {
    await addRule();
    const page = await stage.open("/rules");
    await page.getByRole("button", { name: "Edit Ready to buy" }).click();
    await dialog(page).getByLabel("Name").waitFor();
    await page.goBack();
    await dialog(page).waitFor({ state: "detached" });
    await page.goForward();
    await page.getByRole("dialog", { name: "Edit Rule" }).waitFor();
    await dialog(page).getByRole("button", { name: "Close" }).click();
    await dialog(page).waitFor({ state: "detached" });
    expect(await page.getByRole("alertdialog").count()).toBe(0);
  });

  it("shows the list for a link to a rule that is gone, and says so", async () => {
    await addRule();
    const page = await stage.open("/rules?edit=999999");
    await notice(page, "What the link leads to is not there").waitFor();
    await row(page, "Ready to buy").waitFor();
    expect(await dialog(page).count()).toBe(0);
    expect(new URL(page.url()).search).toBe("");
  });

  it("keeps what was typed when somebody else deletes the rule, and says on saving what is wrong", async () => {
    const { id } = await addRule();
    const page = await stage.open(`/rules?edit=${id}`);
    await fill(page, { name: "Ready to buy now" });
    await stage.api("DELETE", `/rules/${id}`);
    await page.getByText("No rules configured yet").waitFor();
    expect(await dialog(page).getByLabel("Name").inputValue()).toBe("Ready to buy now");
    await dialog(page).getByRole("button", { name: "Save Changes" }).click();
    await notice(page, "Failed to update rule").waitFor();
    await dialog(page).waitFor();
  });

  it("leaves the list standing when the form's code cannot be loaded, and tries again at the next wish", async () => {
    await addRule();
    const page = await elsewhere();
    await page.route("**/assets/rule-dialog-*.js", (route) => route.abort());
    await page.getByRole("link", { name: "Rules & Keywords", exact: true }).click();
    await page.getByRole("button", { name: "Edit Ready to buy" }).click();
    await notice(page, "The form could not be loaded").waitFor();
    await row(page, "Ready to buy").waitFor();
    await page.unroute("**/assets/rule-dialog-*.js");
    await page.getByRole("button", { name: "Edit Ready to buy" }).click();
    await dialog(page).getByLabel("Name").waitFor();
  });
});

describe("the switch", () => {
  const active = (page: Page): Locator => page.getByRole("switch", { name: "Ready to buy is active" });

  it("sends isActive alone and shows the change at once", async () => {
    await addRule();
    const page = await stage.open("/rules");
    await active(page).waitFor();
    const sent = sentBodies(page, "PATCH", /^\/api\/rules\/\d+$/);
    const release = await hold(page, /\/api\/rules\/\d+$/, "PATCH");
    await active(page).click();
    await expect.poll(() => heading(page).innerText()).toBe("Active Rules (0)");
    await row(page, "Ready to buy").getByText("Inactive").waitFor();
    expect((await rules())[0]?.isActive).toBe(true);
    release();
    await notice(page, "Rule updated successfully").waitFor();
    expect(sent).toEqual([{ isActive: false }]);
    expect((await rules())[0]?.isActive).toBe(false);
  });

  it("goes back when the server refuses", async () => {
    await addRule();
    const page = await stage.open("/rules");
    await active(page).waitFor();
    await refuse(page, /\/api\/rules\/\d+$/, { status: 503, detail: "Try later." }, "PATCH");
    await active(page).click();
    await notice(page, "Failed to update rule").waitFor();
    await expect.poll(() => active(page).isChecked()).toBe(true);
  });
});

describe("what a rule would do", () => {
  const panel = (page: Page): Locator => page.getByRole("region", { name: "What saving would do" });

  it("is shown while it is typed, with how it reaches, and again when the server refuses a keyword", async () => {
    for (const [name, notes] of [
      ["Ada", "A zeppelin for 50k"],
      ["Bo", "Two zeppelins"],
    ]) {
      await stage.api("POST", "/leads", { name, email: `${name}@zeppelin.example`, company: "Airships", notes });
    }
    await addRule({ name: "Airships", keywords: ["zeppelin"], scoreWeight: 20, note: "They fly" });
    const page = await stage.open("/rules");
    const readingAhead = page.waitForRequest(
      (request) => request.url().endsWith("/api/what-if") && request.postData() === "{}",
    );
    await page.getByRole("button", { name: "Create Rule" }).click();
    await readingAhead;
    await fill(page, { name: "Wants one", keywords: "zeppelin*", weight: "15" });
    await panel(page).getByText("2 leads change: 2 become qualified.").waitFor();
    const item = panel(page).getByRole("listitem").filter({ hasText: "Ada" });
    expect((await item.innerText()).replace(/\s+/gu, " ")).toBe(
      "Ada (opens in a new tab) Airships Score 20 to 35 Pending to Qualified",
    );
    expect(await item.getByRole("link").getAttribute("target")).toBe("_blank");
    await panel(page).getByRole("button", { name: "Show as table" }).click();
    await panel(page).getByRole("row", { name: "20–29 2 0" }).waitFor();

    await dialog(page).getByRole("button", { name: "More options" }).click();
    await dialog(page).getByRole("radio", { name: "Regular expression" }).check();
    await fill(page, { keywords: "\\d{2,3}k\n(?=no)" });
    await dialog(page)
      .getByText(/^\(\?=no\): .*looking ahead/u)
      .waitFor();
    expect(await dialog(page).getByLabel("Keywords", { exact: true }).getAttribute("aria-invalid")).toBe("true");
    expect(await axeFindings(page)).toEqual([]);
    await fill(page, { keywords: "\\d{2,3}k" });
    await dialog(page).getByRole("radio", { name: "Chosen fields" }).check({ force: true });
    await panel(page).getByText("Choose where to look, or look everywhere", { exact: false }).waitFor();
    await dialog(page).getByRole("checkbox", { name: "Notes" }).check();
    await panel(page).getByText("1 lead changes: 1 becomes qualified.").waitFor();
    await dialog(page).getByRole("radio", { name: "Taken off" }).check({ force: true });
    await panel(page).getByText("1 lead changes, none of them across the threshold.").waitFor();
    await dialog(page).getByRole("button", { name: "Create Rule" }).click();
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
    await page.getByText("1 thing worth a look: 1 overlaps.").waitFor();
    await row(page, "Airships too").getByRole("button", { name: "Overlaps" }).click();
    await page
      .getByRole("dialog")
      .getByText(/gets the points of both/u)
      .waitFor();
    await page.keyboard.press("Escape");
    await page.getByRole("button", { name: "Edit Airships too" }).click();
    await dialog(page)
      .getByText(/gets the points of both/u)
      .waitFor();
  });

  it("can be tried for several rules at once, kept over a reload, saved as one act and taken back", async () => {
    await addRule();
    await addRule({ name: "Urgency", keywords: ["urgent"], scoreWeight: 5 });
    const page = await stage.open("/rules");
    await page.getByRole("button", { name: "Try changes" }).click();
    await page.getByLabel("Weight of Ready to buy").fill("");
    await page.getByText("Weight must be at least 1, or below 0 to take points off").waitFor();
    expect(await page.getByRole("button", { name: "Save all" }).isDisabled()).toBe(true);
    await page.getByLabel("Weight of Ready to buy").fill("-30");
    await page.getByRole("button", { name: "Delete Urgency" }).click();
    await page.getByRole("button", { name: "Add Rule" }).click();
    await page.getByLabel("Name of the new rule").fill("Airships");
    await page.getByLabel("Keywords of Airships").fill("zeppelin");
    await page.getByLabel("Qualification threshold").fill("10");
    await panel(page)
      .getByText(/^\d+ leads? change/u)
      .waitFor();
    expect(await axeFindings(page)).toEqual([]);

    await page.reload();
    expect(await page.getByLabel("Weight of Ready to buy").inputValue()).toBe("-30");
    expect(await page.getByLabel("Keywords of Airships").inputValue()).toBe("zeppelin");
    await page.getByRole("link", { name: "Dashboard", exact: true }).click();
    const question = page.getByRole("alertdialog", { name: "Discard your changes?" });
    await question.getByRole("button", { name: "Cancel" }).click();
    await question.waitFor({ state: "detached" });
    expect(await rules()).toHaveLength(2);

    await page.getByRole("button", { name: "Save all" }).click();
    await notice(page, "Rules saved successfully").waitFor();
    await row(page, "Airships").waitFor();
    expect(await rules()).toMatchObject([
      { name: "Ready to buy", scoreWeight: -30 },
      { name: "Airships", keywords: ["zeppelin"], scoreWeight: 10 },
    ]);
    await page.getByText("Leads with a score of 10 or more are automatically qualified.").waitFor();
    await page.getByRole("region", { name: "Notices" }).getByRole("button", { name: "Undo" }).click();
    await row(page, "Urgency").waitFor();
    await page.getByText("Leads with a score of 30 or more are automatically qualified.").waitFor();
  });

  it("is shown for a file of rules before it is imported, and the rules go out as such a file", async () => {
    await addRule();
    const page = await stage.open("/rules");
    await page.getByRole("button", { name: "More acts on rules" }).click();
    const downloading = page.waitForEvent("download");
    await page.getByRole("menuitem", { name: "Export rules" }).click();
    const download = await downloading;
    expect(download.suggestedFilename()).toMatch(/^winnow-rules-\d{4}-\d\d-\d\d\.json$/u);
    const exported: unknown = JSON.parse(await readFile(await download.path(), "utf8"));
    const same = { ...DEFAULT_RULE, name: "Ready to buy", keywords: ["pricing", "demo"], scoreWeight: 20 };
    expect(exported).toEqual({ winnowRules: 1, rules: [same] });

    await page.getByRole("button", { name: "More acts on rules" }).click();
    await page.getByRole("menuitem", { name: "Import rules" }).click();
    const choose = (given: unknown[]): Promise<void> =>
      page.getByLabel("File of rules").setInputFiles({
        name: "rules.json",
        mimeType: "application/json",
        buffer: Buffer.from(JSON.stringify({ winnowRules: 1, rules: given })),
      });
    await choose([{ name: "Heavy", keywords: ["x"], scoreWeight: 500 }]);
    await dialog(page).getByText("Rule 1, “Heavy”: Weight must be at most 100").waitFor();
    await choose([same]);
    await panel(page).getByText("Nothing would change", { exact: false }).waitFor();
    expect(await dialog(page).getByRole("button", { name: "Import Rules" }).isDisabled()).toBe(true);
    await choose([{ name: "Airships", keywords: ["zeppelin"], scoreWeight: 40 }]);
    await dialog(page).getByText("1 added").waitFor();
    await dialog(page).getByLabel("Replace all").check();
    await dialog(page).getByText("1 deleted").waitFor();
    await panel(page)
      .getByText(/^\d+ leads? change/u)
      .waitFor();
    await dialog(page).getByRole("button", { name: "Import Rules" }).click();
    await notice(page, "Rules imported successfully").waitFor();
    await dialog(page).waitFor({ state: "detached" });
    expect((await rules()).map(({ name }) => name)).toEqual(["Airships"]);
    await page.getByRole("region", { name: "Notices" }).getByRole("button", { name: "Undo" }).click();
    await row(page, "Ready to buy").waitFor();
    expect((await rules()).map(({ name }) => name)).toEqual(["Ready to buy"]);
  });
});

describe("deleting a rule", () => {
  it("says what will happen, and does nothing on Cancel", async () => {
    await addRule();
    const page = await stage.open("/rules");
    await page.getByRole("button", { name: "Delete Ready to buy" }).click();
    const question = page.getByRole("alertdialog", { name: "Delete this rule?" });
    await question.getByText(/its points leave every lead/).waitFor();
    await question.getByRole("button", { name: "Cancel" }).click();
    await question.waitFor({ state: "detached" });
    await expect.poll(() => focused(page)).toBe("Delete Ready to buy");
    expect(await rules()).toHaveLength(1);
  });

  it("takes the rule and its points away", async () => {
    await stage.api("POST", "/leads", { name: "Ann", email: "ann@rules.example", notes: "Asked about pricing" });
    await addRule({ scoreWeight: 40 });
    const lead = async (): Promise<unknown> => stage.api("GET", "/leads?search=ann@rules.example");
    expect(await lead()).toMatchObject([{ score: 40, status: "qualified" }]);
    const page = await stage.open("/rules");
    await page.getByRole("button", { name: "Delete Ready to buy" }).click();
    await page.getByRole("button", { name: "Delete Rule" }).click();
    await notice(page, "Rule deleted successfully").waitFor();
    await page.getByText("No rules configured yet").waitFor();
    expect(await lead()).toMatchObject([{ score: 0, status: "pending" }]);
  });

  it("puts the row back when the server refuses", async () => {
    await addRule();
    const page = await stage.open("/rules");
    await row(page, "Ready to buy").waitFor();
    await refuse(page, /\/api\/rules\/\d+$/, { status: 500, detail: "The disk is full." }, "DELETE");
    await page.getByRole("button", { name: "Delete Ready to buy" }).click();
    await page.getByRole("button", { name: "Delete Rule" }).click();
    await notice(page, "Failed to delete rule").waitFor();
    await row(page, "Ready to buy").waitFor();
  });
});

describe("the help", () => {
  it("names the threshold in force", async () => {
    const page = await stage.open("/rules");
    await page.getByText("Leads with a score of 30 or more are automatically qualified.").waitFor();
    await stage.api("PUT", "/settings", { qualificationThreshold: 45 });
    await page.getByText("Leads with a score of 45 or more are automatically qualified.").waitFor();
    await stage.api("PUT", "/settings", { qualificationThreshold: 30 });
  });

  it("names none when it cannot be read", async () => {
    const page = await elsewhere();
    await refuse(page, "**/api/settings", { status: 503, detail: "Try later." });
    await page.goto("/rules");
    await page.getByText("Leads whose score reaches the threshold are automatically qualified.").waitFor();
  });
});

it("axe finds nothing when empty, with complaints, and before deleting", async () => {
  const page = await stage.open("/rules");
  await page.getByText("No rules configured yet").waitFor();
  expect(await axeFindings(page)).toEqual([]);
  await page.getByRole("button", { name: "Create First Rule" }).click();
  await dialog(page).getByRole("button", { name: "Create Rule" }).click();
  await dialog(page).getByText("Name is required").waitFor();
  expect(await axeFindings(page)).toEqual([]);
  await addRule();
  await page.goto("/rules");
  await page.getByRole("button", { name: "Delete Ready to buy" }).click();
  await page.getByRole("alertdialog").waitFor();
  expect(await axeFindings(page)).toEqual([]);
});

describe("what decisions teach", () => {
  it("says how many decisions are missing, then what they say, with a suggestion to try or to dismiss", async () => {
    await addRule();
    const page = await stage.open("/rules");
    const card = page.getByRole("region", { name: "What decisions teach" });
    await card.getByText("0 of 50 decisions").waitFor();

    // People approve who writes of pallets, which no rule knows, and reject the others.
    await Promise.all(
      Array.from({ length: 60 }, (_, index) =>
        stage.api("POST", "/leads", {
          name: `Person ${index}`,
          email: `person${index}@firm${index}.example`,
          notes: index % 2 === 0 ? "We need pallets" : "We wonder about your demo",
          status: index % 2 === 0 ? "approved" : "rejected",
        }),
      ),
    );
    const suggestion = card.getByRole("listitem").filter({ hasText: "“pallets”" });
    await suggestion.getByText("30 decided leads say “pallets”", { exact: false }).waitFor();
    await card.getByText("From 60 decisions by people: 30 approved or qualified, 30 rejected.").waitFor();
    await card.getByRole("row", { name: /Ready to buy 30 \(50%\) 0% \(0 to 11%\) 0.0×/ }).waitFor();
    expect(await axeFindings(page)).toEqual([]);

    await suggestion.getByRole("button", { name: /^Dismiss/ }).click();
    await suggestion.waitFor({ state: "detached" });
    await page.getByRole("region", { name: "Notices" }).getByRole("button", { name: "Undo" }).click();
    await suggestion.waitFor();
    await suggestion.getByRole("button", { name: /^Preview/ }).click();
    await page.waitForURL(/\/rules\?try$/u);
    // Nothing has changed by it.
    expect(await rules()).toHaveLength(1);
  });
});

it("shows how far leads have been scored again, until nobody knows any more", async () => {
  await addRule();
  const page = await elsewhere();
  // Of few leads nothing is said, and many take long: what the server says of them is said here in its place.
  const told: ProgressEvent = {
    work: "rescore",
    label: "Scoring leads again",
    done: 4_000,
    total: 6_000,
    finished: false,
  };
  const body = `retry: 1000\nevent: progress\ndata: ${JSON.stringify(told)}\n\n`;
  await page.route("**/api/events", (route) => route.fulfill({ contentType: "text/event-stream", body }));
  await page.goto("/rules");
  const progress = page.getByRole("progressbar", { name: "Scoring leads again" });
  await progress.waitFor();
  await page.getByText("4,000 of 6,000").waitFor();
  await page.unroute("**/api/events");
  await progress.waitFor({ state: "detached" });
});
