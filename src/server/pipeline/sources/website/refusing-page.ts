import { text, type Answer } from "#server/platform/guarded-fetch.ts";

/** Bot protection pages, recognized by their content. */
const WALLS: readonly (readonly [name: string, sign: RegExp])[] = [
  ["Cloudflare", /<title>\s*(?:just a moment|attention required! \| cloudflare)|\/cdn-cgi\/challenge-platform\/h\//iu],
  ["Imperva", /_incapsula_resource|incapsula incident id/iu],
  ["DataDome", /geo\.captcha-delivery\.com|ct\.captcha-delivery\.com/iu],
  ["HUMAN", /px-captcha|perimeterx/iu],
  ["AWS WAF", /awswafcookiedomainlist|aws-waf-token/iu],
  ["SiteGround", /\/\.well-known\/sgcaptcha/iu],
  ["Akamai", /errors\.edgesuite\.net|<title>\s*access denied\s*<\/title>/iu],
  ["Sucuri", /sucuri website firewall/iu],
  ["Distil", /<title>\s*pardon our interruption/iu],
];

/** Block pages are short, above all those with a success status; in a long page these words mean something else. */
const WALL_BYTES = { success: 8_000, refusal: 60_000 };

/**
 * Why a response is a block page, for the user; null for an ordinary successful page. Blocks are reported and
 * respected, never bypassed.
 */
export function refusalIn({ status, headers, body }: Answer): string | null {
  const wall = wallIn(status, headers, body);
  if (wall !== null) return `${wall} blocks bots on this site.`;
  if (status === 401 || status === 407) return `The site requires sign-in (${status}).`;
  if (status === 403 || status === 999) return `The site blocks bots (${status}).`;
  if (status === 429) return "The site is rate-limiting requests (429).";
  if (status === 451) return "The page is unavailable for legal reasons (451).";
  if (status === 404 || status === 410) return `Page not found (${status}).`;
  if (status >= 500) return `The server returned an error (${status}).`;
  if (status < 200 || status > 299) return `The server didn't return the page (${status}).`;
  return null;
}

/** Whether the whole site blocks Winnow, which makes further requests pointless. */
export function blocksCrawlers({ status, headers, body }: Answer): boolean {
  return [401, 403, 407, 429, 451, 503, 999].includes(status) || wallIn(status, headers, body) !== null;
}

function wallIn(status: number, headers: Answer["headers"], body: Buffer): string | null {
  if (text(headers["cf-mitigated"]).includes("challenge")) return "Cloudflare";
  if (body.length > (status < 300 ? WALL_BYTES.success : WALL_BYTES.refusal)) return null;
  const start = body.toString("latin1");
  return WALLS.find(([, sign]) => sign.test(start))?.[0] ?? null;
}
