import { expect, test } from "vitest";
import { TEXT_IDS, TOPIC_TEXTS } from "#server/assistant/help/topic-texts.ts";

test("every topic has a text in each language, and its links lead to pages", () => {
  expect([...TOPIC_TEXTS.keys()].join(" ")).toBe(TEXT_IDS);
  for (const { text, links } of TOPIC_TEXTS.values()) {
    expect(text.filter((one) => one.length < 20)).toEqual([]);
    expect(links.filter(({ label, href }) => label === "" || !href.startsWith("/"))).toEqual([]);
  }
});
