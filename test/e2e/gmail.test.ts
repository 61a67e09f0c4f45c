import type { Locator, Page } from "playwright-core";
import { afterAll, afterEach, beforeAll, describe, expect, it, onTestFinished } from "vitest";
import type { AutomationRules, MailboxConfig, ProcessedEmail } from "#shared/contract/mailbox.ts";
import { hold, refuse, sentBodies } from "#test/e2e/answers.ts";
import { axeFindings } from "#test/e2e/axe-findings.ts";
import { openStage, type Stage } from "#test/e2e/stage.ts";
import { APP_PASSWORD, inquiry, type MailboxUnderTest, newMailbox, newsletter } from "#test/http/mailbox-under-test.ts";
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
  page.getByRole("region", { name: "Notices" }).getByRole("button", { name: "Undo" }).click();
const button = (page: Page, name: string | RegExp): Locator => page.getByRole("button", { name, exact: true });
const tab = (page: Page, name: string): Locator => page.getByRole("tab", { name, exact: true });
const field = (page: Page, label: string): Locator => page.getByRole("tabpanel").getByLabel(label, { exact: true });
const status = (page: Page): Locator => page.getByRole("region", { name: "Mailbox status" });
const row = (page: Page, text: string): Locator => page.getByRole("row").filter({ hasText: text });
const isFocused = (element: Locator): Promise<boolean> => element.evaluate((shown) => shown === document.activeElement);
const config = async (): Promise<MailboxConfig> => (await stage.api("GET", "/gmail/config")) as MailboxConfig;
const email = async (subject: string): Promise<ProcessedEmail | undefined> =>
  ((await stage.api("GET", "/gmail/emails")) as ProcessedEmail[]).find((each) => each.subject === subject);

/** A mailbox that the screen is set up with. */
async function saved(more: object = {}): Promise<MailboxUnderTest> {
  const mailbox = await newMailbox(dovecot);
  await stage.api("POST", "/gmail/config", { ...mailbox.settings, ...more });
  return mailbox;
}

/** A mailbox with one inquiry of this subject, which has been read. */
async function read(subject: string, writer = "Ann Lee"): Promise<void> {
  const { mail } = await saved();
  const address = `${writer.toLowerCase().replaceAll(" ", ".")}@lee-engineering.example`;
  mail.deliver([{ raw: inquiry({ id: `${crypto.randomUUID()}@lee.example`, subject, name: writer, email: address }) }]);
  await stage.api("POST", "/gmail/sync");
}

async function unfolded(page: Page, subject: string): Promise<Locator> {
  await row(page, subject)
    .getByRole("button", { name: /^Show why/u })
    .click();
  return page.getByRole("row").filter({ has: page.getByText("What it rests on") });
}

describe("setting it up", () => {
  it("asks for what is missing, and tests and syncs nothing before", async () => {
    const page = await stage.open("/gmail");
    const sent = sentBodies(page, "POST", /^\/api\/gmail/u);
    await status(page).getByText("Connection Inactive").waitFor();
    await status(page).getByText("Off", { exact: true }).waitFor();
    expect(await field(page, "Sync interval").inputValue()).toBe("30");
    expect(await field(page, "Labels").inputValue()).toBe("INBOX");
    expect(await field(page, "Enabled").isChecked()).toBe(false);
    for (const typed of ["", "sales@acme.example"]) {
      await field(page, "Email").fill(typed);
      expect(await button(page, "Test Connection").isDisabled()).toBe(true);
      await button(page, "Save").click();
      await notice(page, "Missing Information").waitFor();
      await notice(page, "Please fill in email and app password").waitFor();
      await page.getByRole("region", { name: "Notices" }).getByRole("button", { name: "Dismiss" }).click();
    }
    await field(page, "App password").fill("a");
    expect(await button(page, "Test Connection").isEnabled()).toBe(true);
    expect(sent).toEqual([]);

    await tab(page, "Email Processing").click();
    await page.getByRole("alertdialog", { name: "Discard your changes?" }).waitFor();
    await button(page, "Discard").click();
    await page.getByText("No emails processed yet").waitFor();
    expect(await button(page, "Sync Now").isDisabled()).toBe(true);
    await button(page, "Set Up Mailbox").click();
    await field(page, "Email").waitFor();
    expect(new URL(page.url()).search).toBe("");
  });

  it("tells in the server's words how a test went, saves, and never shows the password again", async () => {
    const { settings } = await newMailbox(dovecot);
    const page = await stage.open("/gmail");
    await field(page, "Email").fill(settings.email);
    await field(page, "App password").fill("wrong");
    await button(page, "Test Connection").click();
    const refusal = /^Authentication failed/u;
    await page.getByRole("alert").getByText(refusal).waitFor();
    await page.getByRole("tabpanel").getByText("The connection does not work").waitFor();
    await page.getByRole("tabpanel").getByText(refusal).waitFor();
    await field(page, "App password").fill(APP_PASSWORD);
    await page.getByText("The connection does not work").waitFor({ state: "detached" });
    await button(page, "Test Connection").click();
    await page.getByText("The connection works").waitFor();
    await page.getByText("Folders: INBOX").waitFor();
    expect(await page.getByRole("alert").getByText(/./u).count()).toBe(0);

    await field(page, "Sync interval").fill("7000");
    await button(page, "Save").click();
    await notice(page, "Gmail configuration saved successfully").waitFor();
    expect(await field(page, "Sync interval").inputValue()).toBe("30");
    await page.reload();
    await page.getByText("Saved", { exact: true }).waitFor();
    expect(await field(page, "Email").inputValue()).toBe(settings.email);
    expect(await page.locator("input[type=password]").count()).toBe(0);
    expect(await page.content()).not.toContain(APP_PASSWORD);
    await button(page, "Test Connection").click();
    await page.getByText("The connection works").waitFor();
  });

  it("takes 30 minutes for an interval that cannot be, and keeps the saved password", async () => {
    await saved({ syncInterval: 45 });
    const page = await stage.open("/gmail");
    const sent = sentBodies(page, "POST", /config$/u);
    for (const typed of ["", "4", "1441", "6.5"]) {
      await field(page, "Sync interval").fill(typed);
      await button(page, "Save").click();
      await expect.poll(() => field(page, "Sync interval").inputValue()).toBe("30");
    }
    expect(sent).toHaveLength(4);
    for (const body of sent) expect(body).toMatchObject({ syncInterval: 30 });
    expect(JSON.stringify(sent)).not.toContain("appPassword");
    expect(await config()).toMatchObject({ syncInterval: 30, hasAppPassword: true });
  });

  it("replaces the saved password, or keeps it after all", async () => {
    await saved();
    const page = await stage.open("/gmail");
    await button(page, "Replace App password").click();
    expect(await isFocused(field(page, "App password"))).toBe(true);
    expect(await button(page, "Test Connection").isDisabled()).toBe(true);
    await button(page, "Save").click();
    await notice(page, "Missing Information").waitFor();
    await button(page, "Keep saved App password").click();
    await field(page, "Auto-sync").check();
    await button(page, "Save").click();
    await notice(page, "Gmail configuration saved successfully").waitFor();
    await status(page).getByText(/^On/u).waitFor();
    await status(page).getByText("Connection Active").waitFor();
    await status(page).getByText("On, new mail at once").waitFor();
  });

  it("says since when and why it fails, and that saving failed", async () => {
    await saved({ appPassword: "wrong" });
    const page = await stage.open(EMAILS);
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
    await refuse(page, "**/api/gmail/config", { status: 500, detail: "The disk is full." }, "POST");
    await field(page, "Labels").fill("INBOX, Sales");
    await button(page, "Save").click();
    await notice(page, "Failed to save Gmail configuration").waitFor();
    await notice(page, "The disk is full.").waitFor();
  });

  it("says that it is loading, then that it failed and why, then tries again", async () => {
    const page = await stage.open("about:blank");
    const release = await hold(page, "**/api/gmail/*");
    await page.goto("/gmail");
    await page.getByText("Loading the mailbox").waitFor({ state: "attached" });
    await tab(page, "Email Processing").click();
    await page.getByText("Loading the emails").waitFor({ state: "attached" });
    release();
    const relent = await refuse(page, "**/api/gmail/config", { status: 503, detail: "The store is being moved." });
    await page.goto("/gmail");
    await page.getByText("The mailbox could not be loaded").waitFor();
    await page.getByText("The store is being moved.").waitFor();
    await relent();
    await button(page, "Try again").click();
    await field(page, "Email").waitFor();
  });
});

describe("processing e-mails", () => {
  it("syncs, and shows each message in all of its columns", async () => {
    const { mail } = await saved({ enabled: false });
    mail.deliver([{ raw: inquiry({ subject: "Quote for the north" }) }, { raw: newsletter("north@news.example") }]);
    const page = await stage.open("/gmail");
    await field(page, "Enabled").check();
    await button(page, "Save").click();
    await notice(page, "Gmail configuration saved successfully").waitFor();
    await tab(page, "Email Processing").click();
    await button(page, "Sync Now").click();
    await notice(page, "Sync Complete").waitFor();
    await notice(page, "Processed 2 emails, found 1 new leads").waitFor();

    expect(await page.getByRole("columnheader").allInnerTexts()).toEqual([
      "From",
      "Lead Name",
      "Subject",
      "Status",
      "Confidence",
      "Date",
      "Actions",
    ]);
    const { confidence, leadId } = (await email("Quote for the north"))!;
    const found = row(page, "Quote for the north");
    await found.getByText("Lead Detected").waitFor();
    await found.getByText("ann@lee-engineering.example").waitFor();
    await found.getByRole("img", { name: `Confidence ${confidence}%` }).waitFor();
    await found.getByText("Just now").waitFor();
    await row(page, "Pricing, demos and quotes").getByText("Not a Lead").waitFor();
    await found.getByRole("link", { name: "Ann Lee" }).click();
    await page.waitForURL(`**/leads/${leadId}`);
    await page.getByRole("dialog", { name: "Ann Lee" }).waitFor();
  });

  it("tells why, takes a correction and takes it back, here and among what was learned", async () => {
    await read("Quote for the south", "Sue South");
    const page = await stage.open(EMAILS);
    const detail = await unfolded(page, "Quote for the south");
    await detail.getByText((await email("Quote for the south"))!.reason).waitFor();
    await detail.getByText("What it rests on").click();
    await expect.poll(() => detail.getByRole("listitem").count()).toBeGreaterThan(0);
    await button(page, "This is not a lead").click();
    await notice(page, "Correction saved. Similar messages are judged accordingly.").waitFor();
    await row(page, "Quote for the south").getByText("corrected by you").waitFor();
    await row(page, "Quote for the south").getByText("Not a Lead").waitFor();

    await undo(page);
    await notice(page, "Correction undone").waitFor();
    await row(page, "Quote for the south").getByText("Lead Detected").waitFor();

    await button(page, "This is not a lead").click();
    await tab(page, "Automation Rules").click();
    const learned = page.getByRole("list", { name: "Corrections" }).getByRole("listitem");
    await learned.filter({ hasText: "is not a lead" }).getByText("Quote for the south", { exact: true }).waitFor();
    await learned.getByText(/^\d+% → \d+%$/u).waitFor();
    await page.getByText("What weighs differently").click();
    await button(page, "Undo the correction of Quote for the south").click();
    await page.getByText("No corrections yet").waitFor();
    await tab(page, "Email Processing").click();
    await row(page, "Quote for the south").getByText("Lead Detected").waitFor();
    expect(await page.getByText("corrected by you").count()).toBe(0);
  });

  it("shows how far a sync has come, whoever started it, and ends it on request", async () => {
    const { mail } = await saved();
    mail.deliver(messages(2_000, "many"));
    const page = await stage.open(EMAILS);
    await button(page, "Sync Now").waitFor();
    const synced = stage.api("POST", "/gmail/sync");
    await button(page, "Syncing...").waitFor();
    await page.getByRole("progressbar").waitFor();
    await button(page, "Cancel sync").click();
    expect(await synced).toMatchObject({ cancelled: true });
    await page.getByRole("progressbar").waitFor({ state: "detached" });
    expect(await isFocused(button(page, "Sync Now"))).toBe(true);
  });

  it("goes on from there, and shows what is further down on request", async () => {
    const { mail } = await saved();
    mail.deliver(messages(120, "pages"));
    const page = await stage.open(EMAILS);
    await button(page, "Sync Now").click();
    await notice(page, "Processed 120 emails, found 0 new leads").waitFor();
    // The header is a row too.
    await expect.poll(() => page.getByRole("row").count()).toBe(51);
    await button(page, "Show more").click();
    await expect.poll(() => page.getByRole("row").count()).toBe(101);
    await row(page, "Message 120").waitFor();
    await button(page, "Show more").click();
    await row(page, "Message 1").first().waitFor();
  });

  it("says why the e-mails could not be loaded, and tries again", async () => {
    const page = await stage.open("about:blank");
    const relent = await refuse(page, "**/api/gmail/emails*", { status: 503, detail: "The store is being moved." });
    await page.goto(EMAILS);
    await page.getByText("The emails could not be loaded").waitFor();
    await relent();
    await button(page, "Try again").click();
    await page.getByRole("table").waitFor();
  });
});

describe("automation rules", () => {
  it("are saved, and a message with an excluded word is no lead", async () => {
    onTestFinished(() => stage.api("PUT", "/gmail/rules", NO_RULES).then(() => undefined));
    const page = await stage.open(RULES);
    expect(await field(page, "Minimum confidence score").inputValue()).toBe("70");
    await field(page, "Minimum confidence score").fill("101");
    await button(page, "Save Rules").click();
    await page.getByRole("alert").getByText(/100/u).waitFor();
    await field(page, "Inclusion keywords (optional)").fill("quote, , demo ");
    await field(page, "Exclusion keywords (optional)").fill("licences");
    await field(page, "Minimum confidence score").fill("60");
    await button(page, "Save Rules").click();
    await notice(page, "Automation rules saved successfully").waitFor();
    expect((await config()).rules).toEqual({
      inclusionKeywords: ["quote", "demo"],
      exclusionKeywords: ["licences"],
      minimumConfidence: 60,
    });
    await page.reload();
    await expect.poll(() => field(page, "Inclusion keywords (optional)").inputValue()).toBe("quote, demo");

    await read("Quote for the west", "Wes West");
    await tab(page, "Email Processing").click();
    await row(page, "Quote for the west").getByText("Not a Lead").waitFor();
    const detail = await unfolded(page, "Quote for the west");
    await detail
      .getByText(/licences/u)
      .first()
      .waitFor();
  });

  it("say when saving failed", async () => {
    const page = await stage.open(RULES);
    await refuse(page, "**/api/gmail/rules", { status: 500, detail: "The disk is full." }, "PUT");
    await field(page, "Exclusion keywords (optional)").fill("webinar");
    await button(page, "Save Rules").click();
    await notice(page, "Failed to save the automation rules").waitFor();
    await notice(page, "The disk is full.").waitFor();
  });
});

it("is used by the keyboard alone", async () => {
  await read("Quote for the keys", "Kay Keys");
  const page = await stage.open("/gmail");
  await tab(page, "Setup & Configuration").focus();
  await page.keyboard.press("ArrowRight");
  await expect.poll(() => isFocused(tab(page, "Email Processing"))).toBe(true);
  await page.keyboard.press("Enter");
  await row(page, "Quote for the keys").waitFor();
  await page.keyboard.press("Tab");
  await page.keyboard.press("Tab");
  expect(await isFocused(button(page, "Sync Now"))).toBe(true);
  await page.keyboard.press("Enter");
  await notice(page, "Sync Complete").waitFor();
  expect(await isFocused(button(page, "Sync Now"))).toBe(true);
  // Past the lead and the message itself.
  for (const _ of [1, 2, 3]) await page.keyboard.press("Tab");
  expect(await isFocused(row(page, "Quote for the keys").getByRole("button"))).toBe(true);
  await page.keyboard.press("Enter");
  await page.keyboard.press("Tab");
  await page.keyboard.press("Enter");
  await page.getByRole("listitem").first().waitFor();
  await page.keyboard.press("Tab");
  await page.keyboard.press("Enter");
  await notice(page, /^Correction saved/u).waitFor();
  expect(await isFocused(button(page, "Undo correction"))).toBe(true);
  await page.keyboard.press("Enter");
  await notice(page, "Correction undone").waitFor();
  expect(await isFocused(button(page, "This is not a lead"))).toBe(true);
});

describe("a data source of type email", () => {
  it("is a further mailbox: tried, added, read by itself, and changed without its password", async () => {
    const { mail, settings } = await newMailbox(dovecot);
    const fair = { id: "fair@lee.example", subject: "Quote at the fair", name: "Fay Fair", email: "fay@fair.example" };
    mail.deliver([{ raw: inquiry(fair) }, { raw: newsletter("fair@news.example") }]);
    const page = await stage.open(`/data-sources?new&type=email&server=${encodeURIComponent(settings.server)}`);
    const dialog = page.getByRole("dialog");
    const press = (name: string): Promise<void> => dialog.getByRole("button", { name, exact: true }).click();
    expect(await dialog.getByLabel("Server").inputValue()).toBe(settings.server);
    await dialog.getByLabel("Name").fill("Fair inbox");
    await dialog.getByLabel("Mailbox address").fill(settings.email);
    await dialog.getByLabel("Password or app password").fill("wrong");
    await press("Test Connection");
    await notice(page, "Connection test failed").waitFor();
    await dialog.getByText(/^Authentication failed/u).waitFor();
    await dialog.getByLabel("Password or app password").fill(APP_PASSWORD);
    await press("Test Connection");
    await notice(page, "Connection test successful").waitFor();
    await dialog.getByText("The connection works").waitFor();
    await press("Add Data Source");
    await notice(page, "Data source created successfully").waitFor();

    const added = page.getByRole("listitem").filter({ hasText: "Fair inbox" });
    await added.getByText(settings.email).waitFor();
    await added.getByText("2 messages read: 1 new, 1 left out").waitFor();
    await added.getByRole("link", { name: /^What was made of each message/u }).waitFor();
    await button(page, "Sync Leads Now").click();
    await notice(page, "Processed 0 leads successfully").waitFor();

    await button(page, "Edit Fair inbox").click();
    await dialog.getByText("Saved", { exact: true }).waitFor();
    const sent = sentBodies(page, "PATCH", /^\/api\/data-sources/u);
    await dialog.getByLabel("Name").fill("Inbox of the fair");
    await press("Save Changes");
    await notice(page, "Data source updated successfully").waitFor();
    expect(JSON.stringify(sent)).not.toContain("appPassword");

    await page.goto(EMAILS);
    await row(page, "Quote at the fair").getByRole("link", { name: "Fay Fair" }).waitFor();
  });
});

describe.each([
  ["light", "desk", {}],
  ["dark", "phone", PHONE],
] as const)("in the %s theme on a %s", (colorScheme, _place, device) => {
  it("axe finds nothing, and nothing scrolls sideways", async () => {
    await read(`Quote in ${colorScheme}`, `Lou ${colorScheme}`);
    const page = await stage.open("/gmail", { colorScheme, ...device });
    const fits = (): Promise<number> => page.locator("main").evaluate((main) => main.scrollWidth - main.clientWidth);
    await button(page, "Test Connection").click();
    await page.getByText("The connection works").waitFor();
    expect(await axeFindings(page)).toEqual([]);
    expect(await fits()).toBe(0);
    await tab(page, "Email Processing").click();
    const detail = await unfolded(page, `Quote in ${colorScheme}`);
    await detail.getByText("What it rests on").click();
    await button(page, "This is not a lead").click();
    await notice(page, /^Correction saved/u).waitFor();
    expect(await axeFindings(page)).toEqual([]);
    expect(await fits()).toBe(0);
    await tab(page, "Automation Rules").click();
    await page.getByText("What weighs differently").click();
    expect(await axeFindings(page)).toEqual([]);
    expect(await fits()).toBe(0);
    await button(page, `Undo the correction of Quote in ${colorScheme}`).click();
    await page.getByText("No corrections yet").waitFor();
  });
});
