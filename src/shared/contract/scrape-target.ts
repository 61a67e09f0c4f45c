import { z } from "zod";
import { Id, Timestamp } from "#shared/contract/common.ts";

export const ScrapeTarget = z.object({
  id: Id,
  name: z.string(),
  url: z.string(),
  type: z.enum(["website", "directory", "social"]),
  selectors: z.record(z.string(), z.string()).nullable(),
  isActive: z.boolean(),
  lastScrape: Timestamp.nullable(),
  scrapeFrequency: z.string(),
  leadsFound: z.int(),
  createdAt: Timestamp,
});
export type ScrapeTarget = z.infer<typeof ScrapeTarget>;

/** What a new target has unless said otherwise. */
export const SCRAPE_TARGET_DEFAULTS = {
  type: "website",
  isActive: true,
  scrapeFrequency: "daily",
  leadsFound: 0,
} as const;
