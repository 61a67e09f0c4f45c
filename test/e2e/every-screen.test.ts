import type { Locator, Page } from "playwright-core";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import type { DataSource } from "#shared/contract/data-source.ts";
import type { FormHook } from "#shared/contract/form-submission.ts";
import type { Lead } from "#shared/contract/lead.ts";
import type { EmailAnalysis } from "#shared/contract/mailbox.ts";
import type { Rule } from "#shared/contract/rule.ts";
import type { ScrapeTarget } from "#shared/contract/scrape-target.ts";
import { axeFindings, COLOUR_RULES } from "#test/e2e/axe-findings.ts";
import { openStage, type Stage } from "#test/e2e/stage.ts";
import { inquiry, newsletter } from "#test/http/mailbox-under-test.ts";

/** Every route with its tabs and dialogs: the address, the title, and a text that stands there once it has loaded. */
const SCREENS = [
  ["/", "Dashboard", "Recent Activity"],
  ["/leads", "Lead Management", "All Leads"],
  ["/leads/:lead", "Lead Management", "Why this score"],
  ["/leads?import", "Lead Management", "Import leads"],
  ["/lead-scraper", "Lead Scraper", "Add Target"],
  ["/lead-scraper?edit=:target", "Lead Scraper", "Render pages that need scripts"],
  ["/lead-scraper?run=:target", "Lead Scraper", "What each page gave"],
  ["/lead-scraper?tab=email", "Lead Scraper", "Analyze Email for Leads"],
  ["/lead-scraper?tab=forms", "Lead Scraper", "What was sent"],
  ["/lead-scraper?tab=forms&connect=google-forms", "Lead Scraper", "Connect Google Forms"],
  ["/lead-scraper?tab=forms&connect=typeform", "Lead Scraper", "Connect Typeform"],
  ["/lead-scraper?tab=forms&connect=other", "Lead Scraper", "Connect another form"],
  ["/gmail", "Gmail Integration", "Test Connection"],
  ["/gmail?tab=emails", "Gmail Integration", "Lead Detected"],
  ["/gmail?tab=emails&message=:email", "Gmail Integration", "Pasted text is not kept"],
  ["/gmail?tab=rules", "Gmail Integration", "Save Rules"],
  ["/rules", "Rules & Keywords", "How scoring works"],
  ["/rules?new", "Rules & Keywords", "Every lead is scored with it at once."],
  ["/setup-guide", "Setup Guide", "Prepare the sheet"],
  ["/data-sources", "Data Sources", "Spreadsheet setup guide"],
  ["/data-sources?new", "Data Sources", "Service account JSON"],
  ["/email-settings", "Email Settings", "Send Test Report"],
  ["/configuration", "Configuration", "Security"],
  ["/jobs", "Schedules & Jobs", "Nightly backup"],
  ["/history", "History", "Today"],
  ["/account", "Account", "Nobody has an account yet"],
  ["/team", "Team", "Make the first account"],
  ["/team?tab=audit", "Team", "Outcome"],
  ["/rules-keywords", "404 Page Not Found", "Did you forget to add the page to the router?"],
] as const;

/** What else opens by its address, and a text that stands there then. */
const DIALOGS = [
  ["/leads?new", "Add lead"],
  ["/leads?duplicates", "Possible duplicates"],
  ["/leads?review", "Why this score"],
  ["/rules?edit=:rule", "Edit Rule"],
  ["/rules?try", "Try changes"],
  ["/rules?import", "Import Rules"],
  ["/data-sources?edit=:source", "Edit Data Source"],
] as const;

const LONG = "W".repeat(200);
const GERMAN = "Donaudampfschifffahrtsgesellschaftskapitänsmützenabzeichenverordnung";
const ARABIC = "شركة الصمامات المحدودة للاستيراد والتصدير";

let stage: Stage;
const ids = { lead: "", target: "", email: "", rule: "", source: "" };

beforeAll(async () => {
  stage = await openStage();
  await fill();
});
afterAll(() => stage.close());
afterEach(() => expect(stage.pageErrors).toEqual([]));

/** Something of everything, with names as long and as foreign as they come. */
async function fill(): Promise<void> {
  await stage.addMailServer();
  await stage.api("POST", "/rules", { name: LONG, keywords: ["pricing", GERMAN, LONG.slice(0, 100)], scoreWeight: 40 });
  await stage.api("POST", "/rules", { name: ARABIC, keywords: ["عرض أسعار"], isActive: false });
  await stage.addSheet("Spring fair", [
    ["Name", "Email", "Company", "Phone", "Notes"],
    ["Ann Lee", "ann@lee.example", "Lee Engineering", "+49 30 1234567", "Asks for pricing"],
    [ARABIC, "mona@ar.example", ARABIC, "", "عرض أسعار"],
    [GERMAN, `${"g".repeat(64)}@${"d".repeat(60)}.example`, GERMAN, "", `${GERMAN} pricing`],
    [LONG, "long@long.example", LONG, "", `${LONG} ${"pricing and ".repeat(50)}`],
    ["", "", "", "", "Nobody"],
  ]);
  await stage.api("POST", "/data-sources", {
    name: LONG,
    type: "google_sheets",
    config: { spreadsheetId: "1Unknown0000000000000", authMethod: "api_key", apiKey: "none" },
  });
  // One source can be read and the other cannot; both have their say.
  await stage.api("POST", "/sync-leads");
  const url = `https://long.example/${"path/".repeat(200)}`;
  const target = (await stage.api("POST", "/scrape-targets", { name: LONG, url })) as ScrapeTarget;
  ids.target = target.id;
  await stage.api("POST", "/scrape-targets", { name: ARABIC, url: "https://ar.example/", isActive: false });
  await stage.api("POST", "/process-email", {
    content: inquiry({ id: "1@lee.example", subject: LONG, name: GERMAN, email: "greta@lee.example" }),
  });
  const { emailId } = (await stage.api("POST", "/process-email", { content: newsletter() })) as EmailAnalysis;
  ids.email = emailId;
  const { path } = (await stage.api("GET", "/form-hook")) as FormHook;
  for (const name of [LONG, ARABIC]) {
    await fetch(`${stage.server.url}${path}`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ name, email: `${name.length}@form.example`, message: `${GERMAN} pricing` }),
    });
  }
  await stage.api("POST", "/send-report");
  ids.rule = ((await stage.api("GET", "/rules")) as Rule[])[0]?.id ?? "";
  ids.source = ((await stage.api("GET", "/data-sources")) as DataSource[])[0]?.id ?? "";
  const leads = (await stage.api("GET", "/leads")) as Lead[];
  ids.lead = leads.find(({ name }) => name === LONG)?.id ?? "";
}

/** Opens a screen and waits for it with all that it loads. */
async function visit(page: Page, path: string, mark: string): Promise<void> {
  await page.goto(path.replace(/:(lead|target|email|rule|source)$/u, (_name, thing: keyof typeof ids) => ids[thing]));
  await page.getByText(mark).first().waitFor();
  // What stands last may be loaded only when somebody comes near it.
  await page.locator("main").evaluate((main) => main.scrollTo(0, main.scrollHeight));
  await expect
    .poll(() =>
      page
        .locator("[aria-busy=true]")
        .or(page.getByText(/^Loading/))
        .count(),
    )
    .toBe(0);
}

/** By how many pixels the page, its main part and its dialogs can be scrolled sideways. */
const overflow = (page: Page): Promise<number[]> =>
  page.evaluate(() =>
    [...document.querySelectorAll("html, main, [role=dialog]")].map((part) => part.scrollWidth - part.clientWidth),
  );

/** Controls that a finger would miss: smaller than 44 px. Links within a line of text may be small. */
const small = (page: Page): Promise<string[]> =>
  page.evaluate(() =>
    [...document.querySelectorAll("button, select, input:not([type=file]), textarea, summary")]
      .map((control) => control.closest("label") ?? control)
      .filter((target) => target.checkVisibility())
      .filter((target) => {
        const { width, height } = target.getBoundingClientRect();
        return Math.min(width, height) < 44;
      })
      .map((target) => target.outerHTML),
  );

describe.each([
  ["desk", { width: 1440, height: 900 }],
  ["phone", { width: 320, height: 640, isTouch: true }],
] as const)("on a %s", (place, device) => {
  let page: Page;

  beforeAll(async () => {
    page = await (await stage.profile(device)).newPage();
  });

  afterAll(() => page.context().close());

  it.each(SCREENS)("%s can be read by everybody", async (path, name, mark) => {
    await page.emulateMedia({ colorScheme: "light", forcedColors: "none" });
    await visit(page, path, mark);
    expect(await page.title()).toBe(`${name} · Winnow`);
    expect(await page.locator("h1").allInnerTexts()).toEqual([name]);
    expect(await page.locator("a, button, input").first().innerText()).toBe("Skip to content");
    expect(await page.evaluate(() => document.getAnimations().length)).toBe(0);
    expect(await overflow(page)).not.toContainEqual(expect.toSatisfy((pixels: number) => pixels > 0));
    expect(place === "phone" ? await small(page) : []).toEqual([]);
    expect(await axeFindings(page)).toEqual([]);
    // The same elements in other colours.
    await page.emulateMedia({ colorScheme: "dark" });
    await page.waitForFunction(() => document.documentElement.className === "dark");
    expect(await axeFindings(page, COLOUR_RULES)).toEqual([]);
    await page.emulateMedia({ forcedColors: "active" });
    expect(await axeFindings(page, COLOUR_RULES)).toEqual([]);
  });
});

describe("what the browser would refuse", () => {
  const errors = (): string => stage.pageErrors.splice(0).join("\n");

  it.each(DIALOGS)("is not tried by %s", async (path, mark) => {
    const page = await stage.open("about:blank");
    await visit(page, path, mark);
    expect(stage.pageErrors).toEqual([]);
  });

  it("is not tried by what opens over every screen", async () => {
    const page = await stage.open("/leads");
    for (const [keys, name] of [
      ["Control+k", "Command palette"],
      ["?", "Keyboard shortcuts"],
    ] as const) {
      await page.getByText("All Leads").waitFor();
      await page.keyboard.press(keys);
      await page.getByRole("dialog", { name }).waitFor();
      await page.keyboard.press("Escape");
      await page.getByRole("dialog", { name }).waitFor({ state: "hidden" });
    }
    await page.getByRole("button", { name: "Help", exact: true }).click();
    await page.getByRole("dialog").waitFor();
    await page.keyboard.press("Escape");
    await page.getByRole("button", { name: /^Notifications/u }).click();
    await page.getByRole("dialog").waitFor();
    expect(stage.pageErrors).toEqual([]);
  });

  it("is not tried by the pages without a script and the description of the calls", async () => {
    const page = await stage.open("/u/none");
    await page.getByText("This link does not work").waitFor();
    await page.goto("/act/none");
    await page.locator("h1").waitFor();
    await page.goto("/api/docs/");
    for (const call of ["POST /api/leads", "GET /api/leads/export"]) {
      const [method = "", path = ""] = call.split(" ");
      const operation = page
        .locator(`.opblock-${method.toLowerCase()}`)
        .filter({ has: page.locator(`[data-path="${path}"]`) });
      await operation.locator(".opblock-summary").click();
      await operation.getByRole("button", { name: "Try it out" }).click();
    }
    // What is out of sight is not there yet.
    await page.evaluate(() => scrollTo(0, document.body.scrollHeight));
    await page.getByText("/api/events").waitFor();
    expect(stage.pageErrors).toEqual([]);
  });

  it("is heard here", async () => {
    const page = await stage.open("/");
    await page.evaluate(() => {
      document.body.setAttribute("style", "color:red");
      const picture = new Image();
      picture.src = "https://nobody.example/pixel.gif";
      document.body.append(picture);
    });
    await expect.poll(() => page.evaluate(() => getComputedStyle(document.body).color)).not.toBe("rgb(255, 0, 0)");
    const refusal = await page.evaluate(() => {
      try {
        document.body.insertAdjacentHTML("beforeend", "<b>text</b>");
        return "";
      } catch (error) {
        return String(error);
      }
    });
    expect(refusal).toContain("TrustedHTML");
    const told = errors();
    expect(told).toMatch(/style-src 'self'/u);
    expect(told).toMatch(/img-src 'self' data:/u);
    expect(told).toMatch(/TrustedHTML/u);
  });
});

it("what is switched on, chosen or to be pressed shows in the reader's own colours", async () => {
  const page = await stage.open("/rules");
  await page.emulateMedia({ forcedColors: "active" });
  const track = (isOn: boolean): Promise<string> =>
    page
      .locator(`[role=switch]${isOn ? ":checked" : ":not(:checked)"} + span`)
      .evaluate((drawn) => getComputedStyle(drawn).backgroundColor);
  expect(await track(true)).not.toBe(await track(false));
  const edge = (button: Locator): Promise<boolean> =>
    button.evaluate((element) => {
      const { borderTopColor, borderTopWidth, backgroundColor } = getComputedStyle(element);
      return borderTopWidth !== "0px" && borderTopColor !== backgroundColor;
    });
  expect(await edge(page.getByRole("button", { name: "Create Rule" }))).toBe(true);
  expect(await edge(page.getByRole("button", { name: "Help", exact: true }))).toBe(true);
  await page.goto("/gmail");
  const line = (state: string): Promise<string> =>
    page
      .locator(`[role=tab][data-state=${state}]`)
      .first()
      .evaluate((tab) => getComputedStyle(tab).borderBottomColor);
  expect(await line("active")).not.toBe(await line("inactive"));
});

it.each([
  ["de-DE", "America/St_Johns", "05.03.2024", "Dienstag, 5. März 2024 um 20:00:00"],
  [
    "ar-EG",
    "Africa/Cairo",
    "\u0660\u0666\u200f/\u0660\u0663\u200f/\u0662\u0660\u0662\u0664",
    "\u0661:\u0663\u0660:\u0660\u0660",
  ],
  ["en-IN", "Asia/Kolkata", "6 Mar 2024", "Wednesday, 6 March 2024 at 5:00:00"],
])("a time is told in %s as in %s, and exactly on hover", async (locale, timeZone, date, exact) => {
  const page = await stage.open("about:blank", { locale, timeZone });
  const sources = (await stage.api("GET", "/data-sources")) as DataSource[];
  const json = sources.map((source) => ({ ...source, lastSync: "2024-03-05T23:30:00.000Z" }));
  await page.route("**/api/data-sources", (route) => route.fulfill({ json }));
  await page.goto("/data-sources");
  const time = page.getByRole("listitem", { name: "Spring fair" }).locator("time").first();
  await expect.poll(() => time.innerText()).toBe(date);
  expect(await time.getAttribute("title")).toContain(exact);
});
