import type { Locator, Page } from "playwright-core";
import { afterAll, afterEach, beforeAll, expect, it } from "vitest";
import { axeFindings } from "#test/e2e/axe-findings.ts";
import { goInside, openStage, type Stage } from "#test/e2e/stage.ts";

let stage: Stage;
beforeAll(async () => {
  stage = await openStage();
});
afterAll(() => stage.close());
afterEach(() => expect(stage.pageErrors).toEqual([]));

const section = (page: Page, name: string): Locator => page.getByRole("region", { name, exact: true });
const button = (within: Page | Locator, name: string): Locator => within.getByRole("button", { name, exact: true });

it("defines custom fields, fills them on a lead and shows what doesn't fit", async () => {
  const page = await stage.visit("/configuration");
  await button(section(page, "Custom fields"), "Add field").click();
  const adding = page.getByRole("dialog", { name: "Add custom field" });
  await adding.getByLabel("Name").fill("Region");
  await adding.getByLabel("Type").selectOption("Choice");
  await adding.getByLabel("Options").fill("North\nSouth");
  expect(await axeFindings(page)).toEqual([]);
  await button(adding, "Save").click();
  await section(page, "Custom fields").getByText("Region").waitFor();
  await stage.api("POST", "/lead-fields", { name: "Seats", kind: "number" });
  await stage.api("POST", "/lead-fields", { name: "Products", kind: "choices", options: ["CRM", "Mail", "Chat"] });

  const lead = (await stage.api("POST", "/leads", { name: "Ada Field", email: "ada@field.example" })) as { id: string };
  await goInside(page, `/leads/${lead.id}`);
  await button(section(page, "Custom fields"), "Edit fields").click();
  const editing = page.getByRole("dialog", { name: "Edit custom fields" });
  await editing.getByLabel("Region").selectOption("South");
  await editing.getByLabel("Seats").fill("many");
  await button(editing, "Save").click();
  await editing.getByText("Enter a number").waitFor();
  await editing.getByLabel("Seats").fill("1,200");
  // Someone else's changes show in untouched fields; an edited field is replaced only knowingly.
  await stage.api("PATCH", `/leads/${lead.id}`, { fields: { products: ["Chat"], seats: 5 } });
  await editing.getByRole("checkbox", { name: "Chat", checked: true }).waitFor();
  await editing.getByRole("checkbox", { name: "CRM" }).check();
  expect(await axeFindings(page)).toEqual([]);
  await button(editing, "Save").click();
  await page.getByText("You changed this lead while you were editing. Seats: 5.").waitFor();
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
  await filters.getByRole("checkbox", { name: "North" }).click();
  await expect.poll(names).toEqual([]);
  await filters.getByRole("checkbox", { name: "South" }).click();
  await expect.poll(names).toEqual(["Ada Field"]);
  expect(await axeFindings(page)).toEqual([]);
  await page.keyboard.press("Escape");
  await button(page, "Remove filter: Region, North or South").waitFor();
  await page.reload();
  await button(page, "Remove filter: Seats, 100 and above").click();
  await button(page, "Remove filter: Region, North or South").click();
  await expect.poll(names).toEqual(["Bo Field", "Ada Field"]);
});

it("maps a file's columns to custom fields, lists values that don't fit, and sets several at once with one undo", async () => {
  const page = await stage.visit("/leads?import");
  const file = "Name,Email,Seats,Area\nCy Field,cy@field.example,7,South\nDi Field,di@field.example,some,North\n";
  await page
    .getByLabel("File to import")
    .setInputFiles({ name: "fields.csv", mimeType: "", buffer: Buffer.from(file) });
  const sheet = page.getByRole("dialog", { name: "Import leads" });
  expect(await sheet.getByLabel("Import Seats as", { exact: true }).inputValue()).toBe("field:seats");
  await sheet.getByLabel("Import Area as", { exact: true }).selectOption("Region");
  await button(page, "Import leads").click();
  await sheet.getByText("1 row with a value that doesn't fit its field.").waitFor();
  const imported = (await stage.api("GET", "/leads?search=field.example&sort=name")) as {
    name: string;
    fields: unknown;
  }[];
  expect(imported.slice(-2).map(({ name, fields }) => [name, fields])).toEqual([
    ["Cy Field", { seats: 7, region: "South" }],
    ["Di Field", { region: "North" }],
  ]);

  await goInside(page, "/leads?search=field.example");
  await sheet.waitFor({ state: "detached" });
  for (const name of ["Cy Field", "Di Field"]) await page.getByRole("checkbox", { name: `Select ${name}` }).check();
  await button(page, "Set field of selected").click();
  const popover = page.getByRole("dialog", { name: "Custom fields" });
  await popover.getByLabel("Field").selectOption("Seats");
  await popover.getByLabel("Seats").fill("lots");
  await button(popover, "Set value").click();
  await popover.getByText("Enter a number").waitFor();
  await popover.getByLabel("Seats").fill("12");
  expect(await axeFindings(page)).toEqual([]);
  await button(popover, "Set value").click();
  const notices = page.getByRole("region", { name: "Notices" });
  await notices.getByText("2 leads updated").waitFor();
  const seats = async (): Promise<unknown[]> => {
    const leads = (await stage.api("GET", "/leads?fields=seats:max:12&sort=name")) as { fields: { seats: number } }[];
    return leads.map(({ fields }) => fields.seats);
  };
  expect(await seats()).toEqual([12, 12]);
  await button(notices, "Undo").click();
  await expect.poll(seats).toEqual([7]);
});

it("fills a field from an extra column, or changes its type, after showing what doesn't fit", async () => {
  const page = await stage.visit("/configuration");
  await button(page, "Actions for Seats").click();
  await page.getByRole("menuitem", { name: "Move values to other details" }).click();
  await button(page, "Move values").click();
  await page.getByRole("region", { name: "Notices" }).getByText("values of “Seats” moved to other details").waitFor();
  await button(page, "Actions for Seats").click();
  await page.getByRole("menuitem", { name: "Fill from a detail" }).click();
  const dialog = page.getByRole("dialog", { name: "Fill “Seats” from a detail" });
  await dialog.getByLabel("Detail").selectOption("Seats");
  await dialog.getByRole("list", { name: "Values that don't fit" }).getByText("some").waitFor();
  expect(await axeFindings(page)).toEqual([]);
  await button(dialog, "Move 3 values").click();
  await page.getByRole("region", { name: "Notices" }).getByText("3 values moved to “Seats”").waitFor();
  const leads = (await stage.api("GET", "/leads?fields=seats:filled&sort=name")) as { fields: { seats: number } }[];
  expect(leads.map(({ fields }) => fields.seats)).toEqual([1200, 40, 7]);

  await stage.api("POST", "/lead-fields", { name: "Budget", kind: "text" });
  for (const [name, budget] of [
    ["Fay", "1,500"],
    ["Gus", "a lot"],
  ] as const) {
    await stage.api("POST", "/leads", { name, email: `${name}@type.example`, fields: { budget } });
  }
  const card = section(page, "Custom fields");
  await button(card, "Actions for Budget").click();
  await page.getByRole("menuitem", { name: "Edit" }).click();
  const form = page.getByRole("dialog", { name: "Edit custom field" });
  await form.getByLabel("Type").selectOption("Number");
  await form.getByText("1 value of 2 can be converted. 1 value will move to other details:").waitFor();
  await form.getByText("a lot").waitFor();
  await button(form, "Change type").click();
  await page.getByText("“Budget” changed, 2 values converted or moved").waitFor();
  const found = (await stage.api("GET", "/leads?search=type.example&sort=name")) as { fields: unknown }[];
  expect(found.map(({ fields }) => fields)).toEqual([{ budget: 1500 }, {}]);
});

it("scores by a custom field's value, with a preview, and marks the rule when the field is deleted", async () => {
  const lead = (await stage.api("POST", "/leads", {
    name: "Eve Field",
    email: "eve@field.example",
    fields: { seats: 5000 },
  })) as { id: string };
  const page = await stage.visit("/rules?new");
  const form = page.getByRole("dialog", { name: "Create rule" });
  await form.getByLabel("Name", { exact: true }).fill("Big teams");
  await form.getByText("A custom field's value").click();
  await form.getByLabel("Custom field", { exact: true }).selectOption("Seats");
  expect(await form.getByLabel("Condition", { exact: true }).inputValue()).toBe("at least");
  await form.getByLabel("Value", { exact: true }).fill("many");
  await button(form, "Create rule").click();
  await form.getByText("Complete the condition").first().waitFor();
  await form.getByLabel("Value", { exact: true }).fill("5,000");
  await form
    .getByText(/scores? changes?/u)
    .first()
    .waitFor();
  expect(await axeFindings(page)).toEqual([]);
  await button(form, "Create rule").click();
  await page.getByText("condition · on “Seats”").waitFor();
  await goInside(page, `/leads/${lead.id}`);
  await page.getByText("Seats is at least 5,000").waitFor();
  await goInside(page, "/configuration");
  await button(page, "Actions for Seats").click();
  await page.getByRole("menuitem", { name: "Delete" }).click();
  const deleting = page.getByRole("alertdialog", { name: "Delete “Seats”?" });
  await deleting.getByText("Rules that use it: Big teams").waitFor();
  await button(deleting, "Delete field").click();
  await page.getByText("Field “Seats” deleted").waitFor();
  await goInside(page, "/rules");
  await page.getByText("condition · on “Deleted field”").waitFor();
  await page.getByRole("button", { name: /Can't match/u }).click();
  await page.getByText("There is no custom field seats, so nothing matches there.").waitFor();
  await goInside(page, "/leads?search=field.example&sort=-fields.seats");
  const table = page.getByRole("table", { name: "Leads" });
  await table.getByRole("link", { name: "Eve Field" }).waitFor();
  expect(await table.getByRole("columnheader", { name: "Date" }).getAttribute("aria-sort")).toBe("descending");
});
