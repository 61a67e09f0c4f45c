import robotsParserExport from "robots-parser";
import { DAY } from "#shared/durations.ts";
import type { Clock } from "#server/platform/clock.ts";
import type { GuardedFetch } from "#server/platform/guarded-fetch.ts";

// The package's types declare a default export, but Node returns the function itself.
const robotsParser = robotsParserExport as unknown as typeof robotsParserExport.default;

/** The user agent token that rules are matched against (RFC 9309, 2.2.1). */
const PRODUCT_TOKEN = "Winnow";
const CACHE_MILLISECONDS = DAY;
/** Size limit of a robots.txt: the minimum that must be parsed (RFC 9309, 2.5). */
const MOST_BYTES = 500 * 1024;
/** Matching compares every character of a wildcard rule with every character of a URL, so more would take seconds. */
const MOST_WILDCARD_CHARACTERS = 32_000;
const LONGEST_DELAY_SECONDS = 60;
/** Cache size; memory use is negligible. */
const MAX_ORIGINS = 200;

/** A host's robots rules. */
export interface RobotsRules {
  /** `url` must be on the same host as the rules. */
  isAllowed(url: URL): boolean;
  /** Requested delay between requests; 0 if none. */
  crawlDelaySeconds: number;
  /** The part of that delay that is honored. */
  crawlDelayMilliseconds: number;
  sitemaps: string[];
  /** Why nothing may be read for now, for the user; null if the rules are known. */
  trouble: string | null;
}

export interface Robots {
  /** Rules for a URL's host, at most a day old; failures are not cached. Rejects with the signal's reason. */
  rulesOf(url: URL, how: { userAgent: string; signal: AbortSignal }): Promise<RobotsRules>;
}

/**
 * Reads robots.txt per RFC 9309: a missing file (4xx) allows everything, an unreachable one (5xx or no response) blocks
 * everything for now. `takeSlot` waits for a request slot on the host.
 */
export function createRobots(
  door: GuardedFetch,
  { clock, takeSlot }: { clock: Clock; takeSlot: (url: URL, signal: AbortSignal) => Promise<() => void> },
): Robots {
  const kept = new Map<string, { rules: RobotsRules; until: number }>();

  const read = async (origin: string, userAgent: string, signal: AbortSignal): Promise<RobotsRules> => {
    const url = new URL("/robots.txt", origin);
    const done = await takeSlot(url, signal);
    const outcome = await door.fetch(url.href, { headers: { "user-agent": userAgent }, signal }).finally(done);
    if (outcome.kind === "refused" || outcome.kind === "unreachable") return closed(outcome.reason);
    if (outcome.kind !== "answered") return closed(`Its robots.txt couldn't be read: ${outcome.reason}`);
    const { status, body } = outcome;
    if (status >= 500 || status === 429) {
      return closed(`Its robots.txt couldn't be read: the server returned an error (${status}).`);
    }
    const rules = status >= 200 && status <= 299 ? parsed(url, body) : OPEN;
    if (rules.trouble !== null) return rules;
    if (kept.size >= MAX_ORIGINS) kept.delete(kept.keys().next().value ?? "");
    kept.set(origin, { rules, until: clock().getTime() + CACHE_MILLISECONDS });
    return rules;
  };

  return {
    async rulesOf({ origin }, { userAgent, signal }) {
      const known = kept.get(origin);
      if (known !== undefined && known.until > clock().getTime()) return known.rules;
      return read(origin, userAgent, signal);
    },
  };
}

const OPEN: RobotsRules = {
  isAllowed: () => true,
  crawlDelaySeconds: 0,
  crawlDelayMilliseconds: 0,
  sitemaps: [],
  trouble: null,
};

function closed(trouble: string): RobotsRules {
  return { isAllowed: () => false, crawlDelaySeconds: 0, crawlDelayMilliseconds: 0, sitemaps: [], trouble };
}

function parsed(url: URL, body: Buffer): RobotsRules {
  const text = body
    .toString("utf8", 0, MOST_BYTES)
    .replace(/^\ufeff/u, "")
    // Consecutive wildcards are equivalent to one, but slow to match.
    .replace(/\*{2,}/gu, "*");
  if (wildcardCharacters(text) > MOST_WILDCARD_CHARACTERS) return closed("Its robots.txt has too many rules.");
  const robots = robotsParser(url.href, text);
  const crawlDelaySeconds = Math.max(robots.getCrawlDelay(PRODUCT_TOKEN) ?? 0, 0);
  return {
    isAllowed: (page) => robots.isAllowed(page.href, PRODUCT_TOKEN) ?? true,
    crawlDelaySeconds,
    crawlDelayMilliseconds: 1_000 * Math.min(crawlDelaySeconds, LONGEST_DELAY_SECONDS),
    sitemaps: robots.getSitemaps(),
    trouble: null,
  };
}

function wildcardCharacters(text: string): number {
  let characters = 0;
  for (const [rule] of text.matchAll(/^[ \t]*(?:dis)?allow[ \t]*:.*\*.*$/gimu)) characters += rule.length;
  return characters;
}
