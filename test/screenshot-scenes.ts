import { join } from "node:path";
import type { Page } from "playwright-core";
import type { Lead } from "#shared/contract/leads/lead.ts";
import { paths } from "#web/paths.ts";

export interface Scene {
  /** The prefix of its pictures' names. */
  name: string;
  title: string;
  /** From a newly opened page to the picture. */
  show: (page: Page) => Promise<unknown>;
}

/** How many keywords' reasons fit on a screen. */
const KEYWORDS = 3;
const PICKED = 3;

/** The scenes in the order of the gallery. */
export const SCENES: readonly Scene[] = [
  {
    name: "dashboard",
    title: "The dashboard",
    show: async (page) => {
      await page.goto(paths.dashboard());
      await page.getByText("Total Leads").waitFor();
    },
  },
  {
    name: "dashboard-figures",
    title: "Dashboard charts: leads over time, funnel, scores and rule performance",
    show: async (page) => {
      await page.goto(paths.dashboard());
      const first = page.getByRole("heading", { name: "Leads over time" });
      // They load when scrolled into view.
      await first.evaluate((heading) => heading.scrollIntoView());
      await page.getByText("Threshold 30").waitFor();
      await first.evaluate((heading) => heading.closest("section")?.scrollIntoView());
    },
  },
  {
    name: "leads",
    title: "Leads with a filter and a selection",
    show: async (page) => {
      await page.goto(paths.leads({ status: "qualified", minScore: 40 }));
      const boxes = page.getByRole("checkbox", { name: /^Select (?!all)/u });
      for (let index = 0; index < PICKED; index += 1) await boxes.nth(index).click();
      await page.getByText(`${PICKED} selected`).first().waitFor();
    },
  },
  {
    name: "lead",
    title: "A lead and the reasons for its score",
    show: async (page) => {
      const lead = await notableLead(page);
      await page.goto(paths.lead(lead.id));
      await page.getByRole("dialog").getByText("Why this score").waitFor();
    },
  },
  {
    name: "review",
    title: "Reviewing qualified leads with the keyboard",
    show: async (page) => {
      await page.goto(paths.review());
      await page.getByRole("dialog").getByText("Why this score").waitFor();
    },
  },
  {
    name: "import",
    title: "Import preview",
    show: async (page) => {
      const name = "contacts-old-crm.csv";
      await page.goto(paths.leadImport());
      await page.getByLabel("File to import").setInputFiles(join(import.meta.dirname, "../demo", name));
      await page.getByRole("dialog").getByRole("heading", { name }).waitFor();
    },
  },
  {
    name: "lead-scraper",
    title: "Websites and their scrape results",
    show: async (page) => {
      await page.goto(paths.leadScraper());
      await page.getByText("Marketgate Traders' Guild").first().waitFor();
    },
  },
  {
    name: "gmail",
    title: "Emails with verdict and confidence",
    show: async (page) => {
      await page.goto(paths.gmail("emails"));
      await page.getByText("Processed emails").waitFor();
    },
  },
  screen("rules", "Rules and their keywords", paths.rules()),
  screen("setup-guide", "The Setup Guide with progress", paths.setupGuide()),
  screen("data-sources", "Data sources", paths.dataSources()),
  screen("email-settings", "Email settings", paths.emailSettings()),
  screen("configuration", "Configuration", paths.configuration()),
  screen("jobs", "Schedules and jobs", paths.jobs()),
  {
    name: "notifications",
    title: "Notifications",
    show: async (page) => {
      await page.goto(paths.dashboard());
      await page.getByText("Total Leads").waitFor();
      await page.getByRole("button", { name: /^Notifications/u }).click();
      await page.getByRole("dialog", { name: "Notifications" }).getByRole("listitem").first().waitFor();
    },
  },
  {
    name: "palette",
    title: "The command palette",
    show: async (page) => {
      await page.goto(paths.dashboard());
      await page.getByText("Total Leads").waitFor();
      await page.keyboard.press("ControlOrMeta+k");
      await page.getByRole("combobox").fill("ad");
      await page.getByRole("group", { name: "Leads" }).getByRole("option").first().waitFor();
    },
  },
  {
    name: "help",
    title: "The help assistant answering from your data",
    show: async (page) => {
      await page.goto(paths.leads());
      await page.getByRole("button", { name: "Help", exact: true }).click();
      await page.getByLabel("Your question").fill("How many leads qualified this week?");
      await page.keyboard.press("Enter");
      // The field accepts the next question once the answer is complete.
      await page
        .getByRole("dialog", { name: "Help Assistant" })
        .getByText(/\d+ .*qualified/u)
        .first()
        .waitFor();
    },
  },
];

/** A screen as it opens. */
function screen(name: string, title: string, path: string): Scene {
  return {
    name,
    title,
    show: async (page) => {
      await page.goto(path);
      await page.locator("main:not(:has([data-loading])) h2").first().waitFor();
    },
  };
}

/** A lead from a form with as many reasons for its score as fit on a screen. */
async function notableLead(page: Page): Promise<Lead> {
  const answer = await page.request.get("/api/leads?status=qualified&source=form&sort=-score&limit=200");
  const leads = (await answer.json()) as Lead[];
  const lead = leads.find(
    ({ keywords, qualificationStatus }) => keywords.length >= KEYWORDS && qualificationStatus === "complete",
  );
  if (lead === undefined) throw new Error("The demo has no lead whose score is worth a picture.");
  return lead;
}
