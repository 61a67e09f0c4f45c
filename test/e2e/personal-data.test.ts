import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { axeFindings } from "#test/e2e/axe-findings.ts";
import { goInside, openStage, type Stage } from "#test/e2e/stage.ts";

const EMAIL = "zelda@quimby.example";

let stage: Stage;
beforeAll(async () => {
  stage = await openStage();
});
afterAll(() => stage.close());
afterEach(() => expect(stage.pageErrors).toEqual([]));

describe("personal data", () => {
  it("of a lead can be downloaded, and erased after typing its address, until erased people are allowed again", async () => {
    const { id } = (await stage.api("POST", "/leads", { name: "Zelda Quimby", email: EMAIL })) as { id: string };
    const page = await stage.open(`/leads/${id}`);
    await page.getByRole("button", { name: "More actions" }).click();
    await page.getByRole("menuitem", { name: "Personal data…" }).click();
    const part = page.getByRole("dialog", { name: "Personal data" });
    const download = page.waitForEvent("download");
    await part.getByRole("button", { name: "Download data" }).click();
    expect((await download).suggestedFilename()).toMatch(/^personal-data-\d{4}-\d\d-\d\d\.json$/u);
    expect(await axeFindings(page)).toEqual([]);

    await part.getByRole("button", { name: "Erase person" }).click();
    const dialog = page.getByRole("dialog", { name: "Erase this person?" });
    await dialog.getByLabel(`Type ${EMAIL} to confirm`).fill("somebody@else.example");
    await dialog.getByRole("button", { name: "Erase permanently" }).click();
    await dialog.getByText("The address doesn't match.").waitFor();
    expect(await axeFindings(page)).toEqual([]);
    await dialog.getByLabel(`Type ${EMAIL} to confirm`).fill(EMAIL);
    await dialog.getByRole("button", { name: "Erase permanently" }).click();
    await page.getByText("Person erased").waitFor();
    await goInside(page, "/leads");
    await page.getByText("No leads found matching your criteria").waitFor();
    expect(await page.getByRole("heading", { name: "All Leads" }).innerText()).toBe("All Leads (0)");
    expect(await page.getByText("Zelda Quimby").count()).toBe(0);

    // Without a lead, the address is found under Team.
    await goInside(page, "/team?tab=personal-data");
    await page.getByLabel("Email address").fill(EMAIL);
    await page.getByRole("button", { name: "Download data" }).click();
    await page.getByText("No data found for this address").waitFor();
    await page.getByRole("button", { name: "Allow again" }).click();
    await page.getByText(`Sources can add ${EMAIL} again`).waitFor();
    await page.getByRole("button", { name: "Allow again" }).click();
    await page.getByText("No erased person has this address").waitFor();
    expect(await axeFindings(page)).toEqual([]);
  });
});
