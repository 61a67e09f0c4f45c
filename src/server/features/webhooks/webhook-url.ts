import type { WebhookKind } from "#shared/webhook-events.ts";
import { invalid } from "#server/platform/errors.ts";

interface ChatUrl {
  hosts: RegExp;
  path: RegExp;
  /** What to enter instead of another URL. */
  expected: string;
}

const CHAT_URLS: Record<Exclude<WebhookKind, "webhook">, ChatUrl> = {
  slack: {
    hosts: /^hooks\.slack(?:-gov)?\.com$/u,
    path: /^\/(?:services|workflows|triggers)\/./u,
    expected: "Enter the URL of a Slack incoming webhook, which begins with https://hooks.slack.com/services/.",
  },
  teams: {
    hosts: /\.(?:logic\.azure\.com|api\.powerplatform\.com)$/u,
    path: /\/workflows\/./u,
    expected: "Enter the URL of a Teams workflow that starts when a webhook request is received.",
  },
  discord: {
    hosts: /^(?:ptb\.|canary\.)?discord(?:app)?\.com$/u,
    path: /^\/api\/(?:v\d+\/)?webhooks\/\d+\/./u,
    expected: "Enter the URL of a Discord webhook, which begins with https://discord.com/api/webhooks/.",
  },
};

/** Checks a destination's URL and shortens it to what may be shown. Throws invalid. */
export function checkedUrl(kind: WebhookKind, text: string): { url: string; shown: string } {
  const url = URL.parse(text);
  if (url === null || !["https:", "http:"].includes(url.protocol)) {
    throw invalid("url", "Enter a URL that begins with https://.");
  }
  if (url.username !== "" || url.password !== "")
    throw invalid("url", "Remove the username and password from the URL.");
  if (kind === "webhook") return { url: url.href, shown: `${url.origin}${url.pathname}` };
  const { hosts, path, expected } = CHAT_URLS[kind];
  if (url.protocol !== "https:" || url.port !== "" || !hosts.test(url.hostname) || !path.test(url.pathname)) {
    throw invalid("url", expected);
  }
  return { url: url.href, shown: url.origin };
}
