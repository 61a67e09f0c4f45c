import { text, type Answer } from "#server/platform/guarded-fetch.ts";

/** Pages that are put before a site to keep programs out, by what is found in them. */
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

/** A wall's own page is short, above all one that claims success; words like these in a long one mean something else. */
const WALL_BYTES = { success: 8_000, refusal: 60_000 };

/**
 * Why a page that came is none but refuses the visitor, in words; null for an ordinary page of success. A refusal is
 * told and respected, never got round.
 */
export function refusalIn({ status, headers, body }: Answer): string | null {
  const wall = wallIn(status, headers, body);
  if (wall !== null) return `${wall} keeps programs out of this site, and Winnow does not pretend to be a person.`;
  if (status === 401 || status === 407) return `The site asks for a sign-in (${status}).`;
  if (status === 403 || status === 999) return `The site refuses programs like Winnow (${status}).`;
  if (status === 429) return "The site says that it was asked too often (429).";
  if (status === 451) return "The site may not show this page for legal reasons (451).";
  if (status === 404 || status === 410) return `There is no such page (${status}).`;
  if (status >= 500) return `The server answers with an error (${status}).`;
  if (status < 200 || status > 299) return `The server does not give the page (${status}).`;
  return null;
}

/** Whether the site as a whole turns visitors like Winnow away, so that asking on is pointless. */
export function turnsAway({ status, headers, body }: Answer): boolean {
  return [401, 403, 407, 429, 451, 503, 999].includes(status) || wallIn(status, headers, body) !== null;
}

function wallIn(status: number, headers: Answer["headers"], body: Buffer): string | null {
  if (text(headers["cf-mitigated"]).includes("challenge")) return "Cloudflare";
  if (body.length > (status < 300 ? WALL_BYTES.success : WALL_BYTES.refusal)) return null;
  const start = body.toString("latin1");
  return WALLS.find(([, sign]) => sign.test(start))?.[0] ?? null;
}
