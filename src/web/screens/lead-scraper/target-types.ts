import type { ScrapeFrequency, ScrapeTargetType } from "#shared/contract/scrape-target.ts";

/** What each type of target expects of its pages. */
export const TYPE_WORDS: Record<ScrapeTargetType, { label: string; hint: string }> = {
  website: { label: "Website", hint: "An organisation's own site: its people, and how to reach it." },
  directory: { label: "Directory", hint: "A list of many people or companies, over several pages." },
  social: { label: "Social profile", hint: "A public profile page. Pages behind a sign-in are not read." },
};

export const TYPE_OPTIONS = Object.entries(TYPE_WORDS).map(([value, { label }]) => ({ value, label }));

const FREQUENCY_WORDS: Record<ScrapeFrequency, string> = {
  manual: "Only when I press Scrape Now",
  hourly: "Every hour",
  daily: "Every day",
  weekly: "Every week",
  monthly: "Every month",
};

export const FREQUENCY_OPTIONS = Object.entries(FREQUENCY_WORDS).map(([value, label]) => ({ value, label }));
