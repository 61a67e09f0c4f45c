import { expect, test } from "vitest";
import type { WebhookKind } from "#shared/webhook-events.ts";
import { checkedUrl } from "#server/features/webhooks/webhook-url.ts";

const SLACK = "https://hooks.slack.com/services/T0/B0/secret";
const TEAMS = "https://prod-1.westeurope.logic.azure.com:443/workflows/abc/triggers/manual/paths/invoke?sig=secret";
const DISCORD = "https://discord.com/api/webhooks/12/secret";

test.each<[WebhookKind, string, string]>([
  ["webhook", "https://crm.example/hook?key=secret", "https://crm.example/hook"],
  ["slack", SLACK, "https://hooks.slack.com"],
  ["teams", TEAMS, "https://prod-1.westeurope.logic.azure.com"],
  ["discord", DISCORD, "https://discord.com"],
])("shows the URL of a %s without its secret", (kind, url, shown) => {
  expect(checkedUrl(kind, url).shown).toBe(shown);
});

test.each<[WebhookKind, string]>([
  ["webhook", "ftp://crm.example/"],
  ["webhook", "crm.example"],
  ["webhook", "https://user:password@crm.example/"],
  ["slack", DISCORD],
  ["slack", "http://hooks.slack.com/services/T0/B0/x"],
  ["slack", "https://hooks.slack.com.evil.example/services/T0/B0/x"],
  ["teams", "https://outlook.webhook.office.example/webhookb2/x"],
  ["discord", "https://discord.com/channels/1/2"],
])("refuses a %s at %s", (kind, url) => {
  expect(() => checkedUrl(kind, url)).toThrow(/URL/u);
});
