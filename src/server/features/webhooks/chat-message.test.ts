import { describe, expect, test } from "vitest";
import { FORMATS, type ChatEntry } from "#server/features/webhooks/chat-message.ts";

const HOSTILE: ChatEntry = {
  title: "New lead: <!channel> @everyone <@U1> [x](https://evil[.]example) *b*",
  details: ["<https://evil[.]example|Sign in> & more"],
  link: "https://winnow.example/leads/7",
};

function texts(value: unknown, key: string): unknown[] {
  if (Array.isArray(value)) return value.flatMap((item) => texts(item, key));
  if (typeof value !== "object" || value === null) return [];
  return Object.entries(value).flatMap(([name, item]) =>
    (name === key ? [item] : []).concat(texts(item, key) as never),
  );
}

describe("a chat message with a stranger's text", () => {
  test("is plain text in Slack, and escaped in its notification", () => {
    const message = FORMATS.slack([HOSTILE], "");
    expect(texts(message, "type")).not.toContain("mrkdwn");
    expect(message).toMatchObject({ text: expect.stringContaining("&lt;!channel&gt;") as string });
    expect((message as { text: string }).text).not.toMatch(/[<>]/u);
    expect(texts(message, "url")).toEqual([HOSTILE.link]);
  });

  test("is in runs that Teams shows without Markdown", () => {
    const message = FORMATS.teams([HOSTILE], "And 2 more events.");
    expect(texts(message, "type")).not.toContain("TextBlock");
    expect(texts(message, "text")).toEqual([HOSTILE.title, ...HOSTILE.details, "And 2 more events."]);
    expect(texts(message, "url")).toEqual([HOSTILE.link]);
  });

  test("mentions nobody and formats nothing in Discord", () => {
    const message = FORMATS.discord([HOSTILE], "");
    expect(message).toMatchObject({ allowed_mentions: { parse: [] } });
    const shown = [...texts(message, "title"), ...texts(message, "description")].join(" ");
    expect(shown).not.toMatch(/@everyone|(?<!\\)[*<>[\]()]/u);
    expect(texts(message, "url")).toEqual([HOSTILE.link]);
  });

  test("is never longer than Discord accepts, nor cut within a character or an escape", () => {
    const long = `a${"*🙂".repeat(66)}`;
    const entries = Array.from({ length: 10 }, () => ({ title: long, details: [long, long], link: null }));
    const { embeds } = FORMATS.discord(entries, "") as { embeds: { title: string; description: string }[] };
    const shown = embeds.flatMap(({ title, description }) => [title, description]);
    expect(shown.join("").length).toBeLessThanOrEqual(6_000);
    for (const { title } of embeds) {
      expect(title.isWellFormed()).toBe(true);
      expect(title).toMatch(/^a(?:\\\*🙂)+(?:\\\*)?…$/u);
    }
  });
});
