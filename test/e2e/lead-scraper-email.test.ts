import type { Locator, Page } from "playwright-core";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { hold, refuse, sentBodies } from "#test/e2e/answers.ts";
import { axeFindings } from "#test/e2e/axe-findings.ts";
import { openStage, type Stage } from "#test/e2e/stage.ts";

const PHONE = { width: 390, height: 844, isTouch: true };

let stage: Stage;

beforeAll(async () => {
  stage = await openStage();
});
afterAll(() => stage.close());
afterEach(() => expect(stage.pageErrors).toEqual([]));

/** Somebody who wants to buy; each name is a message of its own. */
const inquiry = (name: string): string => `From: ${name} <${name.toLowerCase().replace(" ", ".")}@meridian.example>
To: sales@ourshop.example
Subject: Quote for 40 valves
Date: Fri, 20 Nov 2026 09:12:00 +0000

Hello,

we are looking for a new supplier and would like a quote for 40 ball valves, DN50, delivered to Leeds in January.
Could you send us your prices and tell us about lead times? We would like to decide by the end of the month.

Kind regards
${name}
Head of Purchasing
Meridian Foods Ltd
+44 20 7946 0321
`;

const NEWSLETTER = `From: Valve Weekly <news@valveweekly.example>
To: sales@ourshop.example
Subject: This week in valves
List-Unsubscribe: <https://valveweekly.example/unsubscribe>
Precedence: bulk

Read about ten trends in valves this year. You receive this newsletter because you subscribed to it.
`;

const notice = (page: Page, text: string | RegExp): Locator =>
  page.getByRole("region", { name: "Notices" }).getByText(text);
const area = (page: Page): Locator => page.getByLabel("Email content");
const analyse = (page: Page): Locator => page.getByRole("button", { name: "Analyze Email for Leads" });
const analysis = (page: Page): Locator => page.getByRole("region", { name: "Analysis" });
const tile = (page: Page, title: string): Promise<string> =>
  page.getByRole("region", { name: title, exact: true }).getByRole("paragraph").innerText();

async function analysed(text: string, options = {}): Promise<Page> {
  const page = await stage.open("/lead-scraper?tab=email", options);
  await area(page).fill(text);
  await analyse(page).click();
  await analysis(page).waitFor();
  return page;
}

describe("analysing a pasted e-mail", () => {
  it("asks for content, and calls nobody without", async () => {
    const page = await stage.open("/lead-scraper?tab=email");
    const sent = sentBodies(page, "POST", /process-email/);
    const { height = 0 } = (await area(page).boundingBox()) ?? {};
    expect(height).toBeGreaterThanOrEqual(200);
    await area(page).fill(" \n ");
    await analyse(page).click();
    await notice(page, "Empty Email").waitFor();
    await notice(page, "Please paste email content to analyze").waitFor();
    expect(sent).toEqual([]);
  });

  it("keeps what was pasted while one looks elsewhere", async () => {
    const page = await stage.open("/lead-scraper?tab=email");
    await area(page).fill("Half of a message");
    await page.getByRole("tab", { name: "Form Integration" }).click();
    await area(page).waitFor({ state: "detached" });
    await page.getByRole("tab", { name: "Email Processing" }).click();
    expect(await area(page).inputValue()).toBe("Half of a message");
    await page.getByRole("link", { name: "Lead Management" }).click();
    await area(page).waitFor({ state: "detached" });
    await page.goBack();
    await area(page).waitFor();
    expect(await area(page).inputValue()).toBe("Half of a message");
    await page.reload();
    await area(page).waitFor();
    expect(await area(page).inputValue()).toBe("");
  });

  it("finds a lead, says who and why, and clears the text", async () => {
    const page = await analysed(inquiry("Ines Gomez"));
    await notice(page, "Lead Detected").waitFor();
    await notice(page, "Ines Gomez was added to the qualification pipeline").waitFor();
    expect(await area(page).inputValue()).toBe("");
    for (const text of ["Lead Detected", "Ines Gomez", "Head of Purchasing", "ines.gomez@meridian.example"]) {
      await analysis(page).getByText(text, { exact: true }).waitFor();
    }
    await analysis(page)
      .getByRole("img", { name: /^Confidence \d+%$/ })
      .waitFor();
    await analysis(page).getByText("What it rests on").click();
    await analysis(page).getByRole("listitem").first().waitFor();
    await expect.poll(() => tile(page, "Email Leads")).toBe("1");
    await analysis(page).getByRole("link", { name: "View Lead" }).click();
    await page.getByRole("dialog", { name: "Ines Gomez" }).waitFor();
  });

  it("says when there is none, and keeps the text", async () => {
    const page = await analysed(NEWSLETTER);
    await notice(page, "No Lead Found").waitFor();
    await notice(page, "This email doesn't appear to contain a business inquiry").waitFor();
    expect(await area(page).inputValue()).toBe(NEWSLETTER);
    await analysis(page).getByText("Not a Lead", { exact: true }).waitFor();
    expect(await analysis(page).getByRole("link", { name: "View Lead" }).count()).toBe(0);
  });

  it("shows that it works, and why it failed", async () => {
    const page = await stage.open("/lead-scraper?tab=email");
    const release = await hold(page, "**/api/process-email");
    await area(page).fill(NEWSLETTER);
    await analyse(page).click();
    await page.getByRole("button", { name: "Analyzing..." }).waitFor();
    release();
    await analysis(page).waitFor();

    await refuse(page, "**/api/process-email", { status: 503, detail: "The store is being moved." });
    await analyse(page).click();
    await notice(page, "Failed to analyze the email").waitFor();
    await notice(page, "The store is being moved.").waitFor();
    expect(await area(page).inputValue()).toBe(NEWSLETTER);
  });
});

describe("correcting an analysis", () => {
  it("makes a lead of what was none, and takes that back", async () => {
    const page = await analysed(NEWSLETTER.replace("Weekly <news", "Monthly <monthly"));
    await analysis(page).getByRole("button", { name: "This is a lead" }).click();
    await analysis(page).getByText("Lead Detected", { exact: true }).waitFor();
    await analysis(page).getByRole("link", { name: "View Lead" }).waitFor();
    await analysis(page).getByRole("button", { name: "Undo correction" }).click();
    await analysis(page).getByText("Not a Lead", { exact: true }).waitFor();
    await analysis(page).getByRole("button", { name: "This is a lead" }).waitFor();
  });

  it("says that it is no lead, and takes that back", async () => {
    const page = await analysed(inquiry("Luis Costa"));
    await analysis(page).getByRole("button", { name: "This is not a lead" }).click();
    await analysis(page).getByText("Not a Lead", { exact: true }).waitFor();
    await analysis(page).getByRole("button", { name: "Undo correction" }).click();
    await analysis(page).getByText("Lead Detected", { exact: true }).waitFor();
  });

  it("stays as it was when the server refuses", async () => {
    const page = await analysed(inquiry("Kira Abel"));
    await refuse(page, /\/api\/gmail\/emails\//, { status: 503, detail: "Try later." });
    await analysis(page).getByRole("button", { name: "This is not a lead" }).click();
    await notice(page, "Failed to save the correction").waitFor();
    await analysis(page).getByText("Lead Detected", { exact: true }).waitFor();
  });
});

describe("connecting a mailbox", () => {
  it("leads to the Gmail set-up", async () => {
    const page = await stage.open("/lead-scraper?tab=email");
    await page.getByRole("link", { name: "Connect Gmail" }).click();
    await page.waitForURL("**/gmail");
  });

  it("tells what Outlook allows, and opens a mailbox with its server filled in", async () => {
    const page = await stage.open("/lead-scraper?tab=email");
    await page.getByRole("button", { name: "Connect Outlook" }).click();
    const outlook = page.getByRole("dialog", { name: "Connect Outlook" });
    await outlook.waitFor();
    expect(await axeFindings(page)).toEqual([]);
    await page.goBack();
    await outlook.waitFor({ state: "detached" });
    await page.goForward();
    await outlook.getByRole("link", { name: "Set up by IMAP" }).click();
    const source = page.getByRole("dialog");
    expect(await source.getByLabel("Type").inputValue()).toBe("email");
    expect(await source.getByLabel("Server").inputValue()).toBe("imaps://outlook.office365.com:993");
  });
});

describe("the tabs", () => {
  it("stand in the address, and Back returns", async () => {
    const page = await stage.open("/lead-scraper");
    const selected = (): Promise<string> => page.getByRole("tab", { selected: true }).innerText();
    await page.getByRole("tab", { name: "Email Processing" }).click();
    await page.waitForURL("**/lead-scraper?tab=email");
    await page.keyboard.press("ArrowRight");
    // The focus moves on a turn later.
    await page
      .locator(":focus")
      .and(page.getByRole("tab", { name: "Form Integration" }))
      .waitFor();
    await page.keyboard.press("Enter");
    await page.waitForURL("**/lead-scraper?tab=forms");
    await page.getByLabel("Webhook URL", { exact: true }).waitFor();
    await page.goBack();
    await area(page).waitFor();
    expect(await selected()).toBe("Email Processing");
    await page.goBack();
    await page.getByLabel("URL").waitFor();
    expect(await selected()).toBe("Website Scraping");
    await page.goto("/lead-scraper?tab=unheard-of");
    await page.getByLabel("URL").waitFor();
  });
});

it("axe finds nothing in an analysis with its reasons, on a phone neither", async () => {
  const page = await analysed(inquiry("Greta Fischer"));
  await analysis(page).getByText("What it rests on").click();
  expect(await axeFindings(page)).toEqual([]);
  const phone = await analysed(inquiry("Margarethe Hohenstein"), PHONE);
  expect(await axeFindings(phone)).toEqual([]);
  expect(await phone.locator("main").evaluate((main) => main.scrollWidth - main.clientWidth)).toBe(0);
});
