import { z } from "zod";
import { Id, line, Timestamp, Version, visibleLine, wholeNumber } from "#shared/contract/common.ts";
import { SyncCounts } from "#shared/contract/data-source.ts";
import { LIMITS } from "#shared/limits.ts";

const { nameLength, urlLength, selectorLength, maxPages, maxDepth } = LIMITS.scrapeTarget;

export const SCRAPE_TARGET_TYPES = ["website", "directory", "social"] as const;
export const ScrapeTargetType = z.enum(SCRAPE_TARGET_TYPES);
export type ScrapeTargetType = z.infer<typeof ScrapeTargetType>;

/** How often a target is scraped automatically; `manual` is never. */
export const SCRAPE_FREQUENCIES = ["manual", "hourly", "daily", "weekly", "monthly"] as const;
export const ScrapeFrequency = z.enum(SCRAPE_FREQUENCIES);
export type ScrapeFrequency = z.infer<typeof ScrapeFrequency>;

/** Selector targets: the element of one record, its parts relative to that, and the next page link. */
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

/** CSS selectors that override automatic extraction; null without any. */
export const ScrapeSelectors = z.partialRecord(z.enum(SELECTOR_NAMES), line(selectorLength)).nullable();
export type ScrapeSelectors = z.infer<typeof ScrapeSelectors>;

/** A value on a page that isn't a lead, and why. */
export const DroppedFromPage = z.object({ value: z.string(), reason: z.string() });
export type DroppedFromPage = z.infer<typeof DroppedFromPage>;

/** The result of one page of a run, or why it had none. `records` includes known ones. */
export const ScrapePage = z.object({
  url: z.string(),
  outcome: z.enum(["read", "unchanged", "left_out", "failed"]),
  /** HTTP status; null without a response or request. */
  status: z.int().nullable(),
  records: z.int(),
  /** Readable text: what was found and how, or why nothing was. */
  note: z.string(),
  bytes: z.int(),
  rendered: z.boolean(),
  /** How many values were skipped, and the first of them. */
  droppedCount: z.int(),
  dropped: z.array(DroppedFromPage),
});
export type ScrapePage = z.infer<typeof ScrapePage>;

/** One run of a target. `message` says how it ended and why few leads were found. */
export const ScrapeRunSummary = SyncCounts.extend({
  id: Id,
  targetId: Id,
  startedAt: Timestamp,
  finishedAt: Timestamp.nullable(),
  outcome: z.enum(["running", "succeeded", "failed", "interrupted"]),
  message: z.string(),
  qualified: z.int(),
  /** Why the first skipped records were skipped. */
  reasons: z.array(z.object({ locator: z.string(), reason: z.string() })),
});
export type ScrapeRunSummary = z.infer<typeof ScrapeRunSummary>;

/** A run with its page results, possibly thousands. */
export const ScrapeRun = ScrapeRunSummary.extend({ pages: z.array(ScrapePage) });
export type ScrapeRun = z.infer<typeof ScrapeRun>;

/** `leadsFound`: new leads of all runs; `lastRun`: the latest. */
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
  /** Whether to render pages that are empty without scripts. */
  renderScripts: z.boolean(),
  leadsFound: z.int(),
  failingSince: Timestamp.nullable(),
  lastRun: ScrapeRunSummary.nullable(),
  createdAt: Timestamp,
  version: Version,
});
export type ScrapeTarget = z.infer<typeof ScrapeTarget>;

const fields = {
  name: visibleLine(nameLength, "Name is required"),
  /** With or without https://. */
  url: line(urlLength).min(1, "URL is required"),
  type: ScrapeTargetType,
  selectors: ScrapeSelectors,
  isActive: z.boolean(),
  scrapeFrequency: ScrapeFrequency,
  maxPages: wholeNumber("Page limit", maxPages),
  maxDepth: wholeNumber("Depth limit", maxDepth),
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

export const ScrapeTargetUpdate = z.object({ ...fields, version: Version }).partial();
export type ScrapeTargetUpdate = z.infer<typeof ScrapeTargetUpdate>;

/** `leadsFound`: new leads. */
export const ScrapeResult = z.object({ leadsFound: z.int(), run: ScrapeRun });
export type ScrapeResult = z.infer<typeof ScrapeResult>;

/** Whether this server can render pages that need scripts. */
export const ScraperAbilities = z.object({ canRender: z.boolean() });

/** The Lead Scraper tiles; "today" is in the time zone of reports. */
export const ScraperFigures = ScraperAbilities.extend({
  activeTargets: z.int(),
  leadsFoundToday: z.int(),
  emailLeads: z.int(),
  formSubmissions: z.int(),
});
export type ScraperFigures = z.infer<typeof ScraperFigures>;
