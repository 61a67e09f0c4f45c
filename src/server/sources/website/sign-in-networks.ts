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

/** The network's name when it shows most profiles only to people who have signed in; null for any other host. */
export function signInNetwork(url: URL): string | null {
  return NETWORKS[getDomain(url.hostname) ?? ""] ?? null;
}

/** Whether an address is that of a page to sign in on. */
export function isSignInPage(url: URL): boolean {
  return SIGN_IN_PATH.test(url.pathname);
}

/** What is said of a page behind a sign-in; `network` is its name where it has one. */
export function signInNeeded(network: string | null): string {
  return `${network ?? "The site"} shows this page only to people who have signed in, which Winnow does not do.`;
}
