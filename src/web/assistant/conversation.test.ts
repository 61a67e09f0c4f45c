import { describe, expect, test } from "vitest";
import { ownTimeZone } from "#shared/time-zone.ts";
import type { ChatReply, ChatRequest } from "#shared/contract/chat.ts";
import { LIMITS } from "#shared/limits.ts";
import { ApiError } from "#web/api/connection/api-error.ts";
import { createConversation, type ConversationStore } from "#web/assistant/conversation.ts";

const REPLY: ChatReply = { reply: "Three.", links: [], suggestions: ["And last week?"], from: "data" };

/** A conversation with a manually controlled assistant. */
function talk() {
  const asked: ChatRequest[] = [];
  let answer: (reply: ChatReply) => void;
  let fail: (error: unknown) => void;
  let hear: (text: string) => void;
  const store: ConversationStore = createConversation((request, { onText, signal }) => {
    asked.push(request);
    const { promise, resolve, reject } = Promise.withResolvers<ChatReply>();
    answer = resolve;
    fail = reject;
    hear = onText;
    signal.addEventListener("abort", () => reject(new DOMException("stopped", "AbortError")));
    return promise;
  });
  const texts = () => store.read().messages.map(({ text, isUser }) => (isUser ? `> ${text}` : text));
  return {
    store,
    asked,
    texts,
    answer: (reply: Partial<ChatReply> = {}) => answer({ ...REPLY, ...reply }),
    fail: (error: unknown) => fail(error),
    hear: (text: string) => hear(text),
  };
}

test("shows the question immediately, then the streamed and the complete reply", async () => {
  const { store, answer, hear, texts, asked } = talk();
  const done = store.ask("  How many?  ", "/leads/12");
  expect(texts()).toEqual(["> How many?"]);
  expect(store.read().reply).toBe("");
  hear("Th");
  hear("ree");
  expect(store.read().reply).toBe("Three");
  answer();
  await done;
  expect(store.read().reply).toBeNull();
  expect(texts()).toEqual(["> How many?", "Three."]);
  expect(store.read().messages[1]).toMatchObject({ suggestions: ["And last week?"] });
  expect(asked).toEqual([{ message: "How many?", history: [], page: "/leads/12", timeZone: ownTimeZone() }]);
});

test("ignores blank questions and questions while a reply is pending", async () => {
  const { store, answer, asked, texts } = talk();
  await store.ask(" \n ", "/");
  const done = store.ask("One", "/");
  await store.ask("Two", "/");
  expect(asked).toHaveLength(1);
  answer();
  await done;
  expect(texts()).toEqual(["> One", "Three."]);
});

test("sends the history without failures, up to the server's limit", async () => {
  const { store, answer, fail, asked } = talk();
  store.add("Q", "A", []);
  const failing = store.ask("Fails", "/");
  fail(new ApiError(0, "The server cannot be reached."));
  await failing;
  for (let turn = 0; turn < LIMITS.chat.historyMessages; turn += 1) {
    const done = store.ask(`Turn ${turn}`, "/");
    answer({ reply: "x".repeat(30_000) });
    await done;
  }
  expect(asked[1]?.history).toEqual([
    { text: "Q", isUser: true },
    { text: "A", isUser: false },
    { text: "Fails", isUser: true },
  ]);
  const last = asked.at(-1)?.history ?? [];
  expect(last).toHaveLength(LIMITS.chat.historyMessages);
  expect(last.at(-1)?.text).toHaveLength(20_000);
});

describe("a failed reply", () => {
  test.each([
    ["due to a lost connection", new ApiError(0, "The server cannot be reached."), ""],
    ["due to a server error", new ApiError(500, "Something went wrong"), ""],
    ["due to a rejection", new ApiError(429, "Ask again in a minute."), "\nAsk again in a minute."],
  ])("%s", async (_word, error, more) => {
    const { store, fail } = talk();
    const done = store.ask("How many?", "/");
    fail(error);
    await done;
    expect(store.read().messages.at(-1)).toMatchObject({
      text: `I'm having trouble connecting right now. Please try the FAQ tab or contact support.${more}`,
      isUser: false,
      failedQuestion: "How many?",
    });
    expect(store.read().reply).toBeNull();
  });
});

test.each([
  ["before anything arrived", "", ["> How many?"]],
  ["with a partial reply", "Thr", ["> How many?", "Thr"]],
])("stopping %s keeps what arrived and allows the next question", async (_word, heard, expected) => {
  const { store, answer, hear, texts } = talk();
  const done = store.ask("How many?", "/");
  if (heard !== "") hear(heard);
  store.stop();
  await done;
  expect(texts()).toEqual(expected);
  const next = store.ask("Again", "/");
  answer();
  await next;
  expect(texts()).toEqual([...expected, "> Again", "Three."]);
});

test("keeps the leads, figures and actions of a reply", async () => {
  const { store, answer } = talk();
  const done = store.ask("Best lead?", "/");
  const parts = {
    leads: [{ id: "1", name: "Ann Lee", company: "Acme", score: 40, status: "qualified" as const }],
    figures: [{ label: "Now qualified", value: "3" }],
    actions: [{ kind: "sync" as const, label: "Sync leads now" }],
  };
  answer(parts);
  await done;
  expect(store.read().messages.at(-1)).toMatchObject(parts);
});

test("only links within the product", async () => {
  const { store, answer } = talk();
  const done = store.ask("Where?", "/");
  const hrefs = ["/leads/7", "/rules?new", "https://evil.example", "//evil.example", "/\\evil.example", "javascript:x"];
  answer({ links: hrefs.map((href) => ({ label: href, href })) });
  await done;
  expect(
    store
      .read()
      .messages.at(-1)
      ?.links.map(({ href }) => href),
  ).toEqual(["/leads/7", "/rules?new"]);
});
