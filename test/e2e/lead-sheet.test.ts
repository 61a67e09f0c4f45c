import type { Locator, Page } from "playwright-core";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { hold, refuse, sentBodies } from "#test/e2e/answers.ts";
import { axeFindings, axeFindingsInBothThemes } from "#test/e2e/axe-findings.ts";
import { type ContextOptions, goInside, openStage, receivesEvents, type Stage } from "#test/e2e/stage.ts";

const PHONE = { width: 390, height: 844, isTouch: true };

let stage: Stage;

const section = (page: Page, name: string): Locator => page.getByRole("region", { name, exact: true });
const notice = (page: Page, text: string): Locator => section(page, "Notices").getByText(text);
const undo = (page: Page): Promise<void> =>
  section(page, "Notices").getByRole("button", { name: "Undo" }).last().click();
const field = (page: Page, name: string): Locator => page.getByRole("textbox", { name, exact: true });
const pencil = (page: Page, name: string): Locator => page.getByRole("button", { name: `Edit ${name}`, exact: true });
const complaint = (page: Page): Locator => page.getByRole("dialog").getByRole("alert");
const value = (page: Page, text: string): Locator => page.locator("dl").first().getByText(text, { exact: true });
const add = (page: Page, name: string): Promise<void> =>
  page.getByRole("button", { name: `Add ${name}`, exact: true }).click();
const position = (page: Page): Locator => page.getByRole("dialog").getByRole("status").first();
const focused = (page: Page): Promise<string | null | undefined> =>
  page.evaluate(() => document.activeElement?.getAttribute("aria-label"));

const idOf = (page: Page): string => new URL(page.url()).pathname.split("/").at(-1) ?? "";

async function addLead(name: string, more: Record<string, string> = {}): Promise<string> {
  const email = `${name.toLowerCase().replaceAll(/\W+/g, ".")}@sheet.example`;
  return ((await stage.api("POST", "/leads", { name, email, ...more })) as { id: string }).id;
}

/** The sheet of a lead used by no other test. */
async function openLead(
  name: string,
  more: Record<string, string> = {},
  { how = "visit", ...options }: ContextOptions & { how?: "open" | "visit" } = {},
): Promise<Page> {
  const id = await addLead(name, more);
  const page = await stage[how](`/leads/${id}?search=${encodeURIComponent(name)}`, options);
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
  it("is edited in place with a click and Enter, or set to another value seen, and undone", async () => {
    const page = await openLead("Annie Easley", { company: "Lewis" });
    const bodies = sentBodies(page, "PATCH", /\/api\/leads\/\d+$/);
    await value(page, "Lewis").click();
    expect(await field(page, "Company").inputValue()).toBe("Lewis");
    await page.keyboard.type("Glenn");
    await page.keyboard.press("Enter");
    // Hovering keeps the notice open until Undo.
    await notice(page, "Lead updated successfully").hover();
    await value(page, "Glenn").waitFor();
    expect(bodies).toEqual([{ company: "Glenn", former: { company: "Lewis" } }]);
    await expect.poll(() => focused(page)).toBe("Edit company");
    await section(page, "Timeline")
      .getByText(/ edited$/)
      .first()
      .waitFor();
    await page.getByRole("button", { name: "Source of company: Edited by hand · 1 other value" }).waitFor();
    await undo(page);
    await value(page, "Lewis").waitFor();
    await section(page, "Timeline")
      .getByText(/ edited \(undone\)$/)
      .waitFor();

    await value(page, "Lewis").click();
    await page.keyboard.type("Headquarters");
    await page.keyboard.press("Enter");
    await value(page, "Headquarters").waitFor();
    // Otherwise Undo could still belong to this edit.
    await notice(page, "Lead updated successfully").waitFor();
    const dismiss = section(page, "Notices").getByRole("button", { name: "Dismiss" });
    await expect
      .poll(async () => {
        if ((await dismiss.count()) > 0) await dismiss.first().click();
        return dismiss.count();
      })
      .toBe(0);
    await page.getByRole("button", { name: "Show sources" }).click();
    await page.getByRole("button", { name: /^Edited by hand.*other value/ }).click();
    expect(await axeFindings(page)).toEqual([]);
    await page.getByRole("button", { name: "Use this: Lewis" }).click();
    await value(page, "Lewis").waitFor();
    await notice(page, "Lead updated successfully").waitFor();
    await undo(page);
    await value(page, "Headquarters").waitFor();
  });

  it("is edited with the keyboard alone or saved on blur, and shows errors at the field", async () => {
    await addLead("Taken Address");
    const page = await openLead("Mary Golda Ross");
    const bodies = sentBodies(page, "PATCH", /\/api\/leads\/\d+$/);
    await page.keyboard.press("e");
    await expect.poll(() => focused(page)).toBe("Name");
    await page.keyboard.type("Somebody else");
    await page.keyboard.press("Escape");
    await expect.poll(() => focused(page)).toBe("Edit name");
    expect(await page.getByRole("heading", { name: "Mary Golda Ross" }).count()).toBe(1);
    const text = (): Promise<string | null | undefined> => page.evaluate(() => document.activeElement?.textContent);
    for (let press = 0; (await text()) !== "Add industry"; press += 1) {
      expect(press).toBeLessThan(15);
      await page.keyboard.press("Tab");
    }
    await page.keyboard.press("Enter");
    await expect.poll(() => focused(page)).toBe("Industry");
    await page.keyboard.press("Escape");
    await expect.poll(text).toBe("Add industry");
    await page.keyboard.press("Enter");
    await expect.poll(() => focused(page)).toBe("Industry");
    await page.keyboard.type("Rockets");
    await page.keyboard.press("Enter");
    await value(page, "Rockets").waitFor();
    await expect.poll(() => focused(page)).toBe("Edit industry");
    // What the answer changes would move the next button while it is pressed.
    await notice(page, "Lead updated successfully").waitFor();
    await section(page, "Timeline")
      .getByText(/Rockets|edited/)
      .first()
      .waitFor();

    await pencil(page, "industry").click();
    await add(page, "phone");
    await field(page, "Phone").fill("+44 20 7946 0777");
    await section(page, "Timeline").click();
    await page.getByRole("link", { name: "+44 20 7946 0777" }).waitFor();
    // Nothing is sent for the unchanged industry.
    await expect
      .poll(() => bodies)
      .toEqual([
        { industry: "Rockets", former: { industry: "" } },
        { phone: "+44 20 7946 0777", former: { phone: "" } },
      ]);

    await pencil(page, "industry").click();
    await field(page, "Industry").fill("Mine");
    await stage.api("PATCH", `/leads/${idOf(page)}`, { industry: "Theirs" });
    await field(page, "Industry").press("Enter");
    await complaint(page).getByText("Industry: Theirs. Press Enter to replace it or Escape to keep it.").waitFor();
    await field(page, "Industry").press("Escape");
    await value(page, "Theirs").waitFor();

    await pencil(page, "email").click();
    await field(page, "Email").fill("not an address");
    await field(page, "Email").press("Enter");
    await complaint(page).getByText("Enter a valid email address").waitFor();
    await field(page, "Email").fill("taken.address@sheet.example");
    await field(page, "Email").press("Enter");
    await notice(page, "Failed to update lead").waitFor();
    await complaint(page)
      .getByText(/another lead/i)
      .waitFor();
    expect(await field(page, "Email").inputValue()).toBe("taken.address@sheet.example");
    expect(await axeFindingsInBothThemes(page)).toEqual([]);
  });

  it("shows a change before it is saved, and keeps the input after a failure or Back", async () => {
    const page = await openLead("Emilie du Chatelet", { company: "Cirey" });
    const go = await hold(page, "**/api/leads/*", "PATCH");
    await pencil(page, "company").click();
    await field(page, "Company").fill("Académie");
    await field(page, "Company").press("Enter");
    await value(page, "Académie").waitFor();
    const restore = await refuse(page, "**/api/leads/*", { status: 503, detail: "The database is away." }, "PATCH");
    await add(page, "job title");
    await field(page, "Job title").fill("Marquise");
    await field(page, "Job title").press("Enter");
    await complaint(page).getByText("The database is away.").waitFor();
    expect(await field(page, "Job title").inputValue()).toBe("Marquise");
    await restore();
    await field(page, "Job title").press("Enter");
    await value(page, "Marquise").waitFor();
    await value(page, "Académie").waitFor();
    go();
    const stored = async (): Promise<string[]> =>
      ((await stage.api("GET", "/leads")) as { company: string }[]).map(({ company }) => company);
    await expect.poll(stored).toContain("Académie");
    await value(page, "Académie").waitFor();

    await page.getByRole("button", { name: "Close", exact: true }).click();
    await page.getByRole("table", { name: "Leads" }).getByRole("link", { name: "Emilie du Chatelet" }).click();
    await add(page, "industry");
    await field(page, "Industry").fill("Half");
    await page.goBack();
    await field(page, "Industry").waitFor({ state: "detached" });
    await page.goForward();
    await expect.poll(() => field(page, "Industry").inputValue()).toBe("Half");
  });
});

describe("the notes", () => {
  const notes = (page: Page): Locator => field(page, "Notes");
  const saved = (page: Page): Locator => section(page, "Notes").getByText("Saved", { exact: true });
  const stored = async (id: string): Promise<string> =>
    ((await stage.api("GET", `/leads/${id}`)) as { notes: string }).notes;

  it("are saved as typed and scored, with one history entry per pause, and when something else takes over", async () => {
    const page = await openLead("Lise Meitner", { notes: "Met at the fair" }, { how: "open" });
    const id = idOf(page);
    const bodies = sentBodies(page, "PATCH", /\/api\/leads\/\d+$/);
    await notes(page).press("ControlOrMeta+End");
    await page.keyboard.type(". Asked for a trial ");
    await saved(page).waitFor();
    expect(bodies).toEqual([{ notes: "Met at the fair. Asked for a trial ", formerNotes: "Met at the fair" }]);
    await section(page, "Why this score").getByText("20 of 100.").waitFor();
    expect(await section(page, "Why this score").locator("mark").innerText()).toBe("trial");
    await section(page, "Original note").getByText("Met at the fair", { exact: true }).waitFor();
    // Nothing was replaced under the cursor.
    await page.keyboard.type("today");
    await page.keyboard.press("Escape");
    await expect.poll(() => stored(id)).toBe("Met at the fair. Asked for a trial today");
    await expect
      .poll(() =>
        section(page, "Timeline")
          .getByText(/ edited$/)
          .count(),
      )
      .toBe(2);

    await notes(page).fill("Half a thought");
    await page.keyboard.press("Escape");
    await page.keyboard.press("Escape");
    await page.waitForURL(/\/leads\?/);
    await expect.poll(() => stored(id)).toBe("Half a thought");
    await page.getByRole("table", { name: "Leads" }).getByRole("link", { name: "Lise Meitner" }).click();
    // The page may not have the answer to the save yet, and would send what it knew before.
    await expect.poll(() => notes(page).inputValue()).toBe("Half a thought");
    await notes(page).fill("Half a thought, then a whole one");
    await page.goto("/healthz");
    await expect.poll(() => stored(id)).toBe("Half a thought, then a whole one");
  });

  it("move with a new comment to the lead that someone else merges this one into, without deciding on it", async () => {
    const kept = await addLead("Emmy Again");
    const page = await openLead("Emmy Noether", {}, { how: "open" });
    const id = idOf(page);
    await receivesEvents(page);
    await notes(page).fill("Half a thought");
    await field(page, "New comment").pressSequentially("Asked for a t");
    await stage.api("POST", `/leads/${kept}/merge`, { otherId: id });
    await page.waitForURL(`**/leads/${kept}?**`);
    await page.keyboard.type("rial", { delay: 100 });
    await notice(page, "This lead was merged").waitFor();
    await expect.poll(() => field(page, "New comment").inputValue()).toContain("Asked for a t");
    await expect.poll(() => stored(kept)).toContain("Half a thought");
    expect(await stage.api("GET", `/leads/${kept}`)).toMatchObject({ status: "pending" });
  });

  it("survive someone else's edit, a failure, a reload and being offline", async () => {
    const page = await openLead("Marietta Blau", { notes: "First" }, { how: "open" });
    const id = idOf(page);
    const go = await hold(page, `**/api/leads/${id}`, "PATCH");
    await notes(page).fill("Mine");
    await section(page, "Notes").getByText("Saving...").waitFor();
    await stage.api("PATCH", `/leads/${id}`, { notes: "Theirs" });
    go();
    await section(page, "Notes").getByText("Saved version: Theirs").waitFor();
    expect(await notes(page).inputValue()).toBe("Mine");
    expect(await stored(id)).toBe("Theirs");
    await page.getByRole("button", { name: "Keep mine" }).click();
    await saved(page).waitFor();
    expect(await stored(id)).toBe("Mine");
    await receivesEvents(page);
    await stage.api("PATCH", `/leads/${id}`, { notes: "Theirs again" });
    await expect.poll(() => notes(page).inputValue()).toBe("Theirs again");

    const restore = await refuse(page, "**/api/leads/*", { status: 503, detail: "The database is away." }, "PATCH");
    await notes(page).fill("Mine again");
    const failure = section(page, "Notes").getByRole("status").filter({ hasText: "Failed to save notes" });
    await failure.getByText("The database is away.").waitFor();
    await page.reload();
    await failure.waitFor();
    expect(await notes(page).inputValue()).toBe("Mine again");
    await restore();
    await failure.getByRole("button", { name: "Try again" }).click();
    await saved(page).waitFor();
    expect(await stored(id)).toBe("Mine again");

    await page.context().setOffline(true);
    await notes(page).fill("Typed on a train");
    await section(page, "Notes").getByText("You're offline, so nothing was changed.").waitFor();
    await page.context().setOffline(false);
    await saved(page).waitFor();
    expect(await stored(id)).toBe("Typed on a train");
  });
});

describe("stepping through the list", () => {
  const COUNT = 53;
  /** The leads that the list loads first. */
  const LOADED = 50;
  const name = (at: number): string => `Walker ${String(at).padStart(3, "0")}`;

  beforeAll(async () => {
    const rows = Array.from({ length: COUNT }, (_, at) => [name(at + 1), `walker${at + 1}@walk.example`]);
    await stage.addSheet("Walkers", [["Name", "Email"], ...rows]);
    await stage.api("POST", "/sync-leads");
  });

  const list = (page: Page): Locator => page.getByRole("table", { name: "Leads" });
  const row = (page: Page, at: number): Locator =>
    list(page)
      .getByRole("row")
      .filter({ hasText: name(at) });
  const lead = (page: Page, at: number): Locator =>
    page.getByRole("complementary", { name: "Open lead" }).getByRole("dialog", { name: name(at), exact: true });
  const current = (page: Page): Locator => list(page).locator("tr[data-current]");

  it("shows the position, marks the row and keeps it in view, and continues past the loaded leads", async () => {
    const page = await stage.visit("/leads?search=walker&sort=name");
    await row(page, 1).getByRole("link").click();
    await expect.poll(() => position(page).innerText()).toBe(`1 of ${COUNT}`);
    expect(await page.getByRole("button", { name: "Previous lead" }).isDisabled()).toBe(true);
    const [last] = (await stage.api("GET", `/leads?search=${encodeURIComponent(name(LOADED))}`)) as { id: string }[];
    await goInside(page, `/leads/${last?.id}?search=walker&sort=name`);
    await expect.poll(() => position(page).innerText()).toBe(`${LOADED} of ${COUNT}`);
    const next = page.getByRole("button", { name: "Next lead" });
    for (let at = LOADED + 1; at <= COUNT; at += 1) {
      // The next page of the list may still be loading.
      await expect.poll(() => next.isEnabled()).toBe(true);
      await page.keyboard.press("j");
      await lead(page, at).waitFor();
    }
    await expect.poll(() => position(page).innerText()).toBe(`${COUNT} of ${COUNT}`);
    await expect.poll(() => next.isDisabled()).toBe(true);
    await page.getByRole("button", { name: "Previous lead" }).click();
    await expect.poll(() => position(page).innerText()).toBe(`${COUNT - 1} of ${COUNT}`);

    await expect.poll(() => current(page).getByRole("link").innerText()).toBe(name(COUNT - 1));
    const main = await page.locator("main").boundingBox();
    await expect
      .poll(async () => {
        const { y = 0, height = 0 } = (await current(page).boundingBox()) ?? {};
        return main !== null && y > main.y && y + height <= main.y + main.height;
      })
      .toBe(true);
    await page.keyboard.press("q");
    await current(page).getByText("Qualified").waitFor();
    await page.keyboard.press("Escape");
    await lead(page, COUNT - 1).waitFor({ state: "detached" });
    expect(await page.evaluate(() => document.activeElement?.textContent)).toBe(name(COUNT - 1));
    expect(new URL(page.url()).pathname).toBe("/leads");
  });

  it("leaves the list next to the panel usable, and keeps unsaved input of the panel", async () => {
    const page = await stage.visit("/leads?search=walker&sort=name");
    await row(page, 1).getByRole("link").click();
    await pencil(page, "email").click();
    await field(page, "Email").fill("not an address");
    await page.getByRole("searchbox", { name: "Search leads" }).fill("walker 00");
    await page.waitForURL(/search=walker.00/);
    await complaint(page).getByText("Enter a valid email address").waitFor();
    await row(page, 2).getByRole("link").click();
    await field(page, "Email").waitFor({ state: "detached" });
    await row(page, 1).getByRole("link").click();
    await expect.poll(() => field(page, "Email").inputValue()).toBe("not an address");
    // Narrower, the lead covers the list.
    await page.setViewportSize({ width: 1000, height: 800 });
    await page.locator("[data-sheet]").waitFor();
    await expect.poll(() => field(page, "Email").inputValue()).toBe("not an address");
    await field(page, "Email").press("Escape");
    await page.setViewportSize({ width: 1440, height: 900 });
    await lead(page, 1).waitFor();

    await goInside(page, "/leads?search=walker&sort=name");
    await lead(page, 1).waitFor({ state: "detached" });
    await row(page, 10).waitFor();
    await row(page, 1).getByRole("link").click();
    await lead(page, 1).waitFor();
    await row(page, 3).getByRole("link").click();
    await lead(page, 3).waitFor();
    await page.goBack();
    await lead(page, 3).waitFor({ state: "detached" });
    await row(page, 2).getByRole("cell").nth(2).click();
    await row(page, 5).getByRole("checkbox").check();
    await section(page, "Selected leads").getByText("1 selected").waitFor();
    await list(page).getByRole("button", { name: "Lead", exact: true }).click();
    await row(page, COUNT).waitFor();
    await page.keyboard.press("/");
    await page.keyboard.press("ControlOrMeta+A");
    await page.keyboard.type("walker 04");
    await page.waitForURL(/search=walker.04/);
    await row(page, COUNT).waitFor({ state: "detached" });
    await lead(page, 2).waitFor();
    await page.keyboard.press("Enter");
    await lead(page, 49).waitFor();
    await page.getByRole("button", { name: "Close", exact: true }).click();
    await page.waitForURL(/\/leads\?.*search=walker.04/);
  });
});

it("rewords, sends, stops and resumes a follow-up question", async () => {
  await stage.addMailServer();
  const page = await openLead("Katherine Johnson", { company: "Langley", notes: "Trajectories" });
  const missing = section(page, "Missing information");
  await missing.getByRole("button", { name: "Edit question" }).click();
  await field(page, "Question").fill("When may we call you?");
  await missing.getByRole("button", { name: "Save question" }).click();
  await missing.getByText("When may we call you?").waitFor();
  await missing.getByRole("button", { name: "Send question" }).click();
  await missing.getByText("attempt 1 of 3").waitFor();
  await expect
    .poll(() => stage.smtp.messages.map(({ mail }) => mail.text))
    .toEqual([expect.stringContaining("When may we call you?")]);
  expect(await axeFindings(page)).toEqual([]);
  await missing.getByRole("button", { name: "Stop follow-up" }).click();
  await missing.getByText("Stopped manually.").waitFor();
  await notice(page, "Follow-up stopped").waitFor();
  await undo(page);
  await missing.getByText("A follow-up question is open.").waitFor();
});

it("is edited by touch on a phone", async () => {
  const page = await openLead("Dorothy Vaughan", { company: "Langley" }, PHONE);
  await pencil(page, "company").tap();
  await field(page, "Company").fill("Hampton");
  await field(page, "Company").press("Enter");
  await value(page, "Hampton").waitFor();
  const button = await pencil(page, "company").boundingBox();
  expect(Math.min(button?.width ?? 0, button?.height ?? 0)).toBeGreaterThanOrEqual(44);
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(PHONE.width);
});
