import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import type { Settings } from "#shared/contract/settings.ts";
import { goInside, openStage, receivesEvents, type Stage } from "#test/e2e/stage.ts";

let stage: Stage;
beforeAll(async () => {
  stage = await openStage();
});
afterAll(() => stage.close());
afterEach(() => expect(stage.pageErrors).toEqual([]));

describe("the history", () => {
  it("undoes actions, names what blocks an undo, and follows changes by others", async () => {
    await stage.api("POST", "/sample-leads");
    await stage.api("PUT", "/settings", { qualificationThreshold: 40 });
    const page = await stage.open("/configuration");
    await page.getByRole("link", { name: "Open history" }).click();
    const line = (title: string) => page.getByRole("listitem").filter({ hasText: title });
    await line("Threshold 30 → 40").waitFor();

    // A change made elsewhere appears immediately and blocks undoing the one before.
    await receivesEvents(page);
    await stage.api("PUT", "/settings", { qualificationThreshold: 50 });
    await line("Threshold 40 → 50").waitFor();
    await page.getByRole("button", { name: "Undo: Threshold 30 → 40" }).click();
    await page.getByText("The setting “Threshold” has since been changed again.").waitFor();

    await page.getByRole("button", { name: "Undo: Threshold 40 → 50" }).click();
    await line("Undone: Threshold 40 → 50").waitFor();
    await line("Undone (").waitFor();
    await page.getByRole("button", { name: "Undo: Threshold 40 → 50" }).waitFor({ state: "detached" });
    await page.getByRole("button", { name: "Undo: Threshold 30 → 40" }).focus();
    await page.keyboard.press("Enter");
    await line("Undone: Threshold 30 → 40").waitFor();
    expect(((await stage.api("GET", "/settings")) as Settings).qualificationThreshold).toBe(30);

    // The notice of an action offers the same undo.
    await goInside(page, "/configuration");
    const threshold = page.getByRole("form").getByLabel("Qualification threshold", { exact: true });
    // Saving what was read before the last undo would be refused.
    await expect.poll(() => threshold.inputValue()).toBe("30");
    await threshold.fill("60");
    await page.getByRole("button", { name: "Save settings", exact: true }).click();
    await page.getByRole("region", { name: "Notices" }).getByRole("button", { name: "Undo" }).last().click();
    await page.getByText("Undone", { exact: true }).waitFor();
    await expect.poll(() => threshold.inputValue()).toBe("30");
  });
});
