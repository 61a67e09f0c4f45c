import type { Page } from "playwright-core";
import { sampleFile } from "#server/demo/sample-files.ts";
import { sampleLeads } from "#server/demo/sample-leads.ts";
import type { Lead } from "#shared/contract/lead.ts";
import { paths } from "#web/paths.ts";

export interface Scene {
  /** Begins the names of its pictures. */
  name: string;
  title: string;
  /** From a page that was just opened to what is to be seen. */
  show: (page: Page) => Promise<unknown>;
}

/** So many keywords have their reasons on a screen. */
const KEYWORDS = 4;
const PICKED = 3;

/** What the pictures show, in the order of the gallery. */
export const SCENES: readonly Scene[] = [
  {
    name: "dashboard",
    title: "The dashboard",
    show: async (page) => {
      await page.goto(paths.dashboard());
      await page.getByText("12.5%").waitFor();
    },
  },
  {
    name: "dashboard-figures",
    title: "The dashboard's figures: leads by day and source, scores, the funnel, and what the rules give",
    show: async (page) => {
      await page.goto(paths.dashboard());
      const first = page.getByRole("heading", { name: "Leads over time" });
      // They are loaded when somebody comes near them.
      await first.evaluate((heading) => heading.scrollIntoView());
      await page.getByText("Threshold 30").waitFor();
      await first.evaluate((heading) => heading.closest("section")?.scrollIntoView());
    },
  },
  {
    name: "leads",
    title: "Leads, filtered, and some of them selected",
    show: async (page) => {
      await page.goto(paths.leads({ status: "qualified", minScore: 60 }));
      const boxes = page.getByRole("checkbox", { name: /^Select (?!all)/u });
      for (let index = 0; index < PICKED; index += 1) await boxes.nth(index).click();
      await page.getByText(`${PICKED} selected`).first().waitFor();
    },
  },
  {
    name: "lead",
    title: "A lead, and why it scored what it did",
    show: async (page) => {
      const lead = await tellingLead(page);
      await page.goto(paths.lead(lead.id));
      await page.getByRole("dialog").getByText("Why this score").waitFor();
    },
  },
  {
    name: "review",
    title: "The review of qualified leads, one after the other by key",
    show: async (page) => {
      await page.goto(paths.review());
      await page.getByRole("dialog").getByText("Why this score").waitFor();
    },
  },
  {
    name: "import",
    title: "A file before it is imported",
    show: async (page) => {
      const { text } = sampleFile(sampleLeads().file.slice(0, 40), 0);
      const name = "visitors-of-our-stand.csv";
      await page.goto(paths.leadImport());
      await page.getByLabel("File to import").setInputFiles({ name, mimeType: "text/csv", buffer: Buffer.from(text) });
      await page.getByRole("dialog").getByRole("heading", { name }).waitFor();
    },
  },
  {
    name: "lead-scraper",
    title: "Websites that are read, and what each visit gave",
    show: async (page) => {
      await page.goto(paths.leadScraper());
      await page.getByText("Trade association of the region").first().waitFor();
    },
  },
  {
    name: "gmail",
    title: "Messages, which of them are leads, and how sure that is",
    show: async (page) => {
      await page.goto(paths.gmail("emails"));
      await page.getByText("Processed Emails").waitFor();
    },
  },
  screen("rules", "Rules and their keywords", paths.rules()),
  screen("setup-guide", "The Setup Guide, which knows what is done", paths.setupGuide()),
  screen("data-sources", "Data sources", paths.dataSources()),
  screen("email-settings", "Email settings", paths.emailSettings()),
  screen("configuration", "Configuration", paths.configuration()),
  screen("jobs", "What runs by itself, what runs now, and what failed", paths.jobs()),
  {
    name: "notifications",
    title: "What needs a person",
    show: async (page) => {
      await page.goto(paths.dashboard());
      await page.getByText("12.5%").waitFor();
      await page.getByRole("button", { name: /^Notifications/u }).click();
      await page.getByRole("dialog", { name: "Notifications" }).getByRole("listitem").first().waitFor();
    },
  },
  {
    name: "palette",
    title: "The command palette",
    show: async (page) => {
      await page.goto(paths.dashboard());
      await page.getByText("12.5%").waitFor();
      await page.keyboard.press("ControlOrMeta+k");
      await page.getByRole("combobox").fill("ad");
      await page.getByRole("group", { name: "Leads" }).getByRole("option").first().waitFor();
    },
  },
  {
    name: "help",
    title: "The help assistant, answering from the product's own data",
    show: async (page) => {
      await page.goto(paths.leads());
      await page.getByRole("button", { name: "Help", exact: true }).click();
      await page.getByLabel("Your question").fill("How many leads qualified this week?");
      await page.keyboard.press("Enter");
      // The field takes the next question once the answer is there in full.
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
      await page.locator("main h2").first().waitFor();
    },
  };
}

/** A lead from a form with as many reasons for its score as fit on a screen. */
async function tellingLead(page: Page): Promise<Lead> {
  const answer = await page.request.get("/api/leads?status=qualified&source=form&sort=-score&limit=200");
  const leads = (await answer.json()) as Lead[];
  const lead = leads.find(
    ({ keywords, qualificationStatus }) => keywords.length === KEYWORDS && qualificationStatus === "complete",
  );
  if (lead === undefined) throw new Error("The demo has no lead whose score is worth a picture.");
  return lead;
}
