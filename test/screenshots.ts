import { mkdirSync } from "node:fs";
import { join } from "node:path";
import type { Page } from "playwright-core";
import { sampleFile } from "#server/demo/sample-files.ts";
import { sampleLeads } from "#server/demo/sample-leads.ts";
import type { Lead } from "#shared/contract/lead.ts";
import { paths } from "#web/paths.ts";
import { launchChromium } from "#test/chromium.ts";
import { startDemo } from "#test/demo-process.ts";

const FOLDER = join(import.meta.dirname, "../docs/screenshots");
/** As many parts as fit on a screen. */
const PARTS = 4;

// The pictures of the README, taken from the demo as a person with a common screen sees it.
const demo = await startDemo();
const browser = await launchChromium();
try {
  const context = await browser.newContext({
    baseURL: demo.url,
    viewport: { width: 1440, height: 1000 },
    colorScheme: "light",
    reducedMotion: "reduce",
    locale: "en-GB",
  });
  const page = await context.newPage();
  mkdirSync(FOLDER, { recursive: true });

  await page.goto(paths.dashboard());
  await page.getByText("12.5%").waitFor();
  await take(page, "dashboard");

  const answer = await context.request.get("/api/leads?status=qualified&source=form&sort=-score&limit=200");
  const leads = (await answer.json()) as Lead[];
  const lead = leads.find(
    ({ keywords, qualificationStatus }) => keywords.length === PARTS && qualificationStatus === "complete",
  );
  if (lead === undefined) throw new Error("The demo has no lead whose score is worth a picture.");
  await page.goto(paths.lead(lead.id));
  await page.getByRole("dialog").getByText(lead.name).first().waitFor();
  await take(page, "lead");

  await page.goto(paths.leadScraper());
  await page.getByText("Trade association of the region").first().waitFor();
  await take(page, "lead-scraper");

  await page.goto(paths.gmail("emails"));
  await page.getByText("Processed Emails").waitFor();
  await take(page, "gmail");

  const { text } = sampleFile(sampleLeads().file.slice(0, 40), 0);
  const name = "visitors-of-our-stand.csv";
  await page.goto(paths.leadImport());
  await page.getByLabel("File to import").setInputFiles({ name, mimeType: "text/csv", buffer: Buffer.from(text) });
  await page.getByRole("dialog").getByRole("heading", { name }).waitFor();
  await take(page, "import");
} finally {
  await browser.close();
  await demo.stop();
}

/** Takes the picture once nothing is loading any more, and the letters are there. */
async function take(page: Page, name: string): Promise<void> {
  await page.locator("[aria-busy=true]").waitFor({ state: "detached" });
  await page.evaluate(() => document.fonts.ready);
  await page.screenshot({ path: join(FOLDER, `${name}.png`) });
}
