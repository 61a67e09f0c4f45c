import type { Locator, Page } from "playwright-core";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import type { ChatReply, ChatRequest } from "#shared/contract/chat.ts";
import { FAQ } from "#shared/help/faq.ts";
import { answer, hold, refuse, sentBodies } from "#test/e2e/answers.ts";
import { axeFindings, axeFindingsInBothThemes } from "#test/e2e/axe-findings.ts";
import { type ContextOptions, openStage, type Stage } from "#test/e2e/stage.ts";

const HELP_DESK = "help@acme.example";
const TROUBLE = "I'm having trouble connecting right now. Please try the FAQ tab or contact support.";
const ROW = /Ann Okafor/;

let stage: Stage;
let leadId: string;

beforeAll(async () => {
  stage = await openStage({ env: { WINNOW_SUPPORT_EMAIL: HELP_DESK } });
  await stage.api("POST", "/rules", { name: "Ready to buy", keywords: ["demo"], scoreWeight: 50 });
  const lead = { name: "Ann Okafor", email: "ann@northwind.example", company: "Northwind", notes: "Wants a demo" };
  ({ id: leadId } = (await stage.api("POST", "/leads", lead)) as { id: string });
  for (const name of ["Boris Novak", "Carla Rossi", "Dan Osei"]) {
    await stage.api("POST", "/leads", { name, email: `${name.slice(0, 1)}@crowd.example` });
  }
});
afterAll(() => stage.close());
afterEach(() => expect(stage.pageErrors).toEqual([]));

const helpButton = (page: Page): Locator => page.getByRole("button", { name: "Help", exact: true });
const panel = (page: Page): Locator => page.getByRole("dialog", { name: "Help Assistant" });
const tab = (page: Page, name: string): Locator => panel(page).getByRole("tab", { name, exact: true });
const question = (page: Page): Locator => panel(page).getByLabel("Your question");
const send = (page: Page): Locator => panel(page).getByRole("button", { name: "Send", exact: true });
const said = (page: Page): Locator => panel(page).getByRole("region", { name: "Conversation" });
const notice = (page: Page, text: string): Locator =>
  page.getByRole("region", { name: "Notices" }).getByText(text, { exact: true });
const hasFocus = (element: Locator): Promise<boolean> => element.evaluate((one) => one === document.activeElement);

async function openHelp(path = "/rules", options: ContextOptions = {}): Promise<Page> {
  const page = await stage.open(path, options);
  await helpButton(page).click();
  // A late initial focus would take over keys meant for the page.
  await expect.poll(() => panel(page).evaluate((one) => one.contains(document.activeElement))).toBe(true);
  return page;
}

async function ask(page: Page, text: string): Promise<void> {
  await question(page).fill(text);
  await question(page).press("Enter");
}

/** Mocks the assistant's reply, streamed in pieces. */
async function reply(page: Page, whole: ChatReply, pieces: string[]): Promise<void> {
  const stream = [...pieces.map((text) => ["text", { text }] as const), ["reply", whole] as const];
  await answer(page, "**/api/chat", () => ({
    contentType: "text/event-stream",
    body: stream.map(([type, data]) => `event: ${type}\ndata: ${JSON.stringify(data)}\n\n`).join(""),
  }));
}

describe("the panel", () => {
  it("opens on the chat with a key, closes with Escape, restores the focus and keeps unsent text", async () => {
    const page = await stage.open("/rules");
    await page.route(/assistant-dialog/, (route) => route.abort());
    await helpButton(page).click();
    await notice(page, "The help assistant couldn't be loaded").waitFor();
    await page.unroute(/assistant-dialog/);

    // The rules load after the keys work.
    await page.getByRole("row").filter({ hasText: "Ready to buy" }).waitFor();
    const link = page.getByRole("link", { name: "Data Sources" });
    await link.focus();
    await page.keyboard.press("h");
    await expect.poll(() => hasFocus(question(page))).toBe(true);
    expect(await panel(page).getByRole("tab").allInnerTexts()).toEqual(["AI Chat", "FAQ", "Support"]);
    await panel(page).getByText("Ask me anything about the product", { exact: true }).waitFor();
    await page.keyboard.type("h?");
    await expect.poll(() => question(page).inputValue()).toBe("h?");
    await page.keyboard.press("Escape");
    await panel(page).waitFor({ state: "detached" });
    await expect.poll(() => hasFocus(link)).toBe(true);

    await page.keyboard.press("?");
    const shortcuts = page.getByRole("dialog", { name: "Keyboard shortcuts" });
    await shortcuts.getByText("Ask for help").waitFor();
    await page.keyboard.press("Escape");
    await shortcuts.waitFor({ state: "detached" });
    await page.keyboard.press("h");
    await expect.poll(() => question(page).inputValue()).toBe("h?");
    await page.getByRole("button", { name: "Close help" }).first().click();
    await panel(page).waitFor({ state: "detached" });
  });
});

describe("the chat", () => {
  it("answers from live data about the open lead, next to it, and keeps the page's shortcuts", async () => {
    const page = await openHelp("/leads");
    await page.getByRole("heading", { name: "All Leads" }).click();
    await page.keyboard.press("/");
    await expect.poll(() => hasFocus(page.getByRole("searchbox"))).toBe(true);
    expect(await panel(page).count()).toBe(1);

    await page
      .getByRole("link", { name: ROW })
      .or(page.getByRole("button", { name: ROW }))
      .first()
      .click();
    const sheet = page.getByRole("dialog", { name: "Ann Okafor" });
    await sheet.waitFor();
    await ask(page, "Why this score?");
    await said(page).getByText(/demo/).first().waitFor();
    await expect.poll(() => said(page).innerText()).toMatch(/Ann Okafor.*50/su);

    // Both are usable, and Escape closes one at a time.
    await sheet.getByRole("button", { name: "Reject" }).waitFor();
    await expect.poll(() => hasFocus(question(page))).toBe(true);
    await page.keyboard.press("Escape");
    await expect.poll(() => page.getByRole("dialog").count()).toBe(1);
    // The help button's tooltip, which its focus opened, closes first.
    await expect
      .poll(async () => {
        await page.keyboard.press("Escape");
        return page.getByRole("dialog").count();
      })
      .toBe(0);
  });

  it("sends with Enter or the button, shows that a reply is coming and can stop it, and keeps its answers across pages", async () => {
    const page = await openHelp();
    const asked = sentBodies(page, "POST", /chat/) as ChatRequest[];
    expect(await send(page).isDisabled()).toBe(true);
    await ask(page, "   ");
    expect(await send(page).isDisabled()).toBe(true);

    const href = `/leads/${leadId}`;
    const links = [
      { label: "Ann Okafor", href },
      { label: "Elsewhere", href: "https://elsewhere.example" },
    ];
    const whole: ChatReply = {
      reply: "Three of them.\nAll new.",
      links,
      suggestions: ["And last week?"],
      from: "data",
    };
    await reply(page, whole, ["Three of ", "them.\nAll new."]);
    const letThrough = await hold(page, "**/api/chat");
    await ask(page, " How many leads qualified this week? ");
    await said(page).getByText("The assistant is typing").waitFor();
    await expect.poll(() => question(page).inputValue()).toBe("");
    await question(page).fill("Another");
    expect(await send(page).isDisabled()).toBe(true);
    await question(page).press("Enter");
    await expect.poll(() => asked.length).toBe(1);
    await said(page).getByRole("button", { name: "Stop" }).click();
    await said(page).getByText("The assistant is typing").waitFor({ state: "detached" });
    letThrough();

    await send(page).click();
    await said(page).getByText("Three of them.\nAll new.").waitFor();
    await said(page).getByText("The assistant is typing").waitFor({ state: "detached" });
    await expect.poll(() => panel(page).getByRole("status").last().innerText()).toContain("Three of them.");
    await said(page).getByRole("button", { name: "And last week?" }).click();
    await expect.poll(() => said(page).getByText("Three of them.").count()).toBe(2);
    expect(asked.map(({ message }) => message)).toEqual([
      "How many leads qualified this week?",
      "Another",
      "And last week?",
    ]);
    expect(asked[2]).toMatchObject({
      page: "/rules",
      history: [
        { text: "How many leads qualified this week?", isUser: true },
        { text: "Another", isUser: true },
        { text: "Three of them.\nAll new.", isUser: false },
      ],
    });

    expect(await said(page).getByRole("link").allInnerTexts()).toEqual(["Ann Okafor", "Ann Okafor"]);
    await said(page).getByRole("link", { name: "Ann Okafor" }).first().click();
    await page.getByRole("dialog", { name: "Ann Okafor" }).waitFor();
    expect(new URL(page.url()).pathname).toBe(href);
    await said(page).getByText("Three of them.").first().waitFor();
    await page.goBack();
    await page.getByRole("dialog", { name: "Ann Okafor" }).waitFor({ state: "detached" });
    await panel(page).getByRole("button", { name: "Close help" }).click();
    await helpButton(page).click();
    await said(page).getByText("Three of them.").first().waitFor();
  });

  it("offers to retry, the FAQ and support when a reply fails", async () => {
    const page = await openHelp();
    const restore = await refuse(page, "**/api/chat", { status: 503, detail: "The database does not answer." });
    await ask(page, "How many rules are active?");
    await said(page).getByText(TROUBLE, { exact: true }).waitFor();
    await restore();
    await said(page).getByRole("button", { name: "Try again" }).click();
    await expect.poll(() => said(page).getByText("How many rules are active?").count()).toBe(2);
    await said(page).getByText(TROUBLE).waitFor();
    // Nothing else can be asked while the reply is pending.
    await said(page).getByRole("button", { name: "Stop" }).waitFor({ state: "detached" });
    expect(await said(page).getByRole("button", { name: "Try again" }).count()).toBe(0);

    // A truncated reply counts as failed.
    await answer(page, "**/api/chat", () => ({
      contentType: "text/event-stream",
      body: 'event: text\ndata: {"text":"Half of"}\n\n',
    }));
    await ask(page, "And inactive ones?");
    await expect.poll(() => said(page).getByText(TROUBLE, { exact: true }).count()).toBe(2);
    await said(page).getByRole("button", { name: "Open the FAQ" }).click();
    await panel(page).getByRole("region", { name: "FAQ" }).waitFor();
    await tab(page, "AI Chat").click();
    await said(page).getByRole("button", { name: "Contact support" }).click();
    await panel(page).getByRole("region", { name: "Support" }).waitFor();
  });

  it("changes a lead when the buttons of its answers are pressed, and undoes it", async () => {
    await stage.api("POST", "/lead-fields", { name: "Segment", kind: "choice", options: ["SMB", "Enterprise"] });
    const lead = async () =>
      (await stage.api("GET", `/leads/${leadId}`)) as {
        status: string;
        fields: Record<string, string>;
        nextStep: { text: string } | null;
      };
    const page = await openHelp();
    const undo = page.getByRole("region", { name: "Notices" }).getByRole("button", { name: "Undo" });
    await ask(page, "approve Ann Okafor");
    await said(page)
      .getByRole("link", { name: /Ann Okafor/ })
      .first()
      .waitFor();
    expect(await axeFindings(page)).toEqual([]);
    await said(page).getByRole("button", { name: "Approve Ann Okafor" }).click();
    await notice(page, "Ann Okafor approved").waitFor();
    await undo.last().click();
    await expect.poll(async () => (await lead()).status).toBe("qualified");

    await ask(page, "set segment to enterprise for Ann Okafor");
    await said(page).getByRole("button", { name: "Set Segment to “Enterprise” for Ann Okafor" }).click();
    await expect.poll(async () => (await lead()).fields["segment"]).toBe("Enterprise");
    await undo.last().click();
    await expect.poll(async () => (await lead()).fields["segment"]).toBeUndefined();

    await ask(page, "remind me to call Ann Okafor tomorrow");
    await said(page)
      .getByRole("button", { name: /^Set the next step for / })
      .click();
    await notice(page, "Next step due: Tomorrow").waitFor();
    expect((await lead()).nextStep?.text).toBe("Call Ann Okafor");
    await undo.last().click();
    await expect.poll(async () => (await lead()).nextStep).toBeNull();

    await ask(page, "note for Ann Okafor: wants the long contract");
    const addComment = said(page).getByRole("button", { name: "Add the comment to Ann Okafor" });
    await addComment.click();
    await notice(page, "Comment added").waitFor();
    // A second press adds nothing.
    await expect.poll(() => addComment.isDisabled()).toBe(true);
    await addComment.dispatchEvent("click");
    expect(await stage.api("GET", `/leads/${leadId}/comments`)).toMatchObject([{ text: "wants the long contract" }]);
  });
});

it("shows FAQ answers in the chat", async () => {
  const page = await openHelp();
  await tab(page, "FAQ").click();
  const list = panel(page).getByRole("region", { name: "FAQ" });
  await expect
    .poll(() => list.getByRole("heading", { level: 3 }).allInnerTexts())
    .toEqual(["Setup", "Lead Scoring", "Email Reports", "Data Sources", "Data Export"]);
  expect(await list.getByRole("button").count()).toBe(FAQ.length);
  expect(await axeFindings(page)).toEqual([]);
  const [{ question: first, answer: text, links } = expect.unreachable()] = FAQ;
  await list.getByRole("button", { name: first }).click();
  await expect.poll(() => tab(page, "AI Chat").getAttribute("aria-selected")).toBe("true");
  await said(page).getByText(first, { exact: true }).waitFor();
  await said(page).getByText(text.slice(0, 60)).waitFor();
  await expect.poll(() => said(page).getByRole("link").allInnerTexts()).toEqual(links.map(({ label }) => label));
  expect(await axeFindingsInBothThemes(page)).toEqual([]);
  await expect.poll(() => hasFocus(question(page))).toBe(true);
});

describe("support", () => {
  const REQUEST = { Name: "Zoë Müller", Email: "zoe@analytical.example", Message: "My second sheet\nis not read." };
  const form = (page: Page): Locator => panel(page).getByRole("region", { name: "Support" });
  const field = (page: Page, label: string): Locator => form(page).getByLabel(label, { exact: true });
  const submit = (page: Page): Promise<void> =>
    form(page).getByRole("button", { name: "Send Support Request" }).click();

  it("requires name, email and message, keeps the request until it is sent, and emails the support mailbox", async () => {
    const page = await openHelp();
    await tab(page, "Support").click();
    const sent = sentBodies(page, "POST", /support/);
    for (const label of Object.keys(REQUEST)) await field(page, label).fill("  ");
    await submit(page);
    await notice(page, "Missing Information").waitFor();
    await notice(page, "Please fill in all fields before submitting.").waitFor();
    for (const label of Object.keys(REQUEST)) {
      await form(page).getByText(`${label} is required`, { exact: true }).waitFor();
    }
    expect(await axeFindings(page)).toEqual([]);
    await page.getByRole("button", { name: "Dismiss" }).click();
    for (const [label, value] of Object.entries({ ...REQUEST, Email: "zoe" })) await field(page, label).fill(value);
    await submit(page);
    await form(page).getByText("Enter a valid email address").waitFor();
    expect(await notice(page, "Missing Information").count()).toBe(0);
    expect(sent).toEqual([]);

    await field(page, "Email").fill(REQUEST.Email);
    const restore = await refuse(page, "**/api/support-requests", { status: 429, detail: "Try again later." });
    await submit(page);
    await notice(page, "Failed to send support request").waitFor();
    await form(page).getByText("Your request wasn't sent").waitFor();
    await form(page).getByText("Try again later.").waitFor();
    await restore();
    await submit(page);
    await form(page)
      .getByText(/^Your request was saved but couldn't be sent\. Outgoing email isn't configured/)
      .waitFor();
    expect(await notice(page, "Support Request Sent").count()).toBe(0);
    const own = form(page).getByRole("link", { name: "email us" });
    // Following it would open a mail program.
    await own.evaluate((link) => link.addEventListener("click", (event) => event.preventDefault()));
    await own.click();
    const mail = new URL((await own.getAttribute("href")) ?? "");
    expect(mail.pathname).toBe(HELP_DESK);
    expect(mail.searchParams.get("body")).toBe("My second sheet\r\nis not read.\r\n\r\nZoë Müller");
    await form(page).getByRole("link", { name: HELP_DESK }).waitFor();

    await stage.addMailServer();
    await tab(page, "FAQ").click();
    await tab(page, "Support").click();
    await expect.poll(() => field(page, "Message").inputValue()).toBe(REQUEST.Message);
    await submit(page);
    await notice(page, "Support Request Sent").waitFor();
    await notice(page, "We'll get back to you within 24 hours at zoe@analytical.example").waitFor();
    expect(stage.smtp.messages.map(({ to, mail: { replyTo } }) => [to, replyTo?.text])).toEqual([
      [[HELP_DESK], '"Zoë Müller" <zoe@analytical.example>'],
    ]);
    for (const label of Object.keys(REQUEST)) await expect.poll(() => field(page, label).inputValue()).toBe("");
  });

  it("says that no support mailbox is set", async () => {
    // Its button is on every page.
    const page = await stage.open("/nowhere");
    await answer(page, "**/api/support", () => ({ json: { email: null } }));
    await helpButton(page).click();
    await tab(page, "Support").click();
    await form(page)
      .getByText(/No support mailbox is set up/)
      .waitFor();
    expect(await form(page).getByRole("link").count()).toBe(0);
  });
});

it("fills a phone's window, closes when a link is followed, and its button doesn't cover the last row", async () => {
  const page = await openHelp("/leads", { width: 390, height: 844, isTouch: true });
  await expect.poll(() => panel(page).boundingBox()).toMatchObject({ x: 0, y: 0, width: 390, height: 844 });
  expect(await axeFindings(page)).toEqual([]);
  await tab(page, "FAQ").click();
  await panel(page).getByRole("button", { name: "Do I need a service account?" }).click();
  await said(page).getByRole("link", { name: "Data Sources" }).click();
  await page.getByRole("heading", { name: "Data Sources", level: 1 }).waitFor();
  await panel(page).waitFor({ state: "detached" });

  // Low enough for a few rows to scroll.
  await page.setViewportSize({ width: 390, height: 360 });
  await page.goBack();
  const rowButton = page.getByRole("button", { name: /^Actions for/ }).last();
  await rowButton.waitFor();
  // Polled, as what still loads above the list moves it.
  const overlap = async (): Promise<number> => {
    await page.locator("#main").evaluate((main) => main.scrollTo(0, main.scrollHeight));
    const help = await helpButton(page).boundingBox();
    const row = await rowButton.boundingBox();
    return help === null || row === null ? Infinity : row.y + row.height - help.y;
  };
  await expect.poll(overlap).toBeLessThanOrEqual(0);
  expect(await page.locator("#main").evaluate((main) => main.scrollTop)).toBeGreaterThan(0);
});
