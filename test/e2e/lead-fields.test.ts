import type { Locator, Page } from "playwright-core";
import { afterAll, afterEach, beforeAll, expect, it } from "vitest";
import { axeFindingsInBothThemes } from "#test/e2e/axe-findings.ts";
import { openStage, type Stage } from "#test/e2e/stage.ts";

let stage: Stage;
beforeAll(async () => {
  stage = await openStage();
});
afterAll(() => stage.close());
afterEach(() => expect(stage.pageErrors).toEqual([]));

const section = (page: Page, name: string): Locator => page.getByRole("region", { name, exact: true });
const button = (within: Page | Locator, name: string): Locator => within.getByRole("button", { name, exact: true });

it("defines custom fields, fills them on a lead and shows what doesn't fit", async () => {
  const page = await stage.open("/configuration");
  await button(section(page, "Custom fields"), "Add field").click();
  const adding = page.getByRole("dialog", { name: "Add custom field" });
  await adding.getByLabel("Name").fill("Region");
  await adding.getByLabel("Type").selectOption("Choice");
  await adding.getByLabel("Options").fill("North\nSouth");
  expect(await axeFindingsInBothThemes(page)).toEqual([]);
  await button(adding, "Save").click();
  await section(page, "Custom fields").getByText("Region").waitFor();
  await stage.api("POST", "/lead-fields", { name: "Seats", kind: "number" });
  await stage.api("POST", "/lead-fields", { name: "Products", kind: "choices", options: ["CRM", "Mail", "Chat"] });

  const lead = (await stage.api("POST", "/leads", { name: "Ada Field", email: "ada@field.example" })) as { id: string };
  await page.goto(`${stage.server.url}/leads/${lead.id}`);
  await button(section(page, "Custom fields"), "Edit fields").click();
  const editing = page.getByRole("dialog", { name: "Edit custom fields" });
  await editing.getByLabel("Region").selectOption("South");
  await editing.getByLabel("Seats").fill("many");
  await button(editing, "Save").click();
  await editing.getByText("Enter a number").waitFor();
  await editing.getByLabel("Seats").fill("1,200");
  for (const product of ["Chat", "CRM"]) await editing.getByRole("checkbox", { name: product }).check();
  expect(await axeFindingsInBothThemes(page)).toEqual([]);
  await button(editing, "Save").click();
  await section(page, "Custom fields").getByText("1200").waitFor();
  expect(await stage.api("GET", `/leads/${lead.id}`)).toMatchObject({
    fields: { region: "South", seats: 1200, products: ["CRM", "Chat"] },
  });
});

it("shows custom fields as columns, sorts and filters by them, and keeps that in the address", async () => {
  const fields = { seats: 40, region: "North" };
  const { id } = (await stage.api("POST", "/leads", { name: "Bo Field", email: "bo@field.example" })) as { id: string };
  await stage.api("PATCH", `/leads/${id}`, { fields });
  const page = await stage.open("/leads?search=field.example");
  const table = page.getByRole("table", { name: "Leads" });
  const names = async (): Promise<string[]> => table.getByRole("link", { name: / Field$/u }).allTextContents();
  await button(page, "Columns").click();
  const columns = page.getByRole("dialog", { name: "Columns" });
  for (const name of ["Keywords", "Company"]) await columns.getByRole("checkbox", { name, exact: true }).uncheck();
  for (const name of ["Seats", "Products"]) await columns.getByRole("checkbox", { name, exact: true }).check();
  expect(await axeFindingsInBothThemes(page)).toEqual([]);
  await page.keyboard.press("Escape");
  await table.getByRole("cell", { name: "1200", exact: true }).waitFor();
  await table.getByRole("cell", { name: "CRM, Chat", exact: true }).waitFor();
  await table.getByRole("button", { name: "Seats" }).click();
  await page.waitForURL(/sort=-fields.seats/u);
  await expect.poll(names).toEqual(["Ada Field", "Bo Field"]);
  await table.getByRole("button", { name: "Seats" }).click();
  await expect.poll(names).toEqual(["Bo Field", "Ada Field"]);

  await button(page, "Filters").click();
  const filters = page.getByRole("dialog", { name: "Filters" });
  await filters.getByLabel("Custom field").selectOption("Seats");
  await filters.getByLabel("Seats", { exact: true }).selectOption("Between");
  await filters.getByLabel("Minimum of Seats").fill("100");
  await filters.getByLabel("Minimum of Seats").press("Enter");
  await expect.poll(names).toEqual(["Ada Field"]);
  await filters.getByLabel("Custom field").selectOption("Region");
  await filters.getByLabel("Region", { exact: true }).selectOption("Is");
  await filters.getByRole("checkbox", { name: "North" }).check();
  await expect.poll(names).toEqual([]);
  await filters.getByRole("checkbox", { name: "South" }).check();
  await expect.poll(names).toEqual(["Ada Field"]);
  expect(await axeFindingsInBothThemes(page)).toEqual([]);
  await page.keyboard.press("Escape");
  await button(page, "Remove filter: Region, North or South").waitFor();
  await page.reload();
  await button(page, "Remove filter: Seats, 100 and above").click();
  await button(page, "Remove filter: Region, North or South").click();
  await expect.poll(names).toEqual(["Bo Field", "Ada Field"]);
});
