import type { ScrapeFrequency } from "#shared/contract/scrape-target.ts";
import type { LeadImport } from "#shared/contract/lead-import.ts";
import { fromData, sentences, type Answering } from "#server/assistant/answers/answer.ts";
import { counted, momentWords } from "#server/assistant/words/moment.ts";

const SHOWN = 5;

const IMPORT_STATES: Record<LeadImport["state"], string> = {
  ready: "waits for its start",
  running: "is running",
  finished: "was imported",
  interrupted: "was interrupted and can go on",
  failed: "failed",
  undoing: "is being undone",
  undone: "was undone",
};

const FREQUENCIES: Record<ScrapeFrequency, string> = {
  manual: "only by hand",
  hourly: "every hour",
  daily: "every day",
  weekly: "every week",
  monthly: "every month",
};

/** "How did the last import go?" */
export const imports: Answering = async ({ workspace: { store }, now }) => {
  const link = { label: "Imports", href: "/leads?import" };
  const latest = await store.imports.list(SHOWN);
  if (latest.length === 0)
    return fromData("No file has been imported yet.", [link], ["Can I bring leads in from a file?"]);
  const lines = latest.map(({ fileName, state, counts, createdAt, finishedAt, rejects, message }) => {
    const { seen, created, updated, unchanged, skipped, failed } = counts;
    const result = `${counted(seen, "row")} read: ${created} new, ${updated} updated, ${unchanged} unchanged, ${skipped} skipped, ${failed} failed`;
    const left = rejects === 0 ? "" : ` The ${counted(rejects, "row")} left out can be downloaded.`;
    const why = state === "failed" && message !== "" ? ` ${message}` : "";
    return `“${fileName}” ${IMPORT_STATES[state]} (${momentWords(finishedAt ?? createdAt, now)})${state === "ready" ? "." : `, ${result}.`}${left}${why}`;
  });
  const [first = "", ...others] = lines;
  const earlier = others.length === 0 ? [] : ["Before that:", ...others.map((line) => `• ${line}`)];
  return fromData([`The latest file: ${first}`, ...earlier].join("\n"), [
    { label: "Open it", href: `/leads?import=${latest[0]?.id ?? ""}` },
    link,
  ]);
};

/** "How many form submissions are there?" */
export const forms: Answering = async ({ workspace: { store }, now }) => {
  const link = { label: "Form Integration", href: "/lead-scraper?tab=forms" };
  const [total, latest] = await Promise.all([store.forms.count(), store.forms.list(SHOWN)]);
  if (total === 0) return fromData("No form submission has arrived yet.", [link], ["How do I connect a web form?"]);
  const lines = latest.map(({ formName, formType, leadName, outcome, reason, submittedAt }) => {
    const form = formName === "" ? formType.replaceAll("_", " ") : `“${formName}”`;
    const became = leadName === "" ? (reason === "" ? outcome.replaceAll("_", " ") : reason) : leadName;
    return `• ${momentWords(submittedAt, now)}, ${form}: ${became}`;
  });
  return fromData(
    [`${counted(total, "form submission")} arrived so far. The latest:`, ...lines].join("\n"),
    [link],
    ["How many leads came from forms this week?"],
  );
};

/** "Which websites do we scrape?" */
export const scrapes: Answering = async ({ workspace: { store }, now }) => {
  const link = { label: "Lead Scraper", href: "/lead-scraper" };
  const [targets, runs] = await Promise.all([store.scrapes.list(), store.scrapes.latestRuns()]);
  if (targets.length === 0) return fromData("No website is scraped yet. Add a target on the Lead Scraper.", [link]);
  const active = targets.filter(({ isActive }) => isActive).length;
  const lines = targets
    .toSorted((one, other) => (other.lastScrape ?? "").localeCompare(one.lastScrape ?? ""))
    .slice(0, SHOWN)
    .map(({ id, name, isActive, lastScrape, leadsFound, scrapeFrequency }) => {
      const run = runs.get(id);
      const ended = run?.outcome === "failed" ? `The last run failed: ${run.message}` : "";
      const last = lastScrape === null ? "never scraped" : `last scraped ${momentWords(lastScrape, now)}`;
      return `• ${sentences(`“${name}”${isActive ? "" : " (inactive)"}: ${last}, ${FREQUENCIES[scrapeFrequency]}, ${counted(leadsFound, "new lead")} so far.`, ended)}`;
    });
  return fromData(
    [`${counted(targets.length, "scrape target")}, ${active} active. Scraped last:`, ...lines].join("\n"),
    [link],
  );
};
