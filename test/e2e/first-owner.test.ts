import { afterAll, beforeAll, expect, it } from "vitest";
import { axeFindings, axeFindingsInBothThemes } from "#test/e2e/axe-findings.ts";
import { openStage, type Stage } from "#test/e2e/stage.ts";

let stage: Stage;
beforeAll(async () => {
  stage = await openStage({ env: { HOST: "0.0.0.0" } });
});
afterAll(() => stage.close());

it("creates the first owner with the printed link, and removes the secret from the URL", async () => {
  const page = await stage.open("/leads");
  await page.getByText("There are no accounts yet.").waitFor();
  expect(await axeFindings(page)).toEqual([]);

  const [link = ""] = /http:\S+\/first-owner#\S+/u.exec(stage.server.output()) ?? [];
  await page.goto("/first-owner#replaced");
  const create = page.getByRole("button", { name: "Create first account" });
  await create.click();
  await page.getByText("Enter a username").waitFor();
  const username = page.getByLabel("Username");
  expect(await username.evaluate((field) => field === document.activeElement)).toBe(true);
  expect(await axeFindingsInBothThemes(page)).toEqual([]);
  await username.fill("ann@winnow.example");
  await page.getByLabel("Password", { exact: true }).fill("several words to remember");
  await create.click();
  await page.getByText("a restart replaced it").waitFor();

  // The newest link in the same tab keeps what was entered.
  await page.goto(link);
  await page.waitForURL(`${stage.server.url}/first-owner`);
  await create.click();
  await page.getByRole("heading", { level: 1, name: "Dashboard" }).waitFor();
  expect(stage.pageErrors).toEqual([]);
});
