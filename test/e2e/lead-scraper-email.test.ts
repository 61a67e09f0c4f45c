import type { Locator, Page } from "playwright-core";
import { afterAll, afterEach, beforeAll, describe, expect, it, onTestFinished } from "vitest";
import { hold, refuse, sentBodies } from "#test/e2e/answers.ts";
import { axeFindings } from "#test/e2e/axe-findings.ts";
import { goInside, openStage, type Stage } from "#test/e2e/stage.ts";
import { REVIEW_RULES, unclear } from "#test/http/mailbox-under-test.ts";

const PHONE = { width: 390, height: 844, isTouch: true };

let stage: Stage;

beforeAll(async () => {
  stage = await openStage();
});
afterAll(() => stage.close());
afterEach(() => expect(stage.pageErrors).toEqual([]));

/** A business inquiry; each name makes a separate message. */
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
const analyze = (page: Page): Locator => page.getByRole("button", { name: "Analyze Email for Leads" });
const analysis = (page: Page): Locator => page.getByRole("region", { name: "Analysis" });
const tile = (page: Page, title: string): Promise<string> =>
  page.getByRole("region", { name: title, exact: true }).getByRole("paragraph").innerText();

async function analyzed(text: string, options = {}): Promise<Page> {
  const page = await stage.visit("/lead-scraper?tab=email", options);
  await area(page).fill(text);
  await analyze(page).click();
  await analysis(page).waitFor();
  return page;
}

it("opens tabs by URL and keyboard, and keeps a pasted email while others are open, and over a reload", async () => {
  const page = await stage.visit("/lead-scraper");
  const selected = (): Promise<string> => page.getByRole("tab", { selected: true }).innerText();
  await page.getByRole("tab", { name: "Email Processing" }).click();
  await page.waitForURL("**/lead-scraper?tab=email");
  await area(page).fill("Half of a message");
  await page.getByRole("tab", { name: "Email Processing" }).focus();
  await page.keyboard.press("ArrowRight");
  // The focus moves in a timeout.
  await page
    .locator(":focus")
    .and(page.getByRole("tab", { name: "Form Integration" }))
    .waitFor();
  await page.keyboard.press("Enter");
  await page.waitForURL("**/lead-scraper?tab=forms");
  await page.getByLabel("Webhook URL", { exact: true }).waitFor();
  await page.goBack();
  await area(page).waitFor();
  expect(await area(page).inputValue()).toBe("Half of a message");
  expect(await selected()).toBe("Email Processing");
  await page.goBack();
  await page.getByLabel("URL").waitFor();
  expect(await selected()).toBe("Website Scraping");
  await goInside(page, "/lead-scraper?tab=unheard-of");
  await page.getByLabel("URL").waitFor();

  await page.getByRole("link", { name: "Lead Management" }).click();
  await page.getByLabel("URL").waitFor({ state: "detached" });
  await goInside(page, "/lead-scraper?tab=email");
  await area(page).waitFor();
  expect(await area(page).inputValue()).toBe("Half of a message");
  await page.reload();
  await area(page).waitFor();
  expect(await area(page).inputValue()).toBe("Half of a message");
});

describe("analyzing a pasted email", () => {
  it("asks for content, reports a failure, and corrects an email that is not a lead until undone", async () => {
    const page = await stage.visit("/lead-scraper?tab=email");
    const sent = sentBodies(page, "POST", /process-email/);
    const { height = 0 } = (await area(page).boundingBox()) ?? {};
    expect(height).toBeGreaterThanOrEqual(200);
    await area(page).fill(" \n ");
    await analyze(page).click();
    await notice(page, "Empty Email").waitFor();
    await notice(page, "Please paste email content to analyze").waitFor();
    expect(sent).toEqual([]);

    const problem = { status: 503, detail: "The store is being moved." };
    const relent = await refuse(page, "**/api/process-email", problem);
    const release = await hold(page, "**/api/process-email");
    await area(page).fill(NEWSLETTER);
    await analyze(page).click();
    await page.getByRole("button", { name: "Analyzing..." }).waitFor();
    release();
    await notice(page, "Failed to analyze the email").waitFor();
    await notice(page, "The store is being moved.").waitFor();
    expect(await area(page).inputValue()).toBe(NEWSLETTER);

    await relent();
    await analyze(page).click();
    await notice(page, "No Lead Found").waitFor();
    await notice(page, "This email doesn't appear to contain a business inquiry").waitFor();
    expect(await area(page).inputValue()).toBe(NEWSLETTER);
    await analysis(page).getByText("Not a Lead", { exact: true }).waitFor();
    expect(await analysis(page).getByRole("link", { name: "View lead" }).count()).toBe(0);

    await analysis(page).getByRole("button", { name: "This is a lead" }).click();
    await analysis(page).getByText("Lead Detected", { exact: true }).waitFor();
    await analysis(page).getByRole("link", { name: "View lead" }).waitFor();
    await analysis(page).getByRole("button", { name: "Undo correction" }).click();
    await analysis(page).getByText("Not a Lead", { exact: true }).waitFor();
    await analysis(page).getByRole("button", { name: "This is a lead" }).waitFor();
  });

  it("finds a lead, explains why, clears the text, and corrects it until undone", async () => {
    const page = await stage.visit("/lead-scraper?tab=email");
    const before = Number(await tile(page, "Email Leads"));
    await area(page).fill(inquiry("Ines Gomez"));
    await analyze(page).click();
    await notice(page, "Lead Detected").waitFor();
    await notice(page, "Ines Gomez was added to the qualification pipeline").waitFor();
    expect(await area(page).inputValue()).toBe("");
    for (const text of ["Lead Detected", "Ines Gomez", "Head of Purchasing", "ines.gomez@meridian.example"]) {
      await analysis(page).getByText(text, { exact: true }).waitFor();
    }
    await analysis(page)
      .getByRole("img", { name: /^Confidence \d+%$/ })
      .waitFor();
    await analysis(page).getByText("Why?").waitFor();
    expect(await analysis(page).getByRole("listitem").count()).toBeLessThanOrEqual(3);
    await expect.poll(() => tile(page, "Email Leads")).toBe(String(before + 1));

    const relent = await refuse(page, /\/api\/gmail\/emails\//, { status: 503, detail: "Try later." });
    await analysis(page).getByRole("button", { name: "This is not a lead" }).click();
    await notice(page, "Failed to save the correction").waitFor();
    await analysis(page).getByText("Lead Detected", { exact: true }).waitFor();
    await relent();
    await analysis(page).getByRole("button", { name: "This is not a lead" }).click();
    await analysis(page).getByText("Not a Lead", { exact: true }).waitFor();
    await analysis(page).getByRole("button", { name: "Undo correction" }).click();
    await analysis(page).getByText("Lead Detected", { exact: true }).waitFor();

    await analysis(page).getByRole("link", { name: "View lead" }).click();
    await page.getByRole("dialog", { name: "Ines Gomez" }).waitFor();
  });

  it("lets an unclear email be decided", async () => {
    await stage.api("PUT", "/gmail/rules", REVIEW_RULES);
    onTestFinished(() =>
      stage.api("PUT", "/gmail/rules", { ...REVIEW_RULES, minimumConfidence: 70 }).then(() => undefined),
    );
    const page = await analyzed(unclear({ name: "Nora Berg", email: "nora@berg.example" }));
    await notice(page, "Needs review").waitFor();
    await analysis(page).getByText("Needs review", { exact: true }).waitFor();
    await analysis(page).getByRole("button", { name: "Not a lead" }).click();
    await analysis(page).getByText("Not a Lead", { exact: true }).waitFor();
    await analysis(page).getByRole("button", { name: "Undo correction" }).click();
    await analysis(page).getByText("Needs review", { exact: true }).waitFor();
    await analysis(page).getByRole("button", { name: "This is a lead" }).click();
    await analysis(page).getByRole("link", { name: "View lead" }).waitFor();
    await analysis(page).getByRole("button", { name: "Undo correction" }).click();
    await analysis(page).getByRole("link", { name: "View lead" }).waitFor({ state: "detached" });
  });

  it("asks right away for a lead's missing contact details and saves them", async () => {
    const page = await analyzed(
      "We are looking for a new supplier and would like a quote for 40 ball valves, delivered to Leeds in January. Could you send us your prices and tell us about lead times?",
    );
    const contact = analysis(page).getByRole("form", { name: "Missing contact details" });
    const save = (): Promise<void> => contact.getByRole("button", { name: "Save contact details" }).click();
    await notice(page, "The lead was added to the qualification pipeline").waitFor();
    await save();
    await contact.getByText("Enter an email or phone").waitFor();
    await contact.getByLabel("Email").fill("ann@@meridian.example");
    await contact.getByLabel("Phone").fill("call me");
    await save();
    await contact.getByText("Enter a valid email").waitFor();
    await contact.getByText("Enter a valid phone number").waitFor();
    await stage.api("POST", "/leads", { name: "Taken", email: "taken@meridian.example" });
    await contact.getByLabel("Email").fill("taken@meridian.example");
    await contact.getByLabel("Phone").fill("");
    await save();
    await contact.getByText("Another lead has this email address.").waitFor();
    expect(await axeFindings(page)).toEqual([]);

    await contact.getByLabel("Email").fill("ann@meridian.example");
    await save();
    await notice(page, "Contact details saved").waitFor();
    await analysis(page).getByText("ann@meridian.example").waitFor();
    expect(await contact.getByLabel("Email").count()).toBe(0);
    await contact.getByLabel("Phone").fill("+44 20 7946 0321");
    await save();
    await contact.waitFor({ state: "detached" });
    await analysis(page).getByRole("link", { name: "View lead" }).click();
    await page.getByRole("dialog").getByText("+44 20 7946 0321").first().waitFor();
  });
});

it("links to the Gmail setup, and explains what Outlook allows before its server is filled in", async () => {
  const page = await stage.visit("/lead-scraper?tab=email");
  await page.getByRole("link", { name: "Connect Gmail" }).click();
  await page.waitForURL("**/gmail");
  await page.goBack();
  await page.getByRole("button", { name: "Connect Outlook" }).click();
  const outlook = page.getByRole("dialog", { name: "Connect Outlook" });
  await outlook.waitFor();
  expect(await axeFindings(page)).toEqual([]);
  await page.goBack();
  await outlook.waitFor({ state: "detached" });
  await page.goForward();
  await outlook.getByRole("link", { name: "Set up IMAP" }).click();
  const source = page.getByRole("dialog");
  expect(await source.getByLabel("Type").inputValue()).toBe("email");
  expect(await source.getByLabel("Server").inputValue()).toBe("imaps://outlook.office365.com:993");
});

it("fits a phone with an analysis and its reasons, and passes axe", async () => {
  const page = await analyzed(inquiry("Margarethe Hohenstein"), PHONE);
  expect(await axeFindings(page)).toEqual([]);
  expect(await page.locator("main").evaluate((main) => main.scrollWidth - main.clientWidth)).toBe(0);
});
