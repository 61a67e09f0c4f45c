import type { Locator, Page } from "playwright-core";
import { afterAll, afterEach, beforeAll, describe, expect, it, onTestFinished } from "vitest";
import type { AutomationRules, MailboxConfig, ProcessedEmail } from "#shared/contract/mailbox.ts";
import { hold, refuse, sentBodies, retry } from "#test/e2e/answers.ts";
import { axeFindings, axeFindingsInBothThemes } from "#test/e2e/axe-findings.ts";
import { goInside, NOWHERE, openStage, receivesEvents, type Stage } from "#test/e2e/stage.ts";
import {
  APP_PASSWORD,
  inquiry,
  type MailboxUnderTest,
  newMailbox,
  newsletter,
  REVIEW_RULES,
  unclear,
} from "#test/http/mailbox-under-test.ts";
import { type DovecotPeer, startDovecot } from "#test/peers/dovecot/dovecot-peer.ts";
import { messages } from "#test/peers/dovecot/sample-messages.ts";

const PHONE = { width: 390, height: 844, isTouch: true };
const EMAILS = "/gmail?tab=emails";
const RULES = "/gmail?tab=rules";
const NO_RULES: AutomationRules = { inclusionKeywords: [], exclusionKeywords: [], minimumConfidence: 70 };

let dovecot: DovecotPeer;
let stage: Stage;

beforeAll(async () => {
  dovecot = await startDovecot({ certificate: null });
  stage = await openStage({ env: { WINNOW_IMAP_URL: `imap://127.0.0.1:${dovecot.imapPort}` } });
});
afterAll(() => Promise.all([stage.close(), dovecot.stop()]));
afterEach(() => expect(stage.pageErrors).toEqual([]));

const notice = (page: Page, text: string | RegExp): Locator =>
  page.getByRole("region", { name: "Notices" }).getByText(text, { exact: true });
const undo = (page: Page): Promise<void> =>
  page.getByRole("region", { name: "Notices" }).getByRole("button", { name: "Undo" }).last().click();
const button = (page: Page, name: string | RegExp): Locator => page.getByRole("button", { name, exact: true });
const tab = (page: Page, name: string): Locator => page.getByRole("tab", { name, exact: true });
const field = (page: Page, label: string): Locator => page.getByRole("tabpanel").getByLabel(label, { exact: true });
const status = (page: Page): Locator => page.getByRole("region", { name: "Mailbox status" });
const row = (page: Page, text: string): Locator => page.getByRole("row").filter({ hasText: text });
const isFocused = (element: Locator): Promise<boolean> => element.evaluate((shown) => shown === document.activeElement);
const config = async (): Promise<MailboxConfig> => (await stage.api("GET", "/gmail/config")) as MailboxConfig;
const email = async (subject: string): Promise<ProcessedEmail | undefined> =>
  ((await stage.api("GET", "/gmail/emails")) as ProcessedEmail[]).find((each) => each.subject === subject);

/** Sets up a new mailbox on the screen. */
async function saved(more: object = {}): Promise<MailboxUnderTest> {
  const mailbox = await newMailbox(dovecot);
  await stage.api("POST", "/gmail/config", { ...mailbox.settings, ...more });
  return mailbox;
}

/** Sets up a new mailbox with one inquiry and syncs it. */
async function read(subject: string, writer = "Ann Lee"): Promise<void> {
  const { mail } = await saved();
  const address = `${writer.toLowerCase().replaceAll(" ", ".")}@lee-engineering.example`;
  mail.deliver([{ raw: inquiry({ id: `${crypto.randomUUID()}@lee.example`, subject, name: writer, email: address }) }]);
  await stage.api("POST", "/gmail/sync");
}

async function unfolded(page: Page, subject: string): Promise<Locator> {
  await row(page, subject)
    .getByRole("button", { name: /^Show reasons/u })
    .click();
  return page.getByRole("row").filter({ has: page.getByText("Why?") });
}

describe("setup", () => {
  it("asks for missing values, tests, saves, and never shows the password again", async () => {
    const { settings } = await newMailbox(dovecot);
    const page = await stage.visit("/gmail");
    const sent = sentBodies(page, "POST", /^\/api\/gmail/u);
    await status(page).getByText("Connection Inactive").waitFor();
    await status(page).getByText("Off", { exact: true }).waitFor();
    await expect.poll(() => field(page, "Sync interval").inputValue()).toBe("30");
    await expect.poll(() => field(page, "Labels").inputValue()).toBe("INBOX");
    await expect.poll(() => field(page, "Enabled").isChecked()).toBe(false);
    for (const typed of ["", settings.email]) {
      await field(page, "Email").fill(typed);
      await expect.poll(() => button(page, "Test Connection").isDisabled()).toBe(true);
      await button(page, "Save").click();
      await notice(page, "Missing Information").waitFor();
      await notice(page, "Please fill in email and app password").waitFor();
      await page.getByRole("region", { name: "Notices" }).getByRole("button", { name: "Dismiss" }).click();
    }
    await field(page, "App password").fill("a");
    await expect.poll(() => button(page, "Test Connection").isEnabled()).toBe(true);
    await tab(page, "Email Processing").click();
    await page.getByRole("alertdialog", { name: "Leave without saving?" }).waitFor();
    await button(page, "Leave").click();
    await page.getByText("No emails processed yet").waitFor();
    await expect.poll(() => button(page, "Sync Now").isDisabled()).toBe(true);
    await button(page, "Set up mailbox").click();
    await field(page, "Email").waitFor();
    expect(new URL(page.url()).search).toBe("");
    expect(sent).toEqual([]);

    await field(page, "Email").fill(settings.email);
    await field(page, "App password").fill("wrong");
    await button(page, "Test Connection").click();
    const refusal = /^Authentication failed/u;
    await page.getByRole("alert").getByText(refusal).waitFor();
    await page.getByRole("tabpanel").getByText("Connection failed").waitFor();
    await page.getByRole("tabpanel").getByText(refusal).waitFor();
    await field(page, "App password").fill(APP_PASSWORD);
    await page.getByText("Connection failed").waitFor({ state: "detached" });
    await field(page, "Sync interval").fill("7000");
    const [tested, saving] = [sentBodies(page, "POST", /test$/u), sentBodies(page, "POST", /config$/u)];
    await button(page, "Test Connection").click();
    await page.getByText("Connection successful").waitFor();
    await page.getByText("Folders: INBOX").waitFor();
    await expect.poll(() => page.getByRole("alert").getByText(/./u).count()).toBe(0);
    await button(page, "Save").click();
    await notice(page, "Gmail configuration saved successfully").waitFor();
    expect(saving).toEqual([{ ...(tested[0] as object), version: "" }]);
    expect(tested[0]).toMatchObject({ enabled: false, autoSync: false, syncInterval: 30, labels: "INBOX" });
    await expect.poll(() => field(page, "Sync interval").inputValue()).toBe("30");
    await page.reload();
    await page.getByText("Saved", { exact: true }).waitFor();
    await expect.poll(() => field(page, "Email").inputValue()).toBe(settings.email);
    expect(await page.locator("input[type=password]").count()).toBe(0);
    expect(await page.content()).not.toContain(APP_PASSWORD);
    await button(page, "Test Connection").click();
    await page.getByText("Connection successful").waitFor();
  });

  it("shows since when and why syncing fails, and replaces or keeps the saved password", async () => {
    await saved({ appPassword: "wrong" });
    const page = await stage.visit(EMAILS);
    await button(page, "Sync Now").click();
    await notice(page, "Sync Failed").waitFor();
    await notice(page, "Failed to sync emails. Check your configuration.").waitFor();
    await tab(page, "Setup & Configuration").click();
    await status(page)
      .getByText(/^Failing since/u)
      .waitFor();
    await status(page)
      .getByText(/^Authentication failed/u)
      .waitFor();

    await button(page, "Replace App password").click();
    await expect.poll(() => isFocused(field(page, "App password"))).toBe(true);
    await expect.poll(() => button(page, "Test Connection").isDisabled()).toBe(true);
    await button(page, "Save").click();
    await notice(page, "Missing Information").waitFor();
    await button(page, "Keep saved App password").click();
    await field(page, "Auto-sync").check();
    const problem = { status: 500, detail: "The disk is full." };
    const relent = await refuse(page, "**/api/gmail/config", problem, "POST");
    const sent = sentBodies(page, "POST", /config$/u);
    await button(page, "Save").click();
    await notice(page, "Failed to save Gmail configuration").waitFor();
    await notice(page, "The disk is full.").waitFor();
    expect(sent).toHaveLength(1);
    expect(JSON.stringify(sent)).not.toContain("appPassword");
    await relent();

    await button(page, "Replace App password").click();
    await field(page, "App password").fill(APP_PASSWORD);
    await button(page, "Save").click();
    await notice(page, "Gmail configuration saved successfully").waitFor();
    await status(page).getByText(/^On/u).waitFor();
    await status(page).getByText("Connection Active").waitFor();
    await status(page).getByText("On, in real time").waitFor();
  });

  it("shows loading notes, then why loading failed, then retries", async () => {
    const page = await stage.open(NOWHERE);
    const problem = { status: 503, detail: "The store is being moved." };
    const restore = await refuse(page, "**/api/gmail/config", problem);
    const restoreEmails = await refuse(page, "**/api/gmail/emails*", problem);
    const release = await hold(page, "**/api/gmail/*");
    await goInside(page, "/gmail");
    await page.getByText("Loading the mailbox").waitFor({ state: "attached" });
    await tab(page, "Email Processing").click();
    await page.getByText("Loading the emails").waitFor({ state: "attached" });
    release();
    await page.getByText("Couldn't load emails").waitFor();
    await page.getByText("The store is being moved.").waitFor();
    await retry(button(page, "Try again"), restoreEmails);
    // Depends on which tests ran before.
    await page.getByRole("table").or(page.getByText("No emails processed yet")).waitFor();
    await tab(page, "Setup & Configuration").click();
    await page.getByText("Couldn't load the mailbox").waitFor();
    await retry(button(page, "Try again"), restore);
    await page.getByLabel("App password").first().waitFor();
  });
});

describe("processing emails", () => {
  it("syncs, shows each message with its reasons, and corrects a verdict until that is undone", async () => {
    const { mail } = await saved();
    const subject = "Quote for the north";
    mail.deliver([{ raw: inquiry({ subject }) }, { raw: newsletter("north@news.example") }]);
    const page = await stage.visit(EMAILS);
    await button(page, "Sync Now").click();
    await notice(page, "Sync Complete").waitFor();
    await notice(page, "Processed 2 emails, found 1 new leads").waitFor();
    await expect
      .poll(() => page.getByRole("columnheader").allInnerTexts())
      .toEqual(["From", "Lead Name", "Subject", "Status", "Confidence", "Date", "Actions"]);
    const { confidence, leadId, reasons } = (await email(subject))!;
    const found = row(page, subject);
    await found.getByText("Lead Detected").waitFor();
    await found.getByText("ann@lee-engineering.example").waitFor();
    await found.getByRole("img", { name: `Confidence ${confidence}%` }).waitFor();
    await found.getByText("Just now").waitFor();
    await row(page, "Pricing, demos and quotes").getByText("Not a Lead").waitFor();

    const detail = await unfolded(page, subject);
    await expect.poll(() => detail.getByRole("listitem").allInnerTexts()).toEqual(reasons.map(({ text }) => text));
    await button(page, "This is not a lead").click();
    // A hovered notice stays.
    await notice(page, "Marked as not a lead").hover();
    await found.getByText("Decided manually").waitFor();
    await found.getByText("Not a Lead").waitFor();
    await undo(page);
    await found.getByText("Lead Detected").waitFor();

    await button(page, "This is not a lead").click();
    await tab(page, "Automation Rules").click();
    const learned = page.getByRole("list", { name: "Corrections" }).getByRole("listitem");
    await learned.filter({ hasText: "marked as not a lead" }).getByText(subject, { exact: true }).waitFor();
    await learned.getByText(/^\d+% → \d+%$/u).waitFor();
    await page.getByText("How this works").click();
    await page.getByText("Less likely a lead").waitFor();
    await button(page, `Undo the correction of ${subject}`).click();
    await page.getByText("No corrections yet").waitFor();
    await tab(page, "Email Processing").click();
    await found.getByText("Lead Detected").waitFor();
    await expect.poll(() => page.getByText("Decided manually").count()).toBe(0);

    await found.getByRole("link", { name: "Ann Lee" }).click();
    await page.waitForURL(`**/leads/${leadId}`);
    await page.getByRole("dialog", { name: "Ann Lee" }).waitFor();
  });
});

describe("automation rules", () => {
  it("are saved, also after a failure, and emails with an excluded keyword are not leads", async () => {
    onTestFinished(() => stage.api("PUT", "/gmail/rules", NO_RULES).then(() => undefined));
    const page = await stage.visit(RULES);
    await expect.poll(() => field(page, "Minimum confidence score").inputValue()).toBe("70");
    await field(page, "Minimum confidence score").fill("101");
    await button(page, "Save rules").click();
    await page.getByRole("alert").getByText(/100/u).waitFor();
    await field(page, "Inclusion keywords (optional)").fill("quote, , demo ");
    await field(page, "Exclusion keywords (optional)").fill("licences");
    await field(page, "Minimum confidence score").fill("60");
    const relent = await refuse(page, "**/api/gmail/rules", { status: 500, detail: "The disk is full." }, "PUT");
    await button(page, "Save rules").click();
    await notice(page, "Failed to save automation rules").waitFor();
    await notice(page, "The disk is full.").waitFor();
    await relent();
    await button(page, "Save rules").click();
    await notice(page, "Automation rules saved successfully").waitFor();
    expect((await config()).rules).toMatchObject({
      inclusionKeywords: ["quote", "demo"],
      exclusionKeywords: ["licences"],
      minimumConfidence: 60,
    });
    await expect.poll(() => field(page, "Inclusion keywords (optional)").inputValue()).toBe("quote, demo");

    await receivesEvents(page);
    await read("Quote for the west", "Wes West");
    await tab(page, "Email Processing").click();
    await row(page, "Quote for the west").getByText("Not a Lead").waitFor();
    const detail = await unfolded(page, "Quote for the west");
    await detail
      .getByText(/licences/u)
      .first()
      .waitFor();
  });
});

it("works with the keyboard only", async () => {
  await read("Quote for the keys", "Kay Keys");
  const page = await stage.visit("/gmail");
  // Sync Now can't be focused before the configuration has loaded.
  await field(page, "Email").waitFor();
  await tab(page, "Setup & Configuration").focus();
  await page.keyboard.press("ArrowRight");
  await expect.poll(() => isFocused(tab(page, "Email Processing"))).toBe(true);
  await page.keyboard.press("Enter");
  await row(page, "Quote for the keys").waitFor();
  await expect.poll(() => button(page, "Sync Now").isEnabled()).toBe(true);
  await page.keyboard.press("Tab");
  await page.keyboard.press("Tab");
  await expect.poll(() => page.evaluate(() => document.activeElement?.outerHTML)).toMatch(/^<button.*Sync Now/u);
  await page.keyboard.press("Enter");
  await notice(page, "Sync Complete").waitFor();
  await expect.poll(() => isFocused(button(page, "Sync Now"))).toBe(true);
  // Past the filter, the lead and the message.
  for (const _ of [1, 2, 3, 4]) await page.keyboard.press("Tab");
  await expect.poll(() => isFocused(row(page, "Quote for the keys").getByRole("button"))).toBe(true);
  await page.keyboard.press("Enter");
  await page.keyboard.press("Tab");
  await page.keyboard.press("Enter");
  await notice(page, "Marked as not a lead").waitFor();
  await expect.poll(() => isFocused(button(page, "Undo correction"))).toBe(true);
  // Ignores keys while it is busy.
  await expect.poll(() => button(page, "Undo correction").isEnabled()).toBe(true);
  await page.keyboard.press("Enter");
  await notice(page, "Correction undone").waitFor();
  await expect.poll(() => isFocused(button(page, "This is not a lead"))).toBe(true);
});

describe("a data source of type email", () => {
  it("is another mailbox: tested, added, synced automatically, and edited without its password", async () => {
    const { mail, settings } = await newMailbox(dovecot);
    const fair = { id: "fair@lee.example", subject: "Quote at the fair", name: "Fay Fair", email: "fay@fair.example" };
    mail.deliver([{ raw: inquiry(fair) }, { raw: newsletter("fair@news.example") }]);
    const page = await stage.visit(`/data-sources?new&type=email&server=${encodeURIComponent(settings.server)}`);
    await receivesEvents(page);
    const dialog = page.getByRole("dialog");
    const press = (name: string): Promise<void> => dialog.getByRole("button", { name, exact: true }).click();
    await expect.poll(() => dialog.getByLabel("Server").inputValue()).toBe(settings.server);
    await dialog.getByLabel("Name").fill("Fair inbox");
    await dialog.getByLabel("Mailbox address").fill(settings.email);
    await dialog.getByLabel("Password or app password").fill(APP_PASSWORD);
    await press("Test Connection");
    await notice(page, "Connection test successful").waitFor();
    await dialog.getByText("Connection successful").waitFor();
    await press("Add data source");
    await notice(page, "Data source created successfully").waitFor();

    const added = page.getByRole("listitem").filter({ hasText: "Fair inbox" });
    await added.getByText(settings.email).waitFor();
    await added.getByText("2 messages read: 1 new, 1 skipped").waitFor();
    await added.getByRole("link", { name: "View all emails" }).waitFor();
    await button(page, "Sync Leads Now").click();
    await notice(page, "Processed 0 leads successfully").waitFor();

    await button(page, "Edit Fair inbox").click();
    await dialog.getByText("Saved", { exact: true }).waitFor();
    const sent = sentBodies(page, "PATCH", /^\/api\/data-sources/u);
    await dialog.getByLabel("Name").fill("Inbox of the fair");
    await press("Save changes");
    await notice(page, "Data source updated successfully").waitFor();
    expect(JSON.stringify(sent)).not.toContain("appPassword");

    await goInside(page, EMAILS);
    await row(page, "Quote at the fair").getByRole("link", { name: "Fay Fair" }).waitFor();
  });
});

it("has no accessibility violations on a phone and doesn't scroll sideways", async () => {
  await read("Quote on a phone", "Lou Phone");
  const page = await stage.visit(EMAILS, PHONE);
  const fits = (): Promise<number> => page.locator("main").evaluate((main) => main.scrollWidth - main.clientWidth);
  await unfolded(page, "Quote on a phone");
  await button(page, "This is not a lead").click();
  await notice(page, "Marked as not a lead").waitFor();
  expect(await axeFindingsInBothThemes(page)).toEqual([]);
  await expect.poll(fits).toBe(0);
  await tab(page, "Automation Rules").click();
  await page.getByText("How this works").click();
  await page.getByText("Less likely a lead").waitFor();
  expect(await axeFindings(page)).toEqual([]);
  await expect.poll(fits).toBe(0);
  await button(page, "Undo the correction of Quote on a phone").click();
  await page.getByText("No corrections yet").waitFor();
  await tab(page, "Setup & Configuration").click();
  await button(page, "Test Connection").click();
  await page.getByText("Connection successful").waitFor();
  await expect.poll(fits).toBe(0);
});

// After the others, because its corrections stay and change how their emails are classified.
it("decides unclear emails one by one with a key each, and undoes it", async () => {
  const queue = (page: Page): Locator => page.getByRole("list", { name: "Emails to review" });
  const link = (page: Page, name: string): Locator => queue(page).getByRole("link", { name: `From ${name}` });
  const leadsOf = (name: string): Promise<unknown> => stage.api("GET", `/leads?limit=5&search=${name}`);
  await stage.api("PUT", "/gmail/rules", REVIEW_RULES);
  for (const name of ["Ada", "Bea", "Cleo", "Dana"]) {
    const address = `${name.toLowerCase()}@review.example`;
    const content = unclear({ id: crypto.randomUUID(), subject: `From ${name}`, name: `${name} Lee`, email: address });
    await stage.api("POST", "/process-email", { content });
  }
  const page = await stage.visit(EMAILS);
  await page.getByRole("tab", { name: "Email Processing 4 to review" }).waitFor();
  await page.getByText("Needs review 4", { exact: true }).click();
  await expect.poll(() => new URL(page.url()).search).toBe("?tab=emails&show=review");
  await link(page, "Dana").waitFor();
  expect(await axeFindings(page)).toEqual([]);
  await page.keyboard.press("?");
  await page.getByRole("dialog").getByText("Mark the email as not a lead").waitFor();
  await page.keyboard.press("Escape");
  await page.getByRole("dialog").waitFor({ state: "detached" });

  await page.keyboard.press("Enter");
  await page.getByRole("dialog", { name: "Message" }).getByText("book a demo").waitFor();
  const restore = await refuse(page, /\/emails\/\d+$/u, { status: 503, detail: "Try later." }, "PATCH");
  // On a busy machine the message may take keys only a moment after its text is there.
  const message = page.getByRole("dialog", { name: "Message" });
  await expect
    .poll(async () => {
      if ((await message.count()) > 0) await page.keyboard.press("l");
      return message.count();
    })
    .toBe(0);
  await notice(page, "Failed to save the correction").waitFor();
  await link(page, "Dana").waitFor();
  await restore();

  await link(page, "Dana").focus();
  await page.keyboard.press("j");
  await expect.poll(() => isFocused(link(page, "Cleo"))).toBe(true);
  await page.keyboard.press("l");
  // A hovered notice stays.
  await notice(page, "Marked as a lead").hover();
  await expect.poll(() => isFocused(link(page, "Bea"))).toBe(true);
  await page.getByText("Needs review 3", { exact: true }).waitFor();
  await expect.poll(() => leadsOf("Cleo")).toHaveLength(1);
  await undo(page);
  await link(page, "Cleo").waitFor();
  await expect.poll(() => leadsOf("Cleo")).toEqual([]);

  await link(page, "Bea").focus();
  await page.keyboard.press("n");
  await notice(page, "Marked as not a lead").waitFor();
  await expect.poll(() => isFocused(link(page, "Ada"))).toBe(true);
  await queue(page)
    .getByRole("button", { name: /^Lead\b.*From Cleo$/u })
    .click();
  await expect.poll(() => isFocused(link(page, "Ada"))).toBe(true);
  await page.getByText("All", { exact: true }).click();
  await row(page, "From Bea").getByText("Not a Lead").waitFor();
  await row(page, "From Cleo").getByText("Lead Detected").waitFor();
  await row(page, "From Dana").getByText("Needs review").waitFor();

  await page.goBack();
  await link(page, "Ada").focus();
  await page.keyboard.press("n");
  await expect.poll(() => isFocused(link(page, "Dana"))).toBe(true);
  await page.keyboard.press("n");
  await page.getByText("Nothing to review").waitFor();
  await page.getByRole("tab", { name: "Email Processing", exact: true }).waitFor();
  expect(await leadsOf("Bea")).toEqual([]);
});

describe("many emails", () => {
  it("shows the progress of a sync started elsewhere and cancels it", async () => {
    const { mail } = await saved();
    mail.deliver(messages(2_000, "many"));
    const page = await stage.visit(EMAILS);
    await button(page, "Sync Now").waitFor();
    await receivesEvents(page);
    const synced = stage.api("POST", "/gmail/sync");
    await button(page, "Syncing...").waitFor();
    await page.getByRole("progressbar").waitFor();
    await button(page, "Cancel sync").click();
    expect(await synced).toMatchObject({ canceled: true });
    await page.getByRole("progressbar").waitFor({ state: "detached" });
    await expect.poll(() => isFocused(button(page, "Sync Now"))).toBe(true);
  });

  it("shows more emails on request", async () => {
    const { mail } = await saved();
    mail.deliver(messages(60, "pages"));
    await stage.api("POST", "/gmail/sync");
    const page = await stage.visit(EMAILS);
    // Includes the header.
    await expect.poll(() => page.getByRole("row").count()).toBe(51);
    await button(page, "Show more").click();
    await expect.poll(() => page.getByRole("row").count()).toBeGreaterThan(60);
  });
});
