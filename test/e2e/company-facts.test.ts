import Database from "better-sqlite3";
import { join } from "node:path";
import type { Locator, Page } from "playwright-core";
import { afterAll, afterEach, beforeAll, expect, it } from "vitest";
import { axeFindingsInBothThemes } from "#test/e2e/axe-findings.ts";
import { goInside, openStage, type Stage } from "#test/e2e/stage.ts";

const PAGE = "https://norden.example/imprint";
const FACTS = [
  { kind: "name", value: "Norden Tools GmbH", url: PAGE },
  { kind: "phone", value: "+49 40 1234567", url: PAGE },
  { kind: "social", value: "https://www.linkedin.com/company/norden", url: "https://norden.example/" },
  { kind: "language", value: "de", url: "javascript:alert(1)" },
];

let stage: Stage;
beforeAll(async () => {
  stage = await openStage();
});
afterAll(() => stage.close());
afterEach(() => expect(stage.pageErrors).toEqual([]));

const region = (page: Page, name: string): Locator => page.getByRole("region", { name, exact: true });

/** As after a visit of the website, which no test can reach. */
function storeFacts(domain: string): void {
  const db = new Database(join(stage.server.dataDir, "winnow.db"));
  db.prepare(
    `insert into company_sites (domain, state, read_at, facts) values (?, 'read', '2026-11-20T09:00:00.000Z', ?)`,
  ).run(domain, JSON.stringify(FACTS));
  db.close();
}

it("shows facts of a company with their pages, and reads its website again", async () => {
  const lead = (await stage.api("POST", "/leads", { name: "Ada Nord", email: "ada@norden.example" })) as { id: string };
  storeFacts("norden.example");
  const page = await stage.open("/leads?company=%40norden.example");
  const company = region(page, "Norden");
  await company.getByText("Norden Tools GmbH").waitFor();
  await company.getByText("From norden.example. Read:").waitFor();
  const source = company.getByRole("link", { name: "Name on norden.example/imprint" });
  expect(await source.getAttribute("href")).toBe(PAGE);
  expect(await source.getAttribute("rel")).toBe("noopener noreferrer");
  expect(await company.getByRole("link", { name: "+49 40 1234567" }).getAttribute("href")).toBe("tel:+49401234567");
  await company.getByText("German").waitFor();
  expect(await company.getByRole("link", { name: /^Language/u }).count()).toBe(0);
  // Off.
  expect(await company.getByRole("button").count()).toBe(0);

  await goInside(page, "/configuration#company-facts");
  const settings = region(page, "Company facts");
  await settings.getByRole("switch", { name: "Read companies' websites" }).click();
  await settings.getByLabel("Companies per day").fill("5000");
  await page.getByRole("button", { name: "Save settings" }).click();
  await settings.getByText("Companies per day must be at most 1,000").waitFor();
  await settings.getByLabel("Companies per day").fill("50");
  await page.getByRole("button", { name: "Save settings" }).click();
  await expect
    .poll(() => stage.api("GET", "/settings"))
    .toMatchObject({ companyFactsOn: true, companyFactsPerDay: 50 });

  await goInside(page, `/leads/${lead.id}`);
  const website = region(page, "Company website");
  await website.getByRole("button", { name: "Read again" }).click();
  // No test has a network, so the facts of the last time stay.
  await website.getByText("norden.example couldn't be read.").waitFor({ timeout: 60_000 });
  await website.getByText("Norden Tools GmbH").waitFor();
  expect(await axeFindingsInBothThemes(page)).toEqual([]);
});
