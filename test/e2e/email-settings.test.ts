import type { Locator, Page } from "playwright-core";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import type { EmailSettings } from "#shared/contract/email-settings.ts";
import { hold, refuse, sentBodies, retry } from "#test/e2e/answers.ts";
import { axeFindings } from "#test/e2e/axe-findings.ts";
import { openStage, type Stage } from "#test/e2e/stage.ts";

let stage: Stage;

const records = async (): Promise<EmailSettings[]> => (await stage.api("GET", "/email-settings")) as EmailSettings[];

const notice = (page: Page, text: string): Locator =>
  page.getByRole("region", { name: "Notices" }).getByText(text, { exact: true });
const status = (page: Page): Locator => page.getByRole("region", { name: "Email status" });
const form = (page: Page): Locator => page.getByRole("region", { name: "SMTP settings" });
const field = (page: Page, label: string): Locator => form(page).getByLabel(label, { exact: true });
const press = (page: Page, name: string): Promise<void> => page.getByRole("button", { name, exact: true }).click();
const hasFocus = (element: Locator): Promise<boolean> => element.evaluate((one) => one === document.activeElement);

/** Saves and waits for the answer, since the notice of an earlier save may still be there. */
async function save(page: Page): Promise<void> {
  const answered = page.waitForResponse(
    (response) => response.request().method() !== "GET" && /\/api\/email-settings(?:\/\d+)?$/u.test(response.url()),
  );
  await press(page, "Save Settings");
  await answered;
}

/** Sends a test report; without accounts, it asks for the address. */
async function sendTest(page: Page): Promise<void> {
  await press(page, "Send Test Report");
  await page.getByRole("dialog").getByLabel("Your email", { exact: true }).fill("me@winnow.example");
  await page.getByRole("button", { name: "Send test", exact: true }).click();
}

const typed = () => ({
  "SMTP host": stage.smtp.host,
  "SMTP port": String(stage.smtp.port),
  Username: "winnow",
  Password: "a long password",
  "From email": "reports@winnow.example",
  "Recipient emails": "sales@winnow.example, boss@winnow.example",
});

async function fill(page: Page, values: Record<string, string>): Promise<void> {
  for (const [label, value] of Object.entries(values)) await field(page, label).fill(value);
}

describe("before anything is configured", () => {
  beforeAll(async () => {
    stage = await openStage();
  });
  afterAll(() => stage.close());
  afterEach(() => expect(stage.pageErrors).toEqual([]));

  it("starts with the defaults, names what is missing, fills in a provider and asks before losing a password", async () => {
    const page = await stage.open("/email-settings");
    await status(page).getByText("Not Configured").waitFor();
    expect(await page.getByRole("button", { name: "Send Test Report" }).count()).toBe(0);
    await expect.poll(() => field(page, "SMTP port").inputValue()).toBe("587");
    expect(await field(page, "Report frequency").inputValue()).toBe("daily");
    expect(await field(page, "Active").isChecked()).toBe(true);
    expect(await field(page, "Report frequency").locator("option").allInnerTexts()).toEqual([
      "Daily at 08:00",
      "Weekly on Monday at 08:00",
      "Monthly on the 1st at 08:00",
    ]);

    const sent = sentBodies(page, "POST", /^\/api\/email-settings/);
    await press(page, "Test Connection");
    await form(page).getByText("SMTP host is required").waitFor();
    await expect.poll(() => form(page).locator("[aria-invalid=true]").count()).toBe(5);
    await fill(page, { ...typed(), "SMTP port": "70000" });
    await press(page, "Save Settings");
    await form(page).getByText("Port must be at most 65535").waitFor();
    await expect.poll(() => form(page).locator("[aria-invalid=true]").count()).toBe(1);
    expect(sent).toEqual([]);

    const providers = page.getByRole("region", { name: "Common providers" });
    for (const address of ["smtp.gmail.com:587", "smtp.office365.com:587", "smtp.mail.yahoo.com:587"]) {
      await providers.getByText(address).waitFor();
    }
    await press(page, "Use Gmail settings");
    await expect.poll(() => field(page, "SMTP host").inputValue()).toBe("smtp.gmail.com");
    await expect.poll(() => field(page, "SMTP port").inputValue()).toBe("587");
    await expect.poll(() => hasFocus(field(page, "Username"))).toBe(true);

    await page.getByRole("link", { name: "Dashboard" }).click();
    const question = page.getByRole("alertdialog", { name: "Leave without saving?" });
    await question.getByRole("button", { name: "Cancel" }).click();
    await question.waitFor({ state: "detached" });
    expect(await field(page, "SMTP host").inputValue()).toBe("smtp.gmail.com");
    await page.getByRole("link", { name: "Dashboard" }).click();
    await question.getByRole("button", { name: "Leave" }).click();
    await page.getByRole("heading", { name: "Dashboard", level: 1 }).waitFor();
    await page.goBack();
    await expect.poll(() => field(page, "SMTP host").inputValue()).toBe("smtp.gmail.com");
    expect(await field(page, "Password").inputValue()).toBe("");
    expect(await page.evaluate(() => JSON.stringify(sessionStorage))).not.toContain("a long password");
  });

  it("leads from setup to a report in the inbox, and reports what the server refuses at its field", async () => {
    await stage.api("POST", "/rules", { name: "Ready", keywords: ["demo"], scoreWeight: 50 });
    await stage.api("POST", "/leads", { name: "Ann Okafor", email: "ann@mail.example", notes: "Wants a demo" });
    const page = await stage.open("/email-settings");

    await fill(page, { ...typed(), Password: "wrong" });
    const errors = [{ field: "recipientEmails.1", message: "This address is blocked." }];
    const detail = "recipientEmails: blocked";
    const restore = await refuse(page, "**/api/email-settings", { status: 422, detail, errors }, "POST");
    await press(page, "Save Settings");
    await notice(page, "Failed to save email settings").waitFor();
    await form(page).getByText("This address is blocked.").waitFor();
    expect(await records()).toEqual([]);
    await restore();

    await press(page, "Test Connection");
    await notice(page, "Email connection test failed").waitFor();
    await form(page).getByText("Connection failed").waitFor();
    await form(page)
      .getByText(/^Authentication failed/)
      .waitFor();

    await field(page, "Password").fill("a long password");
    await form(page).getByText("Connection failed").waitFor({ state: "detached" });
    await press(page, "Test Connection");
    await notice(page, "Email connection test successful").waitFor();
    await form(page).getByText("Connection successful").waitFor();
    expect(stage.smtp.messages).toEqual([]);

    await field(page, "Report frequency").selectOption("weekly");
    await press(page, "Save Settings");
    await notice(page, "Email settings saved successfully").waitFor();
    await status(page).getByText("Configured", { exact: true }).waitFor();
    await status(page).getByText("Weekly on Monday at 08:00, server time. Not tested yet.").waitFor();
    await form(page).getByText("Saved", { exact: true }).waitFor();
    expect(await records()).toMatchObject([
      {
        smtpHost: stage.smtp.host,
        smtpPort: stage.smtp.port,
        username: "winnow",
        hasPassword: true,
        fromEmail: "reports@winnow.example",
        recipientEmails: ["sales@winnow.example", "boss@winnow.example"],
        reportFrequency: "weekly",
        isActive: true,
      },
    ]);

    await sendTest(page);
    await notice(page, "Test report sent successfully with 1 leads").waitFor();
    await status(page).getByText("Last success: Just now.").waitFor();
    expect(stage.smtp.messages).toHaveLength(1);
    const [mail] = stage.smtp.messages;
    expect(mail?.to).toEqual(["me@winnow.example"]);
    expect(mail?.from).toBe("reports@winnow.example");
    expect(mail?.mail.text).toContain("Ann Okafor");

    // Saved, so leaving doesn't ask.
    await page.getByRole("link", { name: "Dashboard" }).click();
    await page.getByRole("heading", { name: "Dashboard", level: 1 }).waitFor();
  });
});

describe("once configured", () => {
  beforeAll(async () => {
    stage = await openStage();
    await stage.addMailServer();
  });
  afterAll(() => stage.close());
  afterEach(async () => {
    stage.smtp.failures = {};
    expect(stage.pageErrors).toEqual([]);
  });

  it("keeps the saved password until it is replaced, and asks for it when the server changes", async () => {
    const page = await stage.open("/email-settings");
    await form(page).getByText("Saved", { exact: true }).waitFor();
    await field(page, "Recipient emails").fill("new@winnow.example");
    const sent = ["POST", "PATCH"].map((method) => sentBodies(page, method, /^\/api\/email-settings/));
    await press(page, "Test Connection");
    await notice(page, "Email connection test successful").waitFor();
    await form(page).getByText("Connection successful").waitFor();
    expect(await axeFindings(page)).toEqual([]);
    await save(page);
    await notice(page, "Email settings updated successfully").waitFor();
    expect(sent.flat()).toHaveLength(2);
    for (const body of sent.flat()) expect(body).not.toHaveProperty("password");
    expect(await records()).toMatchObject([{ recipientEmails: ["new@winnow.example"], hasPassword: true }]);
    expect(stage.smtp.signIns.at(-1)).toMatchObject({ user: "winnow" });

    await field(page, "SMTP host").fill("mail.elsewhere.example");
    await save(page);
    await notice(page, "Failed to update email settings").waitFor();
    const again = form(page).getByText(/^Enter the password again/);
    await again.waitFor();
    await press(page, "Test Connection");
    await notice(page, "Failed to test email connection").waitFor();
    await again.waitFor();
    expect(await records()).toMatchObject([{ smtpHost: stage.smtp.host }]);
    await field(page, "SMTP host").fill(stage.smtp.host);

    await press(page, "Replace Password");
    await expect.poll(() => hasFocus(field(page, "Password"))).toBe(true);
    await press(page, "Save Settings");
    await form(page).getByText("Password is required").waitFor();
    expect(await axeFindings(page)).toEqual([]);
    await press(page, "Keep saved Password");
    await form(page).getByText("Saved", { exact: true }).waitFor();
    for (const [password, outcome] of [
      ["not the password", "Connection failed"],
      ["a long password", "Connection successful"],
    ] as const) {
      await press(page, "Replace Password");
      await field(page, "Password").fill(password);
      await save(page);
      await form(page).getByText("Saved", { exact: true }).waitFor();
      await press(page, "Test Connection");
      await form(page).getByText(outcome).waitFor();
    }
  });

  it("shows since when and why sending fails until it works again, and inactive settings as not configured", async () => {
    stage.smtp.failures = { signIn: { code: 535, text: "5.7.8 Not accepted" } };
    const page = await stage.open("/email-settings");
    await sendTest(page);
    await notice(page, "Failed to send test report").waitFor();
    await press(page, "Cancel");
    const failing = status(page).getByText(/^Failing since/);
    await failing.waitFor();
    await status(page)
      .getByText(/^Authentication failed/)
      .waitFor();
    stage.smtp.failures = {};
    await sendTest(page);
    await notice(page, "Test report sent successfully with 0 leads").waitFor();
    await failing.waitFor({ state: "detached" });

    await field(page, "Active").uncheck();
    await press(page, "Save Settings");
    await notice(page, "Email settings updated successfully").waitFor();
    await status(page).getByText("Not Configured").waitFor();
    await status(page)
      .getByText(/saved but inactive/)
      .waitFor();
    expect(await page.getByRole("button", { name: "Send Test Report" }).count()).toBe(0);
    await field(page, "Active").check();
    await press(page, "Save Settings");
    await status(page).getByText("Configured", { exact: true }).waitFor();
    expect(await records()).toHaveLength(1);
  });

  it("shows why loading failed, retries, and then follows changes by others except in edited fields", async () => {
    const [record] = await records();
    const page = await stage.open("about:blank");
    const restore = await refuse(page, "**/api/email-settings", { status: 503, detail: "The store is being moved." });
    const release = await hold(page, "**/api/email-settings");
    await page.goto("/email-settings");
    await page.getByText("Loading the email settings").waitFor({ state: "attached" });
    release();
    await page.getByText("Couldn't load email settings").waitFor();
    await page.getByText("The store is being moved.").waitFor();
    await retry(page.getByRole("button", { name: "Try again" }), restore);
    await status(page).getByText("Configured", { exact: true }).waitFor();

    await field(page, "Recipient emails").fill("typed@winnow.example");
    await stage.api("PATCH", `/email-settings/${record?.id}`, {
      fromEmail: "other@winnow.example",
      recipientEmails: ["other@winnow.example"],
    });
    await expect.poll(() => field(page, "From email").inputValue()).toBe("other@winnow.example");
    expect(await field(page, "Recipient emails").inputValue()).toBe("typed@winnow.example");

    // Report times are saved separately and keep edited fields.
    await page.getByLabel("Time zone").selectOption("Asia/Tokyo");
    const undo = page.getByRole("region", { name: "Notices" }).getByRole("button", { name: "Undo" });
    // A hovered notice stays.
    await undo.hover();
    await status(page)
      .getByText(/, Asia\/Tokyo time\./u)
      .waitFor();
    await undo.click();
    await status(page)
      .getByText(/, server time\./u)
      .waitFor();
    expect(await field(page, "Recipient emails").inputValue()).toBe("typed@winnow.example");
  });
});
