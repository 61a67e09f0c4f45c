import type { Locator, Page } from "playwright-core";
import { afterAll, afterEach, beforeAll, expect, it } from "vitest";
import { axeFindings } from "#test/e2e/axe-findings.ts";
import { openStage, type Stage } from "#test/e2e/stage.ts";

const ANN = { username: "ann@winnow.example", password: "several words to remember" };
/** More than are loaded at once. */
const LEADS = 130;
/** A button's height, with the bar's padding and borders. */
const ONE_LINE = 60;

let stage: Stage;
let page: Page;

beforeAll(async () => {
  stage = await openStage();
  await stage.api("POST", "/lead-fields", { name: "Budget", kind: "number" });
  await stage.api("POST", "/leads/batch", {
    leads: Array.from({ length: LEADS }, (_, index) => ({ name: `Lead ${index}`, email: `lead${index}@bar.example` })),
  });
  await stage.api("POST", "/session/first-owner", ANN);
  page = await stage.share("/sign-in?next=/leads");
  await page.getByLabel("Username").fill(ANN.username);
  await page.getByLabel("Password").fill(ANN.password);
  await page.getByRole("button", { name: "Sign in", exact: true }).click();
  await page.getByRole("checkbox", { name: "Select all loaded" }).click();
});
afterAll(() => stage.close());
afterEach(() => expect(stage.pageErrors).toEqual([]));

const bar = (): Locator => page.getByRole("region", { name: "Selected leads" });

const focused = (): Promise<string | null | undefined> =>
  page.evaluate(() => document.activeElement?.getAttribute("aria-label") ?? document.activeElement?.textContent);

/** Buttons that something else covers. */
const covered = (): Promise<string[]> =>
  bar()
    .getByRole("button")
    .evaluateAll((buttons) =>
      buttons
        .filter((button) => {
          const { x, y, width, height } = button.getBoundingClientRect();
          return [0.1, 0.5, 0.9].some(
            (share) => !button.contains(document.elementFromPoint(x + width * share, y + height / 2)),
          );
        })
        .map((button) => button.getAttribute("aria-label") ?? button.textContent),
    );

it.each([1_440, 1_280])("shows all actions on one line at %i pixels", async (width) => {
  await page.setViewportSize({ width, height: 900 });
  await bar().getByRole("button", { name: "Select all 130" }).waitFor();
  await bar().getByRole("button", { name: "Qualify" }).waitFor();
  // Some appear once the people, tags and fields have loaded.
  for (const name of ["Assign selected", "Tag selected", "Set field of selected", "More actions", "Clear selection"])
    await bar().getByRole("button", { name }).waitFor();
  expect((await bar().boundingBox())?.height).toBeLessThan(ONE_LINE);
  expect(await covered()).toEqual([]);
});

it("stays usable on a phone", async () => {
  await page.setViewportSize({ width: 390, height: 844 });
  await bar().getByRole("button", { name: "Set status" }).waitFor();
  expect(await covered()).toEqual([]);
  await bar().getByRole("button", { name: "More actions" }).click();
  await page.getByRole("menuitem", { name: "Export 50 selected" }).waitFor();
  expect(await page.getByRole("menuitem", { name: "Set to pending" }).count()).toBe(0);
  await page.keyboard.press("Escape");
  await page.setViewportSize({ width: 1_440, height: 900 });
});

it("reaches the other actions by keyboard", async () => {
  await bar().getByRole("button", { name: "More actions" }).focus();
  await page.keyboard.press("Enter");
  await expect.poll(focused).toBe("Set to pending");
  await page.keyboard.press("End");
  await expect.poll(focused).toBe("Delete selected");
  await page.keyboard.press("Enter");
  await page.getByRole("alertdialog", { name: "Delete 50 leads?" }).waitFor();
  expect(await axeFindings(page)).toEqual([]);
  await page.keyboard.press("Escape");
  await expect.poll(focused).toBe("More actions");
});
