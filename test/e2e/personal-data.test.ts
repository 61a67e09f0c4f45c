import type { Page } from "playwright-core";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { axeFindingsInBothThemes } from "#test/e2e/axe-findings.ts";
import { openStage, type Stage } from "#test/e2e/stage.ts";

const EMAIL = "zelda@quimby.example";

let stage: Stage;
let page: Page;
let leadId: string;
beforeAll(async () => {
  stage = await openStage();
  leadId = ((await stage.api("POST", "/leads", { name: "Zelda Quimby", email: EMAIL })) as { id: string }).id;
  page = await (await stage.profile()).newPage();
});
afterAll(() => stage.close());
afterEach(() => expect(stage.pageErrors).toEqual([]));

describe("personal data", () => {
  it("of a lead is downloaded, and erased once its address is typed", async () => {
    await page.goto(`/leads/${leadId}`);
    const part = page.getByRole("region", { name: "Personal data" });
    const download = page.waitForEvent("download");
    await part.getByRole("button", { name: "Download everything" }).click();
    expect((await download).suggestedFilename()).toMatch(/^personal-data-\d{4}-\d\d-\d\d\.json$/u);
    expect(await axeFindingsInBothThemes(page)).toEqual([]);

    await part.getByRole("button", { name: "Erase person" }).click();
    const dialog = page.getByRole("dialog", { name: "Erase this person?" });
    await dialog.getByLabel(`Type ${EMAIL} to confirm`).fill("somebody@else.example");
    await dialog.getByRole("button", { name: "Erase for good" }).click();
    await dialog.getByText("This is another address.").waitFor();
    expect(await axeFindingsInBothThemes(page)).toEqual([]);
    await dialog.getByLabel(`Type ${EMAIL} to confirm`).fill(EMAIL);
    await dialog.getByRole("button", { name: "Erase for good" }).click();
    await page.getByText("The person was erased").waitFor();
    await page.goto("/leads");
    await page.getByRole("button", { name: "Import" }).first().waitFor();
    expect(await page.getByText("Zelda Quimby").count()).toBe(0);
  });

  it("of an address without a lead is looked for under Team, where the erased are let in again", async () => {
    await page.goto("/team?tab=personal-data");
    await page.getByLabel("E-mail address").fill(EMAIL);
    await page.getByRole("button", { name: "Download everything" }).click();
    await page.getByText("Nothing is known about this address").waitFor();
    await page.getByRole("button", { name: "Let in again" }).click();
    await page.getByText("This person can come in again").waitFor();
    await page.getByRole("button", { name: "Let in again" }).click();
    await page.getByText("Nobody with this address was erased").waitFor();
    expect(await axeFindingsInBothThemes(page)).toEqual([]);
  });
});
