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
