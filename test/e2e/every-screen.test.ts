import type { Locator, Page } from "playwright-core";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import type { DataSource } from "#shared/contract/data-source.ts";
import type { FormHook } from "#shared/contract/form-submission.ts";
import type { Lead } from "#shared/contract/leads/lead.ts";
import type { EmailAnalysis } from "#shared/contract/mailbox.ts";
import type { ScrapeTarget } from "#shared/contract/scrape-target.ts";
import { PAGES, type PagePath } from "#shared/pages.ts";
import { answer } from "#test/e2e/answers.ts";
import { axeFindings, COLOR_RULES } from "#test/e2e/axe-findings.ts";
import { goInside, openStage, type Stage } from "#test/e2e/stage.ts";
import { inquiry, newsletter } from "#test/http/mailbox-under-test.ts";

/** A text shown on each page once it has loaded. */
const MARKS: Readonly<Record<PagePath, string>> = {
  "/": "Recent Activity",
  "/leads": "All Leads",
  "/lead-scraper": "Add target",
  "/gmail": "Test Connection",
  "/rules": "How scoring works",
  "/setup-guide": "Prepare the sheet",
  "/integrations": "No integrations yet",
  "/data-sources": "Spreadsheet setup guide",
  "/email-settings": "Send Test Report",
  "/configuration": "Security",
  "/jobs": "Nightly backup",
  "/history": "Undo",
  "/account": "No accounts yet",
  "/team": "Create first account",
};

/** Every page, and every other view and dialog with a URL: its URL, title, and a text shown once it has loaded. */
const SCREENS: readonly (readonly [path: string, title: string, mark: string])[] = [
  ...Object.values(PAGES).map(({ path, title }) => [path, title, MARKS[path]] as const),
  ["/leads/:lead", "Lead Management", "Why this score"],
  ["/leads?import", "Lead Management", "Import leads"],
  ["/lead-scraper?edit=:target", "Lead Scraper", "Render JavaScript pages"],
  ["/lead-scraper?run=:target", "Lead Scraper", "Contacts found on each page"],
  ["/lead-scraper?tab=email", "Lead Scraper", "Analyze Email for Leads"],
  ["/lead-scraper?tab=forms", "Lead Scraper", "Submitted data"],
  ["/lead-scraper?tab=forms&connect=google-forms", "Lead Scraper", "Connect Google Forms"],
  ["/lead-scraper?tab=forms&connect=typeform", "Lead Scraper", "Connect Typeform"],
  ["/lead-scraper?tab=forms&connect=other", "Lead Scraper", "Connect another form"],
  ["/lead-scraper?tab=forms&form=new", "Lead Scraper", "A paused form can't be opened or sent."],
  ["/gmail?tab=emails", "Gmail Integration", "Lead Detected"],
  ["/gmail?tab=emails&message=:email", "Gmail Integration", "The original pasted text isn't stored"],
  ["/gmail?tab=rules", "Gmail Integration", "Save rules"],
  ["/rules?new", "Rules & Keywords", "Saving rescores all leads."],
  ["/data-sources?new", "Data Sources", "Service account JSON"],
  ["/integrations?new", "Integrations", "Receives a signed POST request for each event."],
  ["/integrations?new=crm", "Integrations", "Access token"],
  ["/integrations?new=sheet", "Integrations", "A Google Sheets source with a service account."],
  ["/team?tab=audit", "Team", "Outcome"],
  ["/rules-keywords", "404 Page Not Found", "Did you forget to add the page to the router?"],
];

const LONG = "W".repeat(200);
const GERMAN = "Donaudampfschifffahrtsgesellschaftskapitänsmützenabzeichenverordnung";
const ARABIC = "شركة الصمامات المحدودة للاستيراد والتصدير";

let stage: Stage;
const ids = { lead: "", target: "", email: "" };

beforeAll(async () => {
  stage = await openStage();
  await fill();
});
afterAll(() => stage.close());
afterEach(() => expect(stage.pageErrors).toEqual([]));

/** Adds some of everything, with very long and foreign names. */
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
  // One source can be read, the other fails.
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
  const leads = (await stage.api("GET", "/leads")) as Lead[];
  ids.lead = leads.find(({ name }) => name === LONG)?.id ?? "";
}

/** Waits until everything has loaded, including what loads when scrolled near. */
async function loaded(page: Page): Promise<void> {
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

/** Opens a screen in a page of the app and waits until it has loaded. */
async function visit(page: Page, path: string, name: string, mark: string): Promise<void> {
  await goInside(
    page,
    path.replace(/:(lead|target|email)$/u, (_name, thing: keyof typeof ids) => ids[thing]),
  );
  await expect.poll(() => page.title()).toBe(`${name} · Winnow`);
  await page.getByText(mark).first().waitFor();
  await loaded(page);
}

/** How many pixels the page, its main part and its dialogs can be scrolled sideways. */
const overflow = (page: Page): Promise<number[]> =>
  page.evaluate(() =>
    [...document.querySelectorAll("html, main, [role=dialog]")].map((part) => part.scrollWidth - part.clientWidth),
  );

/** Controls smaller than the 44 px touch target. Links within text may be smaller. */
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

describe("each screen", () => {
  const DESK = { width: 1440, height: 900 };
  const PHONE = { width: 320, height: 640 };
  let page: Page;
  let setTouch: (enabled: boolean) => Promise<unknown>;

  beforeAll(async () => {
    page = await (await stage.profile(DESK)).newPage();
    await page.goto("/");
    const devtools = await page.context().newCDPSession(page);
    setTouch = (enabled) => devtools.send("Emulation.setTouchEmulationEnabled", { enabled });
  });

  afterAll(() => page.context().close());

  const inScheme = async (scheme: "light" | "dark"): Promise<void> => {
    await page.emulateMedia({ colorScheme: scheme });
    await page.waitForFunction((name) => (document.documentElement.className === "dark") === (name === "dark"), scheme);
  };
  const isSideways = expect.toSatisfy((pixels: number) => pixels > 0);

  it.each(SCREENS)("%s is accessible on a desktop and a phone", async (path, name, mark) => {
    await inScheme("light");
    await page.setViewportSize(DESK);
    await setTouch(false);
    await visit(page, path, name, mark);
    await expect.poll(() => page.locator("h1").allInnerTexts()).toEqual([name]);
    expect(await page.locator("a, button, input").first().innerText()).toBe("Skip to content");
    expect(await page.evaluate(() => document.getAnimations().length)).toBe(0);
    await expect.poll(() => overflow(page)).not.toContainEqual(isSideways);
    expect(await axeFindings(page)).toEqual([]);
    await inScheme("dark");
    // Tables are shown in columns only here; the phone below is dark, too.
    const hasTable = (await page.locator("table").count()) > 0;
    expect(hasTable ? await axeFindings(page, COLOR_RULES) : []).toEqual([]);

    await setTouch(true);
    await page.setViewportSize(PHONE);
    // Hidden behind dialogs.
    await page.getByLabel("Open menu").waitFor({ state: "attached" });
    await page.getByText(mark).first().waitFor();
    await loaded(page);
    await expect.poll(() => page.locator("h1").allInnerTexts()).toEqual([name]);
    expect(await page.evaluate(() => document.getAnimations().length)).toBe(0);
    await expect.poll(() => overflow(page)).not.toContainEqual(isSideways);
    await expect.poll(() => small(page)).toEqual([]);
    expect(await axeFindings(page)).toEqual([]);
  });
});

describe("the content security policy", () => {
  it("blocks nothing of the pages without scripts and the API reference", async () => {
    const page = await stage.open("/u/none");
    await page.getByText("This link doesn't work").waitFor();
    await page.goto("/act/none");
    await page.locator("h1").waitFor();
    // Only a few operations: rendering all takes ten seconds.
    const { paths, ...json } = (await stage.api("GET", "/docs/json")) as { paths: Record<string, unknown> };
    const few = ["/api/leads", "/api/events"];
    const shown = { ...json, paths: Object.fromEntries(few.map((path) => [path, paths[path]])) };
    await answer(page, "**/api/docs/json", () => ({ json: shown }));
    await page.goto("/api/docs/");
    const operation = page.locator(".opblock-post").filter({ has: page.locator('[data-path="/api/leads"]') });
    await operation.locator(".opblock-summary").click();
    await operation.getByRole("button", { name: "Try it out" }).click();
    // Operations render when scrolled near.
    await page.evaluate(() => scrollTo(0, document.body.scrollHeight));
    await page.getByText("/api/events").waitFor();
    expect(stage.pageErrors).toEqual([]);
  });

  it("reports what it blocks", async () => {
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
    for (const reported of [/style-src 'self'/u, /img-src 'self' data:/u, /TrustedHTML/u]) {
      await expect.poll(() => stage.pageErrors.join("\n")).toMatch(reported);
    }
    stage.pageErrors.length = 0;
  });
});

it("shows switches, tabs and buttons in forced colors", async () => {
  const page = await stage.open("/rules");
  await page.emulateMedia({ forcedColors: "active" });
  const track = (isOn: boolean): Promise<string> =>
    page
      .locator(`[role=switch]${isOn ? ":checked" : ":not(:checked)"} + span`)
      .evaluate((drawn) => getComputedStyle(drawn).backgroundColor);
  await expect.poll(async () => (await track(true)) !== (await track(false))).toBe(true);
  const edge = (button: Locator): Promise<boolean> =>
    button.evaluate((element) => {
      const { borderTopColor, borderTopWidth, backgroundColor } = getComputedStyle(element);
      return borderTopWidth !== "0px" && borderTopColor !== backgroundColor;
    });
  expect(await edge(page.getByRole("button", { name: "Create rule" }))).toBe(true);
  expect(await edge(page.getByRole("button", { name: "Help", exact: true }))).toBe(true);
  // Matched words, chosen segments and the chosen theme set system colors themselves.
  for (const [path, mark] of [
    ["/leads", page.getByRole("radio", { name: "Board" })],
    [`/leads/${ids.lead}`, page.locator("mark")],
    ["/configuration", page.getByText("Security")],
  ] as const) {
    await goInside(page, path);
    await mark.first().waitFor({ state: "attached" });
    expect(await axeFindings(page, COLOR_RULES)).toEqual([]);
  }
  await goInside(page, "/gmail");
  const line = (state: string): Promise<string> =>
    page
      .locator(`[role=tab][data-state=${state}]`)
      .first()
      .evaluate((tab) => getComputedStyle(tab).borderBottomColor);
  await expect.poll(async () => (await line("active")) !== (await line("inactive"))).toBe(true);
});

it("formats times as is usual in the user's country and in its time zone, with the exact time on hover", async () => {
  const page = await stage.open("about:blank", { locale: "en-IN", timeZone: "Asia/Kolkata" });
  const sources = (await stage.api("GET", "/data-sources")) as DataSource[];
  const json = sources.map((source) => ({ ...source, lastSync: "2024-03-05T23:30:00.000Z" }));
  await answer(page, "**/api/data-sources", () => ({ json }));
  await page.goto("/data-sources");
  const time = page.getByRole("listitem", { name: "Spring fair" }).locator("time").first();
  await expect.poll(() => time.innerText()).toBe("6 Mar 2024");
  expect(await time.getAttribute("title")).toContain("05:00:00");
});
