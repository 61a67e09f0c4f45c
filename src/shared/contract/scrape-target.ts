import { z } from "zod";
import { Id, line, Timestamp, visibleLine } from "#shared/contract/common.ts";
import { SyncCounts } from "#shared/contract/data-source.ts";
import { LIMITS } from "#shared/limits.ts";

const { nameLength, urlLength, selectorLength, maxPages, maxDepth } = LIMITS.scrapeTarget;

export const SCRAPE_TARGET_TYPES = ["website", "directory", "social"] as const;
export const ScrapeTargetType = z.enum(SCRAPE_TARGET_TYPES);
export type ScrapeTargetType = z.infer<typeof ScrapeTargetType>;

/** How often a target is scraped without being asked; `manual` waits for a person. */
export const SCRAPE_FREQUENCIES = ["manual", "hourly", "daily", "weekly", "monthly"] as const;
export const ScrapeFrequency = z.enum(SCRAPE_FREQUENCIES);
export type ScrapeFrequency = z.infer<typeof ScrapeFrequency>;

/** What a selector can point at: one record's element, its parts relative to that, and the link to the next page. */
export const SELECTOR_NAMES = [
  "record",
  "name",
  "title",
  "company",
  "email",
  "phone",
  "address",
  "url",
  "nextPage",
] as const;
export type SelectorName = (typeof SELECTOR_NAMES)[number];

/** CSS selectors that go before the automatic reading; null when there are none. */
export const ScrapeSelectors = z.partialRecord(z.enum(SELECTOR_NAMES), line(selectorLength)).nullable();
export type ScrapeSelectors = z.infer<typeof ScrapeSelectors>;

/** What one page of a run gave, or why it gave nothing. `records` counts those found on it, known ones included. */
export const ScrapePage = z.object({
  url: z.string(),
  outcome: z.enum(["read", "unchanged", "left_out", "failed"]),
  /** The HTTP status; null when no answer came or none was asked for. */
  status: z.int().nullable(),
  records: z.int(),
  /** In words: how the records were read, or why there are none. */
  note: z.string(),
  bytes: z.int(),
  rendered: z.boolean(),
});
export type ScrapePage = z.infer<typeof ScrapePage>;

/** One run over a target. `message` says in words how it ended and, when little was found, why. */
export const ScrapeRunSummary = SyncCounts.extend({
  id: Id,
  targetId: Id,
  startedAt: Timestamp,
  finishedAt: Timestamp.nullable(),
  outcome: z.enum(["running", "succeeded", "failed", "interrupted"]),
  message: z.string(),
  qualified: z.int(),
  /** Why records were left out, the first of them. */
  reasons: z.array(z.object({ locator: z.string(), reason: z.string() })),
});
export type ScrapeRunSummary = z.infer<typeof ScrapeRunSummary>;

/** A run with what each of its pages gave, which may be thousands. */
export const ScrapeRun = ScrapeRunSummary.extend({ pages: z.array(ScrapePage) });
export type ScrapeRun = z.infer<typeof ScrapeRun>;

/** `leadsFound` counts the new leads of all runs; `lastRun` is the latest one. */
export const ScrapeTarget = z.object({
  id: Id,
  name: z.string(),
  url: z.string(),
  type: ScrapeTargetType,
  selectors: ScrapeSelectors,
  isActive: z.boolean(),
  lastScrape: Timestamp.nullable(),
  scrapeFrequency: ScrapeFrequency,
  maxPages: z.int(),
  maxDepth: z.int(),
  /** Whether pages that are empty without scripts are rendered. */
  renderScripts: z.boolean(),
  leadsFound: z.int(),
  failingSince: Timestamp.nullable(),
  lastRun: ScrapeRunSummary.nullable(),
  createdAt: Timestamp,
});
export type ScrapeTarget = z.infer<typeof ScrapeTarget>;

const fields = {
  name: visibleLine(nameLength, "Name is required"),
  /** With or without https://, as people write it. */
  url: line(urlLength).min(1, "URL is required"),
  type: ScrapeTargetType,
  selectors: ScrapeSelectors,
  isActive: z.boolean(),
  scrapeFrequency: ScrapeFrequency,
  maxPages: z.int().min(maxPages.min).max(maxPages.max),
  maxDepth: z.int().min(maxDepth.min).max(maxDepth.max),
  renderScripts: z.boolean(),
};

export const NewScrapeTarget = z.object({
  ...fields,
  type: fields.type.default("website"),
  selectors: fields.selectors.default(null),
  isActive: fields.isActive.default(true),
  scrapeFrequency: fields.scrapeFrequency.default("daily"),
  maxPages: fields.maxPages.default(maxPages.default),
  maxDepth: fields.maxDepth.default(maxDepth.default),
  renderScripts: fields.renderScripts.default(false),
});
export type NewScrapeTarget = z.infer<typeof NewScrapeTarget>;

export const ScrapeTargetUpdate = z.object(fields).partial();
export type ScrapeTargetUpdate = z.infer<typeof ScrapeTargetUpdate>;

/** `leadsFound` is the number of new leads. */
export const ScrapeResult = z.object({ leadsFound: z.int(), run: ScrapeRun });
export type ScrapeResult = z.infer<typeof ScrapeResult>;

/** Whether pages that need scripts can be rendered here. */
export const ScraperAbilities = z.object({ canRender: z.boolean() });

/** The tiles of the Lead Scraper screen; today is the server's local day. */
export const ScraperFigures = ScraperAbilities.extend({
  activeTargets: z.int(),
  leadsFoundToday: z.int(),
  emailLeads: z.int(),
  formSubmissions: z.int(),
});
export type ScraperFigures = z.infer<typeof ScraperFigures>;
