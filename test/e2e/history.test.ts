import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import type { Settings } from "#shared/contract/settings.ts";
import { openStage, type Stage } from "#test/e2e/stage.ts";

let stage: Stage;
beforeAll(async () => {
  stage = await openStage();
});
afterAll(() => stage.close());
afterEach(() => expect(stage.pageErrors).toEqual([]));

describe("the history", () => {
  it("takes acts back, says what stands in the way, and follows what others do", async () => {
    await stage.api("POST", "/sample-leads");
    await stage.api("PUT", "/settings", { qualificationThreshold: 40 });
    const page = await stage.open("/configuration");
    await page.getByRole("link", { name: "Open History" }).click();
    const line = (title: string) => page.getByRole("listitem").filter({ hasText: title });
    await line("Threshold 30 → 40").waitFor();

    // Done elsewhere, it is there at once, and stands in the way of the one before.
    await stage.api("PUT", "/settings", { qualificationThreshold: 50 });
    await line("Threshold 40 → 50").waitFor();
    await page.getByRole("button", { name: "Undo: Threshold 30 → 40" }).click();
    await page.getByText("The setting “Threshold” was changed again since.").waitFor();

    await page.getByRole("button", { name: "Undo: Threshold 40 → 50" }).click();
    await line("Undone: Threshold 40 → 50").waitFor();
    await line("Taken back").waitFor();
    expect(await page.getByRole("button", { name: "Undo: Threshold 40 → 50" }).count()).toBe(0);
    await page.getByRole("button", { name: "Undo: Threshold 30 → 40" }).focus();
    await page.keyboard.press("Enter");
    await line("Undone: Threshold 30 → 40").waitFor();
    expect(((await stage.api("GET", "/settings")) as Settings).qualificationThreshold).toBe(30);

    // The notice of an act has the same way back.
    await page.goto(`${stage.server.url}/configuration`);
    await page.getByRole("form").getByLabel("Qualification threshold", { exact: true }).fill("60");
    await page.getByRole("button", { name: "Save", exact: true }).click();
    await page.getByRole("region", { name: "Notices" }).getByRole("button", { name: "Undo" }).click();
    await page.getByText("The change was taken back").waitFor();
    await expect
      .poll(() => page.getByRole("form").getByLabel("Qualification threshold", { exact: true }).inputValue())
      .toBe("30");
  });
});
