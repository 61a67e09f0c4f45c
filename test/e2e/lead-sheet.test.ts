import type { Locator, Page } from "playwright-core";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { hold, refuse, sentBodies } from "#test/e2e/answers.ts";
import { axeFindings } from "#test/e2e/axe-findings.ts";
import { openStage, type Stage } from "#test/e2e/stage.ts";

const PHONE = { width: 390, height: 844, isTouch: true };

let stage: Stage;

const section = (page: Page, name: string): Locator => page.getByRole("region", { name, exact: true });
const notice = (page: Page, text: string): Locator => section(page, "Notices").getByText(text);
const undo = (page: Page): Promise<void> => section(page, "Notices").getByRole("button", { name: "Undo" }).click();
const field = (page: Page, name: string): Locator => page.getByRole("textbox", { name, exact: true });
const pencil = (page: Page, name: string): Locator => page.getByRole("button", { name: `Edit ${name}`, exact: true });
const complaint = (page: Page): Locator => page.getByRole("dialog").getByRole("alert");
const value = (page: Page, text: string): Locator => page.locator("dl").first().getByText(text, { exact: true });
const position = (page: Page): Locator => page.getByRole("dialog").getByRole("status").first();
const focused = (page: Page): Promise<string | null | undefined> =>
  page.evaluate(() => document.activeElement?.getAttribute("aria-label"));

async function addLead(name: string, more: Record<string, string> = {}): Promise<string> {
  const email = `${name.toLowerCase().replaceAll(/\W+/g, ".")}@sheet.example`;
  return ((await stage.api("POST", "/leads", { name, email, ...more })) as { id: string }).id;
}

/** The sheet of a lead that no other test touches. */
async function openLead(name: string, more: Record<string, string> = {}, options = {}): Promise<Page> {
  const id = await addLead(name, more);
  const page = await stage.open(`/leads/${id}?search=${encodeURIComponent(name)}`, options);
  await section(page, "Timeline").waitFor();
  return page;
}

beforeAll(async () => {
  stage = await openStage();
  await stage.api("POST", "/rules", { name: "Intent", keywords: ["trial"], scoreWeight: 20 });
});
afterAll(() => stage.close());
afterEach(() => expect(stage.pageErrors).toEqual([]));

describe("a field of the sheet", () => {
  it("is edited where it stands: a press, Enter, and Undo takes it back", async () => {
    const page = await openLead("Annie Easley", { company: "Lewis" });
    const bodies = sentBodies(page, "PATCH", /\/api\/leads\/\d+$/);
    await value(page, "Lewis").click();
    expect(await field(page, "Company").inputValue()).toBe("Lewis");
    await page.keyboard.type("Glenn");
    await page.keyboard.press("Enter");
    await notice(page, "Lead updated successfully").waitFor();
    await value(page, "Glenn").waitFor();
    expect(bodies).toEqual([{ company: "Glenn" }]);
    await expect.poll(() => focused(page)).toBe("Edit company");
    await section(page, "Where each value comes from")
      .getByText(/Edited by hand/)
      .waitFor();
    await section(page, "Timeline")
      .getByText(/ edited$/)
      .first()
      .waitFor();
    await undo(page);
    await value(page, "Lewis").waitFor();
    await section(page, "Timeline")
      .getByText(/ edited \(taken back\)$/)
      .waitFor();
  });

  it("is one of the values that were seen, whichever a person picks, and Undo takes that back", async () => {
    const page = await openLead("Mary Jackson", { company: "Langley" });
    await value(page, "Langley").click();
    await page.keyboard.type("Headquarters");
    await page.keyboard.press("Enter");
    await value(page, "Headquarters").waitFor();
    await page.getByRole("button", { name: /Edited by hand.*1 other value/ }).click();
    expect(await axeFindings(page)).toEqual([]);
    await page.getByRole("button", { name: "Use this: Langley" }).click();
    await value(page, "Langley").waitFor();
    await undo(page);
    await value(page, "Headquarters").waitFor();
  });

  it("is reached and edited by the keyboard alone, and Escape leaves it as it was, the sheet open", async () => {
    const page = await openLead("Mary Golda Ross");
    await page.keyboard.press("e");
    await expect.poll(() => focused(page)).toBe("Name");
    await page.keyboard.type("Somebody else");
    await page.keyboard.press("Escape");
    await expect.poll(() => focused(page)).toBe("Edit name");
    expect(await page.getByRole("heading", { name: "Mary Golda Ross" }).count()).toBe(1);
    for (let press = 0; (await focused(page)) !== "Edit industry"; press += 1) {
      expect(press).toBeLessThan(15);
      await page.keyboard.press("Tab");
    }
    await page.keyboard.press("Enter");
    await expect.poll(() => focused(page)).toBe("Industry");
    await page.keyboard.type("Rockets");
    await page.keyboard.press("Enter");
    await value(page, "Rockets").waitFor();
    await page.keyboard.press("e");
    await page.keyboard.press("ControlOrMeta+A");
    await page.keyboard.type("Mary G. Ross");
    await page.keyboard.press("Enter");
    await page.getByRole("dialog", { name: "Mary G. Ross" }).waitFor();
  });

  it("is saved by going elsewhere, and nothing is sent where nothing was changed", async () => {
    const page = await openLead("Katharine Blodgett", { industry: "Glass" });
    const bodies = sentBodies(page, "PATCH", /\/api\/leads\/\d+$/);
    await pencil(page, "industry").click();
    await pencil(page, "phone").click();
    await field(page, "Phone").fill("+44 20 7946 0777");
    await section(page, "Timeline").click();
    await page.getByRole("link", { name: "+44 20 7946 0777" }).waitFor();
    await notice(page, "Lead updated successfully").waitFor();
    expect(bodies).toEqual([{ phone: "+44 20 7946 0777" }]);
    expect(await page.getByRole("link", { name: "+44 20 7946 0777" }).getAttribute("href")).toBe("tel:+442079460777");
  });

  it("says at itself what is wrong, before and after the server was asked", async () => {
    await addLead("Taken Address");
    const page = await openLead("Mary Jackson");
    await pencil(page, "name").click();
    await field(page, "Name").fill("  ");
    await field(page, "Name").press("Enter");
    await complaint(page).getByText("Name is required").waitFor();
    expect(await axeFindings(page)).toEqual([]);
    await field(page, "Name").press("Escape");
    await pencil(page, "email").click();
    await field(page, "Email").fill("not an address");
    await field(page, "Email").press("Enter");
    await complaint(page).getByText("This is not an e-mail address.").waitFor();
    await field(page, "Email").fill("taken.address@sheet.example");
    await field(page, "Email").press("Enter");
    await notice(page, "Failed to update lead").waitFor();
    await complaint(page)
      .getByText(/another lead/i)
      .waitFor();
    expect(await field(page, "Email").inputValue()).toBe("taken.address@sheet.example");
  });

  it("shows a change at once, and what was typed again when the server cannot take it", async () => {
    const page = await openLead("Emilie du Chatelet", { company: "Cirey" });
    const go = await hold(page, "**/api/leads/*", "PATCH");
    await pencil(page, "company").click();
    await field(page, "Company").fill("Académie");
    await field(page, "Company").press("Enter");
    await value(page, "Académie").waitFor();
    await page.unroute("**/api/leads/*");
    const restore = await refuse(page, "**/api/leads/*", { status: 503, detail: "The database is away." }, "PATCH");
    await pencil(page, "job title").click();
    await field(page, "Job title").fill("Marquise");
    await field(page, "Job title").press("Enter");
    await complaint(page).getByText("The database is away.").waitFor();
    expect(await field(page, "Job title").inputValue()).toBe("Marquise");
    await restore();
    await field(page, "Job title").press("Enter");
    await value(page, "Marquise").waitFor();
    go();
    await value(page, "Académie").waitFor();
  });

  it("asks before Back loses what is typed", async () => {
    const page = await openLead("Sophie Germain");
    await page.getByRole("button", { name: "Close" }).click();
    await page.getByRole("table", { name: "Leads" }).getByRole("link", { name: "Sophie Germain" }).click();
    await pencil(page, "company").click();
    await field(page, "Company").fill("Half");
    await page.goBack();
    await page.getByRole("alertdialog").getByRole("button", { name: "Cancel" }).click();
    expect(await field(page, "Company").inputValue()).toBe("Half");
  });
});

describe("the notes", () => {
  it("are written in at once, saved when one says so, scored, and taken back", async () => {
    const page = await openLead("Lise Meitner");
    expect(await page.getByRole("button", { name: "Save notes" }).count()).toBe(0);
    await field(page, "Notes").fill("Asked for a trial");
    await page.getByRole("button", { name: "Save notes" }).click();
    await notice(page, "Notes saved successfully").waitFor();
    await section(page, "Why this score").getByText("20 of 100.").waitFor();
    expect(await section(page, "Why this score").locator("mark").innerText()).toBe("trial");
    expect(await page.getByRole("button", { name: "Save notes" }).count()).toBe(0);
    await undo(page);
    await expect.poll(() => field(page, "Notes").inputValue()).toBe("");
    await field(page, "Notes").fill("By the keyboard");
    await page.keyboard.press("Control+Enter");
    await notice(page, "Notes saved successfully").waitFor();
  });

  it("stay when Escape leaves them, and every way out asks before it loses them", async () => {
    await addLead("Chien-Shiung Wa");
    const page = await openLead("Chien-Shiung Wu");
    await field(page, "Notes").fill("Half a thought");
    await field(page, "Notes").press("Escape");
    await page.keyboard.press("Escape");
    const question = page.getByRole("alertdialog");
    await question.getByRole("button", { name: "Cancel" }).click();
    expect(await field(page, "Notes").inputValue()).toBe("Half a thought");
    await page.getByRole("button", { name: "Close" }).click();
    await question.getByRole("button", { name: "Discard" }).click();
    await page.waitForURL(/\/leads\?/);
    await page.getByRole("table", { name: "Leads" }).getByRole("link", { name: "Chien-Shiung Wu" }).click();
    await expect.poll(() => field(page, "Notes").inputValue()).toBe("");
    await field(page, "Notes").fill("Another");
    await page.getByRole("button", { name: "Discard" }).click();
    expect(await field(page, "Notes").inputValue()).toBe("");
  });

  it("say when somebody else changes them meanwhile, and when they could not be saved", async () => {
    const page = await openLead("Ida Noddack", { notes: "First" });
    await field(page, "Notes").fill("Mine");
    const id = new URL(page.url()).pathname.split("/").at(-1) ?? "";
    await stage.api("PATCH", `/leads/${id}`, { notes: "Theirs" });
    await page.getByText("Somebody else changed these notes while you were writing.").waitFor();
    await page.getByText("They now read: Theirs").waitFor();
    expect(await field(page, "Notes").inputValue()).toBe("Mine");
    const restore = await refuse(page, "**/api/leads/*", { status: 503, detail: "The database is away." }, "PATCH");
    await page.getByRole("button", { name: "Save notes" }).click();
    await notice(page, "Failed to save notes").waitFor();
    expect(await field(page, "Notes").inputValue()).toBe("Mine");
    await restore();
    await page.getByRole("button", { name: "Save notes" }).click();
    await notice(page, "Notes saved successfully").waitFor();
  });
});

describe("the way through the list", () => {
  const COUNT = 61;
  const name = (at: number): string => `Walker ${String(at).padStart(3, "0")}`;

  beforeAll(async () => {
    const rows = Array.from({ length: COUNT }, (_, at) => [name(at + 1), `walker${at + 1}@walk.example`]);
    await stage.addSheet("Walkers", [["Name", "Email"], ...rows]);
    await stage.api("POST", "/sync-leads");
  });

  it("tells where one is, and leads on past what was loaded", async () => {
    const page = await stage.open("/leads?search=walker&sort=name");
    await page.getByRole("link", { name: name(1), exact: true }).click();
    await expect.poll(() => position(page).innerText()).toBe(`1 of ${COUNT}`);
    expect(await page.getByRole("button", { name: "Previous lead" }).isDisabled()).toBe(true);
    for (let at = 2; at <= COUNT; at += 1) {
      await page.keyboard.press("j");
      await page.getByRole("dialog", { name: name(at), exact: true }).waitFor();
    }
    await expect.poll(() => position(page).innerText()).toBe(`${COUNT} of ${COUNT}`);
    expect(await page.getByRole("button", { name: "Next lead" }).isDisabled()).toBe(true);
    await page.getByRole("button", { name: "Previous lead" }).click();
    await expect.poll(() => position(page).innerText()).toBe(`${COUNT - 1} of ${COUNT}`);
  });
});

it.each(["light", "dark"] as const)(
  "axe finds nothing while a field and the notes are edited, %s",
  async (colorScheme) => {
    const page = await openLead(
      `Axe ${colorScheme}`,
      { company: "Engines", phone: "+44 20 7946 0001" },
      { colorScheme },
    );
    await field(page, "Notes").fill("Something");
    await pencil(page, "company").click();
    expect(await axeFindings(page)).toEqual([]);
  },
);

it("asks for what is missing: reworded, sent, ended, and taken back", async () => {
  await stage.addMailServer();
  const page = await openLead("Katherine Johnson", { company: "Langley", notes: "Trajectories" });
  const missing = section(page, "What is missing");
  await missing.getByRole("button", { name: "Edit this question" }).click();
  await field(page, "Question").fill("When may we call you?");
  await missing.getByRole("button", { name: "Save question" }).click();
  await missing.getByText("When may we call you?").waitFor();
  await missing.getByRole("button", { name: "Send question" }).click();
  await missing.getByText("attempt 1 of 3").waitFor();
  expect(stage.smtp.messages.map(({ mail }) => mail.text)).toEqual([expect.stringContaining("When may we call you?")]);
  expect(await axeFindings(page)).toEqual([]);
  await missing.getByRole("button", { name: "Stop asking" }).click();
  await missing.getByText("Stopped by a person.").waitFor();
  await notice(page, "Follow-up stopped").waitFor();
  await undo(page);
  await missing.getByText("A follow-up question is open.").waitFor();
});

it("is edited with a finger on a phone", async () => {
  const page = await openLead("Dorothy Vaughan", { company: "Langley" }, PHONE);
  await pencil(page, "company").tap();
  expect(await axeFindings(page)).toEqual([]);
  await field(page, "Company").fill("Hampton");
  await field(page, "Company").press("Enter");
  await value(page, "Hampton").waitFor();
  const button = await pencil(page, "company").boundingBox();
  expect(Math.min(button?.width ?? 0, button?.height ?? 0)).toBeGreaterThanOrEqual(44);
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(PHONE.width);
});
