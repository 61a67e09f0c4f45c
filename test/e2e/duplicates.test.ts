import type { Locator, Page } from "playwright-core";
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from "vitest";
import { axeFindings } from "#test/e2e/axe-findings.ts";
import { goInside, openStage, type Stage } from "#test/e2e/stage.ts";

let stage: Stage;
const sheet = (page: Page, name: string): Locator => page.getByRole("dialog", { name, exact: true });
const notices = (page: Page): Locator => page.getByRole("region", { name: "Notices" });

beforeAll(async () => {
  stage = await openStage();
  await stage.api("POST", "/rules", { name: "Need", keywords: ["pricing", "demo"], scoreWeight: 20 });
});
afterAll(() => stage.close());
beforeEach(async () => {
  await stage.api("POST", "/leads/bulk-delete", { selection: { filter: { status: "all" } } });
  const add = (name: string, email: string, more = {}) => stage.api("POST", "/leads", { name, email, ...more });
  await add("Ann Lee", "ann@acme.example", { company: "Acme", notes: "Wants pricing" });
  await add("A. Lee", "lee@acme.example", { phone: "+44 20 7946 0018", notes: "Wants a demo" });
  await add("Bob Smith", "bob@forge.example");
  await add("Robert Smith", "smith@forge.example");
  // Found in the background.
  const found = { count: 2, waiting: 0 };
  await expect.poll(() => stage.api("GET", "/duplicates")).toMatchObject(found);
});
afterEach(() => expect(stage.pageErrors).toEqual([]));

it("are compared and merged pair by pair with the keyboard, and undone", async () => {
  const page = await stage.open("/leads");
  await page.getByRole("button", { name: "Duplicates 2" }).press("Enter");
  await sheet(page, "Possible duplicates").getByText("Both at forge.example").waitFor();
  expect(await axeFindings(page)).toEqual([]);
  await page.getByRole("button", { name: "Compare Bob Smith and Robert Smith" }).press("Enter");

  const compare = sheet(page, "Compare and merge");
  await compare.getByRole("button", { name: "Skip" }).press("Enter");
  const name = compare.getByRole("group", { name: /^Name/u });
  await expect.poll(() => name.getByRole("radio", { name: "Ann Lee" }).isChecked()).toBe(true);
  expect(await axeFindings(page)).toEqual([]);
  await name.getByRole("radio", { name: "Ann Lee" }).press("ArrowRight");
  const after = compare.getByRole("region", { name: "After merging" });
  await after.getByText("A. Lee").waitFor();
  await after.getByText("40").waitFor();

  await compare.getByRole("button", { name: /^Merge/u }).press("Enter");
  // A hovered notice stays.
  await notices(page).getByText("Leads merged into A. Lee").hover();
  await sheet(page, "Possible duplicates").getByText("1 pair to review").waitFor();
  // The notice's Undo has a shortcut, as the focus stays in the sheet.
  await page.keyboard.press("ControlOrMeta+z");
  await sheet(page, "Possible duplicates").getByText("2 pairs to review").waitFor();
});

it("are dismissed from the lead, and a link to a merged lead opens the remaining one", async () => {
  const leads = (await stage.api("GET", "/leads")) as { id: string; name: string }[];
  const idOf = (name: string): string => leads.find((lead) => lead.name === name)?.id ?? "";
  const page = await stage.open(`/leads/${idOf("Ann Lee")}`, { width: 390, height: 844 });
  await page.getByRole("link", { name: "Compare and merge with A. Lee" }).click();
  const differs = sheet(page, "Compare and merge").getByRole("button", { name: "Mark as different" });
  await differs.waitFor();
  const compared = page.url();
  await differs.click();
  await notices(page).getByText("Marked as different leads").waitFor();
  // The next pair replaces this one in the history.
  await expect.poll(() => page.url()).not.toBe(compared);
  await page.goBack();
  await sheet(page, "Ann Lee").waitFor();
  await expect.poll(() => page.getByRole("link", { name: "Compare and merge with A. Lee" }).count()).toBe(0);

  await stage.api("POST", `/leads/${idOf("Bob Smith")}/merge`, { otherId: idOf("Robert Smith") });
  await goInside(page, `/leads/${idOf("Robert Smith")}`);
  await expect.poll(() => new URL(page.url()).pathname).toBe(`/leads/${idOf("Bob Smith")}`);
});
