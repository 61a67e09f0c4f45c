import { describe, expect, test } from "vitest";
import { LIMITS } from "#shared/limits.ts";
import { freshWinnow } from "#test/harness.ts";
import { ENGINES } from "#test/stores.ts";

test.each([
  ["an empty message", { message: "" }],
  ["a message of spaces", { message: "  \n " }],
  ["no message", {}],
  ["a message that is too long", { message: "x".repeat(LIMITS.chat.messageLength + 1) }],
  [
    "a history that is too long",
    {
      message: "Hi",
      history: Array.from({ length: LIMITS.chat.historyMessages + 1 }, () => ({ text: "", isUser: true })),
    },
  ],
])("%s is refused by its field", async (_, body) => {
  const winnow = await freshWinnow("sqlite");
  const answer = await winnow.call("POST /api/chat", { body });
  expect(answer.statusCode).toBe(422);
  expect(answer.json().errors).toHaveLength(1);
});

test("an empty product is answered about, too", async () => {
  const winnow = await freshWinnow("sqlite");
  const ask = async (message: string) => (await winnow.ok("POST /api/chat", { body: { message } })).reply;
  expect(await ask("How many leads are there?")).toBe("There are no leads.");
  expect(await ask("Show the best leads")).toBe("There are no leads.");
  expect(await ask("Where do our leads come from?")).toContain("No lead came in");
  expect(await ask("When was the last sync?")).toContain("there is no data source");
  expect(await ask("Is anything failing?")).toContain("Nothing failed");
  expect(await ask("Which rules bring the most?")).toContain("no active rule");
  expect(await ask("Is my mailbox connected?")).toContain("No mailbox has been set up");
  expect(await ask("When is the next report?")).toContain("not configured");
  expect(await ask("What is the conversion rate?")).toContain("0%");
  expect(await ask("Compare this week with last week")).toContain("As many leads came in");
});

describe.each(ENGINES)("on %s", (engine) => {
  test.each([
    "why is  at 45?",
    "how many leads (((",
    "<script>alert(1)</script>",
    "%%%_' OR 1=1 --",
    "🚀🚀🚀",
    "لماذا",
    "why is 🚀 at 45",
    "\u0000\u202e",
    "show leads from ".repeat(60),
    "why ".repeat(400),
    "2026-13-45",
    "lead 99999999999999999999999",
    "in the last 0 days how many leads",
    "who is Ann\u0000 \ud800?",
    "who is 9999999999999999999",
  ])("an odd question %j is answered in words", async (message) => {
    const winnow = await freshWinnow(engine);
    const answer = await winnow.call("POST /api/chat", { body: { message, page: "/leads/%E0%A4%A" } });
    expect(answer.statusCode).toBe(200);
    expect(answer.json().reply.length).toBeGreaterThan(10);
  });
});

test("a stream without a model tells the reply alone", async () => {
  const winnow = await freshWinnow("sqlite");
  const answer = await winnow.call("POST /api/chat", {
    body: { message: "How many leads are there?" },
    headers: { accept: "text/event-stream" },
  });
  expect(answer.headers["content-type"]).toContain("text/event-stream");
  expect(answer.body).toMatch(/^event: reply\ndata: \{"reply":"There are no leads\.".*\}\n\n$/u);
});
