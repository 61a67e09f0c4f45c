import type { Locator, Page } from "playwright-core";
import { afterAll, beforeAll, expect, it } from "vitest";
import { openStage, type Stage } from "#test/e2e/stage.ts";
import { startAirtablePeer, TOKEN, type AirtableRecord, type ApiPeer } from "#test/peers/json-api/api-peer.ts";

let stage: Stage;
let airtable: ApiPeer<AirtableRecord>;

beforeAll(async () => {
  stage = await openStage({ env: { WINNOW_SCRAPE_ALLOW_PRIVATE: "1" } });
  airtable = await startAirtablePeer([
    {
      id: "rec00000000000001",
      createdTime: "2026-05-01T10:00:00.000Z",
      fields: {
        Name: "Ann Okafor",
        Email: "ann@northwind.example",
        Account: "Northwind",
        "Wants to know": "Asked for a demo",
      },
    },
    {
      id: "rec00000000000002",
      createdTime: "2026-05-02T10:00:00.000Z",
      fields: { Name: "Boris Novak", Email: "boris@novak.example", Tags: ["Fair", "2026"] },
    },
  ]);
});
afterAll(async () => {
  await stage.close();
  await airtable.close();
});

const dialog = (page: Page): Locator => page.getByRole("dialog");
const test = (page: Page): Promise<void> => dialog(page).getByRole("button", { name: "Test Connection" }).click();

it("leads from a template over a preview to synced leads", async () => {
  await stage.api("POST", "/rules", { name: "Ready to buy", keywords: ["demo"], scoreWeight: 40 });
  const page = await stage.open("/data-sources?new&type=json_api");
  await dialog(page).getByLabel("Name", { exact: true }).first().fill("Inquiries");
  await dialog(page).getByLabel("Service").selectOption({ label: "Airtable" });
  await test(page);
  await dialog(page).getByText("Replace BASE_ID in the URL").waitFor();

  await dialog(page).getByLabel("URL", { exact: true }).fill(airtable.url);
  await dialog(page).getByLabel("Value").fill("Bearer wrong-token");
  await test(page);
  // At the headers, and in the outcome.
  await expect
    .poll(() =>
      dialog(page)
        .getByText(/^The API doesn't accept the credentials/)
        .count(),
    )
    .toBe(2);

  await dialog(page).getByLabel("Value").fill(`Bearer ${TOKEN}`);
  await test(page);
  await dialog(page).getByText("Connected: 2 rows on the first page.").waitFor();
  await dialog(page).getByText("Ann Okafor · ann@northwind.example · Northwind").waitFor();
  const notes = dialog(page).getByLabel("Import fields.Wants to know as");
  expect(await notes.inputValue()).toBe("fact");
  expect(await dialog(page).getByLabel("Import id as").inputValue()).toBe("id");
  await notes.selectOption({ label: "Notes" });
  await dialog(page).getByLabel("Import createdTime as").selectOption({ label: "Don't import" });
  await test(page);
  await dialog(page).getByText("Ann Okafor · ann@northwind.example · Northwind · Asked for a demo").waitFor();
  await dialog(page).getByRole("button", { name: "Add data source" }).click();
  await dialog(page).waitFor({ state: "detached" });

  await page.getByRole("button", { name: "Sync Leads Now" }).click();
  await page.getByText("2 rows read: 2 new").waitFor();
  expect(await stage.api("GET", "/leads?sort=-score")).toMatchObject([
    { name: "Ann Okafor", company: "Northwind", notes: "Asked for a demo", score: 40, source: "json_api" },
    { name: "Boris Novak", score: 0 },
  ]);

  // The stored token stays when something else is edited, but doesn't follow to another server.
  await page.getByRole("button", { name: "Edit Inquiries" }).click();
  await dialog(page).getByText("Saved", { exact: true }).waitFor();
  await dialog(page).getByLabel("URL", { exact: true }).fill("http://127.0.0.1:8099/rows");
  await dialog(page).getByRole("button", { name: "Save changes" }).click();
  await dialog(page)
    .getByText(/^Enter the header values again\./)
    .first()
    .waitFor();
  await dialog(page).getByLabel("URL", { exact: true }).fill(`${airtable.url}?view=Main`);
  await dialog(page).getByRole("button", { name: "Save changes" }).click();
  await dialog(page).waitFor({ state: "detached" });
  await page.getByRole("button", { name: "Sync Leads Now" }).click();
  await page.getByText("2 rows read: 2 unchanged").waitFor();
  expect(stage.pageErrors).toEqual([]);
});
