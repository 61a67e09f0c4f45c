import { findEmailAddresses } from "#server/pipeline/text/email-text.ts";
import { readJobTitle } from "#server/pipeline/text/job-title.ts";
import { readPersonName } from "#server/pipeline/text/person-name.ts";
import { findPhones } from "#server/pipeline/text/phone-text.ts";
import { emptyRecord, fill, type PageRecord } from "#server/pipeline/sources/website/extract/page-reading.ts";
import type { PageTree } from "#server/pipeline/sources/website/extract/page-tree.ts";

const LOGIN_PATH =
  /\/(?:authwall|login|log-in|signin|sign-in|signup|checkpoint|accounts\/login|i\/flow\/login|uas\/login)(?:[/?#]|$)/iu;
const LOGIN_TITLE =
  /^(?:log ?in|login|sign ?in|sign ?up|anmelden|einloggen|connexion|se connecter|inicia(?:r)? sesión|accedi|ログイン|登录)\b|(?:log ?in|login|sign ?up|sign ?in|anmelden)\s*(?:or sign up\s*)?[|•·–-]|\blogin\s*$/iu;
const LOGIN_WORDS =
  /\b(?:you must log in|log in to (?:continue|see|view)|sign in to (?:continue|see|view)|join (?:linkedin|now) to (?:see|view)|create an account or log in|melde dich an, um|anmelden, um|connectez-vous pour|inicia sesión para|accedi per|login required)/iu;
/** A page with a sign-in form and little else. */
const SHORT = 1_500;
const NETWORKS =
  /\s*[|•·–—-]\s*(?:linkedin|facebook|instagram|twitter|x|xing|github|youtube|tiktok|mastodon|threads|pinterest|about\.me|medium|behance|dribbble)(?:\s.*)?$/iu;

/** Whether a page asks for a sign-in instead of showing its content. */
export function isSignInWall(tree: PageTree, url: string): boolean {
  if (LOGIN_PATH.test(URL.parse(url)?.pathname ?? "")) return true;
  if (tree.textLength > SHORT) return false;
  if (tree.lines.some(({ text }) => text.length < 300 && LOGIN_WORDS.test(text))) return true;
  return LOGIN_TITLE.test(tree.title) || (tree.passwordFields > 0 && tree.textLength < SHORT / 3);
}

/** Whether the metadata describes a single profile, which networks publish even for pages that require a sign-in. */
export function isProfilePage(metas: ReadonlyMap<string, string>): boolean {
  return metas.get("og:type") === "profile" || metas.has("profile:first_name") || metas.has("profile:username");
}

const LONGEST_TITLE = 1_000;

/**
 * Reads the owner of a public profile from its metadata (Open Graph profile, Twitter cards), the largest displayed name
 * and the bio. Null if the page names nobody.
 */
export function readProfile(tree: PageTree, metas: ReadonlyMap<string, string>, url: string): PageRecord | null {
  const stated = [metas.get("profile:first_name") ?? "", metas.get("profile:last_name") ?? ""]
    .filter((part) => part !== "")
    .join(" ");
  const heading = tree.lines.find((line) => line.heading === 1)?.text ?? "";
  const title = (metas.get("og:title") ?? metas.get("twitter:title") ?? tree.title).slice(0, LONGEST_TITLE);
  const [shown = "", ...rest] = withoutNetwork(title).split(/\s+[|–—-]\s+/u);
  const name = stated || shown.replace(/\s*\(@[^)]*\).*$|\s*@[\w.]+$/u, "").trim() || heading;
  if (name === "" || NETWORKS.test(` - ${name}`)) return null;
  const record = emptyRecord("person", "Profile metadata");
  const person = readPersonName(name) ?? readPersonName(heading);
  if (person === null && !isProfilePage(metas)) record.kind = "organisation";
  fill(record, "name", person?.name ?? name, "markup");
  if (record.kind === "organisation") fill(record, "company", name, "markup");
  const role = rest.map((part) => readJobTitle(part)).find((found) => found !== null) ?? "";
  fill(record, "title", role, "markup");
  fill(record, "company", rest.find((part) => part !== role && part.length < 80) ?? "", "markup");
  const bio = metas.get("og:description") ?? metas.get("description") ?? metas.get("twitter:description") ?? "";
  fill(record, "description", bio.slice(0, 1_000), "markup");
  fill(record, "email", findEmailAddresses(bio)[0]?.address ?? "", "text");
  fill(record, "phone", findPhones(bio)[0]?.written ?? "", "text");
  const own = metas.get("og:url") ?? url;
  fill(record, "url", /^https?:/iu.test(own) ? own : url, "markup");
  return record;
}

function withoutNetwork(title: string): string {
  return title.replace(NETWORKS, "").trim();
}
