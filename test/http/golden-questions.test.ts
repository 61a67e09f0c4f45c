import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { ChatReply } from "#shared/contract/chat.ts";
import { productPath } from "#server/assistant/model/product-links.ts";
import type { TestWinnow } from "#test/harness.ts";
import { CANARY, idOf, openAssistantWorld } from "#test/http/assistant-world.ts";
import { GOLDEN_QUESTIONS } from "#test/http/golden-questions.ts";
import { oneEngine } from "#test/stores.ts";

test("there are a hundred questions, ten of which have no answer", () => {
  const asked = GOLDEN_QUESTIONS.map(({ ask, page }) => JSON.stringify([ask, page]));
  expect(new Set(asked).size).toBeGreaterThanOrEqual(100);
  expect(GOLDEN_QUESTIONS.filter(({ from }) => from === "none").length).toBeGreaterThanOrEqual(10);
});

describe.each(oneEngine("sqlite"))("without a key and without a network, on %s", (engine) => {
  let winnow: TestWinnow;
  beforeAll(async () => {
    winnow = await openAssistantWorld(engine);
  });
  afterAll(() => winnow.close());

  /** Asks them in sequence, each with the conversation so far, and returns the last reply. */
  async function converse(questions: readonly string[], page: string | undefined): Promise<ChatReply> {
    const history: { text: string; isUser: boolean }[] = [];
    let reply: ChatReply | undefined;
    for (const message of questions) {
      reply = await winnow.ok("POST /api/chat", { body: { message, history, ...(page !== undefined && { page }) } });
      history.push({ text: message, isUser: true }, { text: reply.reply, isUser: false });
    }
    if (reply === undefined) throw new Error("Nothing was asked.");
    return reply;
  }

  test.each(GOLDEN_QUESTIONS.map((golden) => [[golden.ask].flat().join(" → "), golden] as const))(
    "%s",
    async (_, { ask, from, says = [], never = [], link = "", page }) => {
      const openPage = page === undefined ? undefined : `/leads/${await idOf(winnow.workspace, page)}`;
      const answer = await converse([ask].flat(), openPage);
      expect(answer).toMatchObject({ from });
      for (const part of says) expect(answer.reply).toMatch(part);
      for (const part of never) expect(answer.reply).not.toMatch(part);
      expect(["", ...answer.links.map(({ href }) => href.slice(0, link.length))]).toContain(link);
      expect(JSON.stringify(answer)).not.toContain(CANARY);
      // Every link leads to an existing page; the Setup Guide's own link goes where it leads on purpose.
      const astray = answer.links.filter(({ href }) => productPath(href) === null && href !== "/rules-keywords");
      expect(astray).toEqual([]);
    },
  );
});
