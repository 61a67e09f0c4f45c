import type { ScrapeFrequency, ScrapeTargetType } from "#shared/contract/scrape-target.ts";

export const TYPE_WORDS: Record<ScrapeTargetType, { label: string; hint: string }> = {
  website: { label: "Website", hint: "A company's own website." },
  directory: { label: "Directory", hint: "A list of people or companies that spans several pages." },
  social: { label: "Social profile", hint: "A public profile page that doesn't require sign-in." },
};

export const TYPE_OPTIONS = Object.entries(TYPE_WORDS).map(([value, { label }]) => ({ value, label }));

const FREQUENCY_WORDS: Record<ScrapeFrequency, string> = {
  manual: "Manual",
  hourly: "Hourly",
  daily: "Daily",
  weekly: "Weekly",
  monthly: "Monthly",
};

export const FREQUENCY_OPTIONS = Object.entries(FREQUENCY_WORDS).map(([value, label]) => ({ value, label }));
