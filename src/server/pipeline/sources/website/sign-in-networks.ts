import { getDomain } from "tldts";

const NETWORKS: Readonly<Record<string, string>> = {
  "linkedin.com": "LinkedIn",
  "facebook.com": "Facebook",
  "fb.com": "Facebook",
  "instagram.com": "Instagram",
  "threads.net": "Threads",
  "x.com": "X",
  "twitter.com": "X",
  "xing.com": "XING",
  "pinterest.com": "Pinterest",
  "vk.com": "VK",
};
const SIGN_IN_PATH =
  /^\/(?:authwall|login|log-in|signin|sign-in|accounts\/login|i\/flow\/login|uas\/login|checkpoint)(?:[/.?]|$)/iu;

/** The network's name if it requires a sign-in for most profiles; null for any other host. */
export function signInNetwork(url: URL): string | null {
  return NETWORKS[getDomain(url.hostname) ?? ""] ?? null;
}

/** Whether a URL is a sign-in page. */
export function isSignInPage(url: URL): boolean {
  return SIGN_IN_PATH.test(url.pathname);
}

/** Message for a page that requires a sign-in; `network` is its name, if known. */
export function signInNeeded(network: string | null): string {
  return `${network ?? "The site"} shows this page only after sign-in, which Winnow doesn't do.`;
}
