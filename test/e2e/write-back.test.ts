import { afterAll, beforeAll, expect, test } from "vitest";
import type { DataSource } from "#shared/contract/data-source.ts";
import { openStage, type Stage } from "#test/e2e/stage.ts";

const ID = "1WinnowTestSpreadsheet00000000000000000000000";

let stage: Stage;
beforeAll(async () => {
  stage = await openStage();
});
afterAll(() => stage.close());

test("a sheet is written to once it is shared, and says so where it was set up", async () => {
  const account = stage.google.addServiceAccount();
  stage.google.setSheet(ID, "Leads", [
    ["Name", "Email"],
    ["Ann Lee", "ann@acme.example"],
  ]);
  stage.google.share(ID, account.email);
  const source = (await stage.api("POST", "/data-sources", {
    name: "Spring fair",
    type: "google_sheets",
    config: { spreadsheetId: ID, authMethod: "service_account", serviceAccount: account.keyFile },
  })) as DataSource;
  await stage.api("POST", "/sync-leads");

  const page = await stage.open("/integrations");
  await page.getByRole("button", { name: "Write to sheet" }).click();
  const dialog = page.getByRole("dialog", { name: "Write to sheet" });
  await dialog.getByLabel("Data source").selectOption({ label: source.name });
  await dialog.getByText(`Share the sheet with ${account.email} as Editor.`).waitFor();
  await dialog.getByRole("checkbox", { name: "Winnow reasons" }).click();
  await dialog.getByRole("checkbox", { name: "Winnow link" }).click();
  await dialog.getByRole("button", { name: "Turn on" }).click();
  await page.getByText("Winnow isn't allowed to write to this sheet.", { exact: false }).waitFor();

  stage.google.share(ID, account.email, "editor");
  await page.getByRole("button", { name: "Pause Spring fair" }).click();
  await page.getByRole("button", { name: "Resume Spring fair" }).click();
  await page.getByText("Winnow score, Winnow status, Winnow owner").waitFor();
  await page.getByText("Active", { exact: true }).waitFor();
  await expect
    .poll(() => stage.google.spreadsheet(ID).tab("Leads").rows()[1]?.at(-1), { timeout: 20_000 })
    .toBe("pending");
  expect(stage.pageErrors).toEqual([]);
});
