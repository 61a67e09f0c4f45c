import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import type { Locator, Page } from "playwright-core";
import { afterAll, afterEach, beforeAll, describe, expect, it, onTestFinished } from "vitest";
import type { FormHook } from "#shared/contract/form-submission.ts";
import { hold, refuse } from "#test/e2e/answers.ts";
import { openStage, receivesEvents, type Stage } from "#test/e2e/stage.ts";

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

/** A page with access to the clipboard, and the clipboard's text. */
async function withClipboard(path: string): Promise<{ page: Page; clipboard: () => Promise<string> }> {
  const page = await stage.open("about:blank");
  await page.context().grantPermissions(["clipboard-read", "clipboard-write"]);
  await page.goto(path);
  return { page, clipboard: () => page.evaluate(() => navigator.clipboard.readText()) };
}

describe("the webhook", () => {
  it("is read-only and can be copied", async () => {
    const { page, clipboard } = await withClipboard(FORMS);
    await urlField(page).waitFor();
    expect(await urlField(page).inputValue()).toBe(addressOf(await hook()));
    expect(await urlField(page).isEditable()).toBe(false);
    await copy(page, "webhook URL");
    expect(await clipboard()).toBe(addressOf(await hook()));
  });

  it("is regenerated after a confirmation, and the former URL is rejected", async () => {
    const former = addressOf(await hook());
    const page = await stage.open(FORMS);
    await page.getByRole("button", { name: "Regenerate" }).click();
    await page.getByRole("alertdialog").getByRole("button", { name: "Cancel" }).click();
    // The dialog has a button of the same name.
    await page.getByRole("alertdialog").waitFor({ state: "detached" });
    expect(await urlField(page).inputValue()).toBe(former);
    await page.getByRole("button", { name: "Regenerate" }).click();
    await page.getByRole("alertdialog").getByRole("button", { name: "Regenerate" }).click();
    await notice(page, "Webhook URL regenerated successfully").waitFor();
    const present = addressOf(await hook());
    expect(present).not.toBe(former);
    await expect.poll(() => urlField(page).inputValue()).toBe(present);
    expect(await submit({ email: "too@late.example" }, former)).toBe(404);
    expect(await submit({ email: "in@time.example" }, present)).toBeLessThan(300);
  });

  it("shows that it is loading, reports a failure, and retries", async () => {
    const page = await stage.open("about:blank");
    const release = await hold(page, /\/api\/form-/);
    await page.goto(FORMS);
    await page.getByText("Loading the webhook").waitFor({ state: "attached" });
    await page.getByText("Loading the submissions").waitFor({ state: "attached" });
    release();
    await urlField(page).waitFor();

    const failing = await stage.open("about:blank");
    const relent = await refuse(failing, /\/api\/form-/, { status: 503, detail: "The store is being moved." });
    await failing.goto(FORMS);
    await failing.getByText("Couldn't load the webhook").waitFor();
    await failing.getByText("Couldn't load submissions").waitFor();
    await relent();
    await failing.getByRole("button", { name: "Try again" }).first().click();
    await urlField(failing).waitFor();
  });
});

describe("a webhook that can't be decrypted", () => {
  it("reports it and can be regenerated", async () => {
    const page = await stage.open("about:blank");
    const relent = await refuse(page, /\/api\/form-hook$/, { status: 409, detail: "A stored secret can't be read." });
    await page.goto(FORMS);
    await page.getByText("A stored secret can't be read.").waitFor();
    await page.getByRole("button", { name: "Regenerate" }).click();
    await relent();
    await page.getByRole("alertdialog").getByRole("button", { name: "Regenerate" }).click();
    await notice(page, "Webhook URL regenerated successfully").waitFor();
    const present = addressOf(await hook());
    await expect.poll(() => urlField(page).inputValue()).toBe(present);
  });
});

describe("connecting a service", () => {
  it("offers a Google Forms script with the URL and the secret", async () => {
    const { page, clipboard } = await withClipboard(FORMS);
    await page.getByRole("button", { name: "Connect Forms" }).click();
    await page.waitForURL("**/lead-scraper?tab=forms&connect=google-forms");
    const steps = page.getByRole("dialog", { name: "Connect Google Forms" });
    await copy(steps, "script");
    const present = await hook();
    const script = await clipboard();
    expect(script).toContain(addressOf(present));
    expect(script).toContain(present.signingSecret);
    const toRun = await steps.getByRole("listitem").nth(2).locator("code").innerText();
    expect(script).toContain(`function ${toRun}()`);
    await page.goBack();
    await steps.waitFor({ state: "detached" });
  });

  it("saves Typeform's signing secret and removes it again", async () => {
    const page = await stage.open(FORMS);
    const open = async (): Promise<Locator> => {
      await page.getByRole("button", { name: "Typeform" }).click();
      return page.getByRole("dialog", { name: "Connect Typeform" });
    };
    const first = await open();
    await first
      .getByRole("region", { name: "webhook URL" })
      .getByText(addressOf(await hook()))
      .waitFor();
    await first.getByLabel("Signing secret").fill("shared with Typeform");
    await first.getByRole("button", { name: "Save secret" }).click();
    await notice(page, "Typeform settings saved successfully").waitFor();
    await first.waitFor({ state: "detached" });
    expect(await hook()).toMatchObject({ hasTypeformSecret: true });

    const again = await open();
    await again.getByText("Saved", { exact: true }).waitFor();
    await again.getByRole("button", { name: "Replace Signing secret" }).click();
    await again.getByRole("button", { name: "Save secret", exact: true }).click();
    await again.waitFor({ state: "detached" });
    expect(await hook()).toMatchObject({ hasTypeformSecret: false });
  });

  it("offers an HTML form with the URL for every other service", async () => {
    const { page, clipboard } = await withClipboard(FORMS);
    await page.getByRole("button", { name: "Other services" }).click();
    const other = page.getByRole("dialog", { name: "Connect another form" });
    await copy(other, "form");
    expect(await clipboard()).toContain(`<form method="post" action="${addressOf(await hook())}">`);
    await page.keyboard.press("Escape");
    await other.waitFor({ state: "detached" });
    await expect.poll(() => page.evaluate(() => document.activeElement?.textContent)).toBe("Other services");
  });
});

describe("submissions", () => {
  it("appear as they arrive, with their outcome", async () => {
    const page = await stage.open(FORMS);
    await urlField(page).waitFor();
    await receivesEvents(page);
    const before = Number(await tile(page));
    await submit({ name: "Hiro Ito", email: "hiro@ito.example", message: "Please send a quote." });
    const hiro = submission(page, "Hiro Ito");
    await hiro.getByText("New lead", { exact: true }).waitFor();
    await expect.poll(() => tile(page)).toBe(String(before + 1));

    await submit({ color: "green" });
    const green = submission(page, "No contact");
    await green.getByText(/no answer is an email/).waitFor();
    await green.getByText("Submitted data").click();
    await green.getByRole("region", { name: "Submitted data" }).getByText('"color": "green"').waitFor();

    await hiro.getByRole("link", { name: "Hiro Ito" }).click();
    await page.getByRole("dialog", { name: "Hiro Ito" }).waitFor();
    await page
      .getByText(/^Form answer, /)
      .first()
      .waitFor();
  });
});

describe("a submission and its lead", () => {
  it("links to the lead until it is deleted", async () => {
    await submit({ name: "Gus Gone", email: "gus@gone.example" });
    const page = await stage.open(FORMS);
    await receivesEvents(page);
    const gus = submission(page, "Gus Gone");
    const href = await gus.getByRole("link", { name: "Gus Gone" }).getAttribute("href");
    await stage.api("DELETE", `/leads/${href?.split("/").at(-1)}`);
    await gus.getByRole("link").waitFor({ state: "detached" });
    await gus.getByText("Gus Gone", { exact: true }).waitFor();
  });

  it("is shown in full in the lead's sheet when it is too long to be stored there", async () => {
    await submit({ name: "Lo Long", email: "lo@long.example", essay: `${"word ".repeat(20_000)}the end.` });
    const page = await stage.open(FORMS);
    await submission(page, "Lo Long").getByRole("link", { name: "Lo Long" }).click();
    await page.getByRole("button", { name: "More actions" }).click();
    await page.getByRole("menuitem", { name: "View original data" }).click();
    const raw = page.getByRole("dialog", { name: "Original data" });
    await raw.getByText(/^Full submission \d+$/).waitFor();
    await raw
      .getByLabel(/^Submission \d+$/)
      .getByText(/"essay": "word .*the end\."/s)
      .waitFor();
  });
});

describe("many submissions", () => {
  it("are paginated by fifty", async () => {
    await submit({ name: "The very first", email: "first@many.example" });
    await Promise.all(
      Array.from({ length: 50 }, (_none, at) => submit({ name: `One of many ${at}`, email: `${at}@many.example` })),
    );
    const page = await stage.open(FORMS);
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
    const page = await stage.open(FORMS);
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
