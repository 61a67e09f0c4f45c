import { z } from "zod";
import {
  type ScrapeSelectors,
  type ScrapeTarget,
  ScrapeTargetUpdate,
  SELECTOR_NAMES,
  type SelectorName,
} from "#shared/contract/scrape-target.ts";
import { LEAD_FIELDS } from "#shared/lead-fields.ts";
import { requiredNumberField } from "#web/forms/typed-fields.ts";

const { name, url, type, isActive, scrapeFrequency, maxPages, maxDepth, renderScripts } = ScrapeTargetUpdate.shape;

/** Selector labels, in form order. */
export const SELECTOR_WORDS: Record<SelectorName, string> = {
  record: "Record (one person or company)",
  name: LEAD_FIELDS.name.label,
  title: LEAD_FIELDS.title.label,
  company: LEAD_FIELDS.company.label,
  email: LEAD_FIELDS.email.label,
  phone: LEAD_FIELDS.phone.label,
  address: "Address",
  url: "Link to the record's page",
  nextPage: "Link to the next page",
};

const selectorTexts = Object.fromEntries(SELECTOR_NAMES.map((selector) => [selector, z.string()])) as Record<
  SelectorName,
  z.ZodString
>;

/** Validates the form; blank selectors are omitted. */
export const TargetFields = z
  .object({
    name: name.unwrap(),
    url: url.unwrap(),
    type: type.unwrap(),
    isActive: isActive.unwrap(),
    scrapeFrequency: scrapeFrequency.unwrap(),
    maxPages: requiredNumberField("Page limit", maxPages.unwrap()),
    maxDepth: requiredNumberField("Depth limit", maxDepth.unwrap()),
    renderScripts: renderScripts.unwrap(),
    selectors: z.object(selectorTexts),
  })
  .transform(({ selectors, ...rest }): ScrapeTargetUpdate => ({ ...rest, selectors: typedSelectors(selectors) }));

export type TargetValues = z.input<typeof TargetFields>;

function typedSelectors(typed: Record<SelectorName, string>): ScrapeSelectors {
  const filled = Object.entries(typed).filter(([, selector]) => selector.trim() !== "");
  return filled.length === 0 ? null : Object.fromEntries(filled);
}

export function targetValues(target: ScrapeTarget): TargetValues {
  const { selectors } = target;
  return {
    name: target.name,
    url: target.url,
    type: target.type,
    isActive: target.isActive,
    scrapeFrequency: target.scrapeFrequency,
    maxPages: String(target.maxPages),
    maxDepth: String(target.maxDepth),
    renderScripts: target.renderScripts,
    selectors: Object.fromEntries(SELECTOR_NAMES.map((selector) => [selector, selectors?.[selector] ?? ""])) as Record<
      SelectorName,
      string
    >,
  };
}

/** Each selector's form field. */
export const SELECTOR_FIELDS = Object.fromEntries(
  SELECTOR_NAMES.map((selector) => [`selectors.${selector}`, `selectors.${selector}` as const]),
);
