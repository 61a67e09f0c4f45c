import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import type { Locator, Page } from "playwright-core";
import { afterAll, afterEach, beforeAll, describe, expect, it, onTestFinished } from "vitest";
import type { FormHook } from "#shared/contract/form-submission.ts";
import { hold, refuse, retry } from "#test/e2e/answers.ts";
import { goInside, NOWHERE, openStage, receivesEvents, type Stage } from "#test/e2e/stage.ts";

const FORMS = "/lead-scraper?tab=forms";

let stage: Stage;

beforeAll(async () => {
  stage = await openStage();
});
afterAll(() => stage.close());
afterEach(() => expect(stage.pageErrors).toEqual([]));

const hook = async (): Promise<FormHook> => (await stage.api("GET", "/form-hook")) as FormHook;
const addressOf = ({ path }: FormHook): string => `${stage.server.url}${path}`;

async function submit(answers: Record<string, string>, address?: string): Promise<number> {
  const response = await fetch(address ?? addressOf(await hook()), {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify(answers),
  });
  return response.status;
}

const notice = (page: Page, text: string | RegExp): Locator =>
  page.getByRole("region", { name: "Notices" }).getByText(text);
const urlField = (page: Page): Locator => page.getByLabel("Webhook URL", { exact: true });
const submission = (page: Page, text: string): Locator =>
  page.getByRole("list", { name: "Submissions" }).getByRole("listitem").filter({ hasText: text });
const tile = (page: Page): Promise<string> =>
  page.getByRole("region", { name: "Form Submissions", exact: true }).getByRole("paragraph").innerText();

/** Copies and waits for the confirmation, which disappears after two seconds. */
async function copy(within: Page | Locator, what: string): Promise<void> {
  await Promise.all([
    within.getByText("Copied").waitFor({ state: "attached" }),
    within.getByRole("button", { name: `Copy ${what}` }).click(),
  ]);
}

it("loads the webhook after failures, copies it, and regenerates it even if it can't be decrypted", async () => {
  const former = addressOf(await hook());
  const page = await stage.open(NOWHERE);
  await page.context().grantPermissions(["clipboard-read", "clipboard-write"]);
  const unreadable = { status: 409, detail: "A stored secret can't be read." };
  const decrypt = await refuse(page, /\/api\/form-hook$/, unreadable);
  const relent = await refuse(page, /\/api\/form-/, { status: 503, detail: "The store is being moved." });
  const release = await hold(page, /\/api\/form-/);
  await goInside(page, FORMS);
  await page.getByText("Loading the webhook").waitFor({ state: "attached" });
  await page.getByText("Loading the submissions").waitFor({ state: "attached" });
  release();
  await page.getByText("Couldn't load the webhook").waitFor();
  await page.getByText("Couldn't load submissions").waitFor();
  await retry(page.getByRole("button", { name: "Try again" }).first(), relent);
  await page.getByText("A stored secret can't be read.").waitFor();
  const question = page.getByRole("alertdialog");
  const regenerate = async (answer: string): Promise<void> => {
    await page.getByRole("button", { name: "Regenerate" }).click();
    await question.getByRole("button", { name: answer }).click();
    // The dialog has a button of the same name.
    await question.waitFor({ state: "detached" });
  };
  await decrypt();
  await regenerate("Regenerate");
  await notice(page, "Webhook URL regenerated successfully").waitFor();
  const present = addressOf(await hook());
  expect(present).not.toBe(former);
  await expect.poll(() => urlField(page).inputValue()).toBe(present);
  expect(await urlField(page).isEditable()).toBe(false);
  expect(await submit({ email: "too@late.example" }, former)).toBe(404);
  expect(await submit({ email: "in@time.example" }, present)).toBeLessThan(300);
  await copy(page, "webhook URL");
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(present);

  await regenerate("Cancel");
  expect(addressOf(await hook())).toBe(present);
  await regenerate("Regenerate");
  await expect.poll(() => urlField(page).inputValue()).not.toBe(present);
  expect(await urlField(page).inputValue()).toBe(addressOf(await hook()));
});

it("connects Google Forms by a script, Typeform with a secret, and other services by an HTML form", async () => {
  const page = await stage.visit(FORMS);
  await page.context().grantPermissions(["clipboard-read", "clipboard-write"]);
  const clipboard = (): Promise<string> => page.evaluate(() => navigator.clipboard.readText());
  const present = await hook();
  await page.getByRole("button", { name: "Connect Forms" }).click();
  await page.waitForURL("**/lead-scraper?tab=forms&connect=google-forms");
  const google = page.getByRole("dialog", { name: "Connect Google Forms" });
  await copy(google, "script");
  const script = await clipboard();
  expect(script).toContain(addressOf(present));
  expect(script).toContain(present.signingSecret);
  const toRun = await google.getByRole("listitem").nth(2).locator("code").innerText();
  expect(script).toContain(`function ${toRun}()`);
  await page.goBack();
  await google.waitFor({ state: "detached" });

  const typeform = page.getByRole("dialog", { name: "Connect Typeform" });
  await page.getByRole("button", { name: "Typeform" }).click();
  await typeform.getByRole("region", { name: "webhook URL" }).getByText(addressOf(present)).waitFor();
  await typeform.getByLabel("Signing secret").fill("shared with Typeform");
  await typeform.getByRole("button", { name: "Save secret" }).click();
  await notice(page, "Typeform settings saved successfully").waitFor();
  await typeform.waitFor({ state: "detached" });
  expect(await hook()).toMatchObject({ hasTypeformSecret: true });
  await page.getByRole("button", { name: "Typeform" }).click();
  await typeform.getByText("Saved", { exact: true }).waitFor();
  await typeform.getByRole("button", { name: "Replace Signing secret" }).click();
  await typeform.getByRole("button", { name: "Save secret", exact: true }).click();
  await typeform.waitFor({ state: "detached" });
  expect(await hook()).toMatchObject({ hasTypeformSecret: false });

  await page.getByRole("button", { name: "Other services" }).click();
  const other = page.getByRole("dialog", { name: "Connect another form" });
  await copy(other, "form");
  expect(await clipboard()).toContain(`<form method="post" action="${addressOf(present)}">`);
  await page.keyboard.press("Escape");
  await other.waitFor({ state: "detached" });
  await expect.poll(() => page.evaluate(() => document.activeElement?.textContent)).toBe("Other services");
});

it("shows submissions as they arrive, with their outcome, their lead until it is deleted, and all data", async () => {
  const page = await stage.visit(FORMS);
  await urlField(page).waitFor();
  await receivesEvents(page);
  const before = Number(await tile(page));
  await submit({ name: "Gus Gone", email: "gus@gone.example", message: "Please send a quote." });
  const gus = submission(page, "Gus Gone");
  await gus.getByText("New lead", { exact: true }).waitFor();
  await expect.poll(() => tile(page)).toBe(String(before + 1));
  const href = await gus.getByRole("link", { name: "Gus Gone" }).getAttribute("href");
  await stage.api("DELETE", `/leads/${href?.split("/").at(-1)}`);
  await gus.getByRole("link").waitFor({ state: "detached" });
  await gus.getByText("Gus Gone", { exact: true }).waitFor();

  await submit({ color: "green" });
  const green = submission(page, "No contact");
  await green.getByText(/no answer is an email/).waitFor();
  await green.getByText("Submitted data").click();
  await green.getByRole("region", { name: "Submitted data" }).getByText('"color": "green"').waitFor();

  // Too long to be stored with the lead.
  await submit({ name: "Lo Long", email: "lo@long.example", essay: `${"word ".repeat(20_000)}the end.` });
  await submission(page, "Lo Long").getByRole("link", { name: "Lo Long" }).click();
  const lead = page.getByRole("dialog", { name: "Lo Long" });
  await lead
    .getByText(/^Form answer, /)
    .first()
    .waitFor();
  await lead.getByRole("button", { name: "More actions" }).click();
  await page.getByRole("menuitem", { name: "View original data" }).click();
  const raw = page.getByRole("dialog", { name: "Original data" });
  await raw.getByText(/^Full submission \d+$/).waitFor();
  await raw
    .getByLabel(/^Submission \d+$/)
    .getByText(/"essay": "word .*the end\."/s)
    .waitFor();
});

describe("many submissions", () => {
  it("are paginated by fifty", async () => {
    await submit({ name: "The very first", email: "first@many.example" });
    await Promise.all(
      Array.from({ length: 50 }, (_none, at) => submit({ name: `One of many ${at}`, email: `${at}@many.example` })),
    );
    const page = await stage.visit(FORMS);
    await submission(page, "One of many").first().waitFor();
    expect(await submission(page, "The very first").count()).toBe(0);
    await page.getByRole("button", { name: "Show more" }).click();
    await submission(page, "The very first").waitFor();
  });
});

/** Another site with this HTML and a strict content policy. Returns its address. */
async function siteWith(html: string): Promise<string> {
  const own = stage.server.url;
  const policy = `default-src 'none'; img-src data:; script-src ${own}; connect-src ${own}; require-trusted-types-for 'script'`;
  const site = createServer((_request, response) =>
    response
      .setHeader("content-type", "text/html")
      .setHeader("content-security-policy", policy)
      .end(`<!doctype html><html lang="en"><title>A site</title><link rel="icon" href="data:,">${html}</html>`),
  );
  site.listen(0, "127.0.0.1");
  await once(site, "listening");
  onTestFinished(() => void site.close());
  return `http://127.0.0.1:${(site.address() as AddressInfo).port}/`;
}

describe("a hosted form", () => {
  it("is built here, and its script works on another site under a strict content policy", async () => {
    const page = await stage.visit(FORMS);
    await page.getByRole("button", { name: "New form" }).click();
    const editor = page.getByRole("dialog", { name: "New form" });
    await editor.getByLabel("Name", { exact: true }).fill("Ask for a quote");
    await editor.getByRole("button", { name: "Add field" }).click();
    await editor.getByLabel("Label").last().fill("Seats");
    await editor.getByRole("button", { name: "Move Seats up" }).click();
    await editor.getByRole("button", { name: "Remove Company" }).click();
    await editor.getByLabel(/^Consent text/u).fill("You may call me.");
    await editor.getByRole("button", { name: "Create form" }).click();
    const steps = page.getByRole("dialog", { name: "Add “Ask for a quote” to your website" });
    const script = await steps.getByRole("region", { name: "script tag" }).innerText();

    const visitor = await stage.openAlone();
    await visitor.goto(await siteWith(`<h1>Contact</h1>${script}<footer>The end</footer>`));
    const form = visitor.locator("form");
    await form.getByLabel("Seats").fill("25");
    expect(await form.getByRole("textbox").count()).toBe(4);
    await form.getByLabel("Name").fill("Dora Dahl");
    await form.getByLabel("Email").fill("dora@dahl.example");
    await form.getByLabel("Message").fill("We need a quote.");
    await form.getByRole("button", { name: "Send" }).click();
    // The browser asks for the consent.
    expect(await form.getByRole("status").innerText()).toBe("");
    await form.getByLabel("You may call me.").check();
    await form.getByRole("button", { name: "Send" }).click();
    await visitor.getByText("Thank you. We'll get back to you soon.").waitFor();
    expect(await form.getByRole("textbox").count()).toBe(0);

    await page.keyboard.press("Escape");
    await submission(page, "Dora Dahl").getByText("New lead").waitFor();
    await page.getByRole("button", { name: "Settings for Ask for a quote" }).click();
    await page.getByRole("dialog", { name: "Edit form" }).getByRole("button", { name: "Delete" }).click();
    await page
      .getByRole("alertdialog", { name: "Delete this form?" })
      .getByRole("button", { name: "Delete form" })
      .click();
    await notice(page, "Ask for a quote deleted").waitFor();
    await page.getByText("No forms yet.").waitFor();
  });
});
