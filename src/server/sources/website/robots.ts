import robotsParserExport from "robots-parser";
import type { Clock } from "#server/platform/clock.ts";
import type { GuardedFetch } from "#server/platform/guarded-fetch.ts";

// Its types speak of a default export; what Node gives is the function itself.
const robotsParser = robotsParserExport as unknown as typeof robotsParserExport.default;

/** The name that rules are looked up under (RFC 9309, 2.2.1). */
const PRODUCT_TOKEN = "Winnow";
const KEPT_MILLISECONDS = 24 * 3_600_000;
/** What must be read of a robots.txt at least, and all that is (RFC 9309, 2.5). */
const MOST_BYTES = 500 * 1024;
/** Each character of a rule with a wildcard is held against each of an address: more of them would take seconds. */
const MOST_WILDCARD_CHARACTERS = 32_000;
const LONGEST_DELAY_SECONDS = 60;
/** As many as memory holds without noticing. */
const ORIGINS_KEPT = 200;

/** What a host asks of robots. */
export interface RobotsRules {
  /** `url` is of the host that the rules are of. */
  isAllowed(url: URL): boolean;
  /** What is asked for between two requests; 0 when nothing is. */
  crawlDelaySeconds: number;
  /** What of that is kept to. */
  crawlDelayMilliseconds: number;
  sitemaps: string[];
  /** Why nothing may be read for now, in words; null when the rules are known. */
  trouble: string | null;
}

export interface Robots {
  /** The rules of an address's host, at most a day old; trouble is not kept. Rejects with the signal's reason. */
  rulesOf(url: URL, how: { userAgent: string; signal: AbortSignal }): Promise<RobotsRules>;
}

/**
 * Reads robots.txt by RFC 9309: none there (4xx) allows everything, one that cannot be read (5xx, no answer) allows
 * nothing for now. `turn` waits until the host may be asked.
 */
export function createRobots(
  door: GuardedFetch,
  { clock, turn }: { clock: Clock; turn: (url: URL, signal: AbortSignal) => Promise<() => void> },
): Robots {
  const kept = new Map<string, { rules: RobotsRules; until: number }>();

  const read = async (origin: string, userAgent: string, signal: AbortSignal): Promise<RobotsRules> => {
    const url = new URL("/robots.txt", origin);
    const done = await turn(url, signal);
    const outcome = await door.fetch(url.href, { headers: { "user-agent": userAgent }, signal }).finally(done);
    if (outcome.kind === "refused" || outcome.kind === "unreachable") return closed(outcome.reason);
    if (outcome.kind !== "answered") return closed(`Its robots.txt could not be read: ${outcome.reason}`);
    const { status, body } = outcome;
    if (status >= 500 || status === 429) {
      return closed(`Its robots.txt could not be read: the server answers with an error (${status}).`);
    }
    const rules = status >= 200 && status <= 299 ? parsed(url, body) : OPEN;
    if (rules.trouble !== null) return rules;
    if (kept.size >= ORIGINS_KEPT) kept.delete(kept.keys().next().value ?? "");
    kept.set(origin, { rules, until: clock().getTime() + KEPT_MILLISECONDS });
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
    // Many in a row mean the same as one, and would take their time.
    .replace(/\*{2,}/gu, "*");
  if (wildcardCharacters(text) > MOST_WILDCARD_CHARACTERS)
    return closed("Its robots.txt has too many rules to be kept.");
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
