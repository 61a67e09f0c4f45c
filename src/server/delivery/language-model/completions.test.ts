import { expect, onTestFinished, test } from "vitest";
import { postCompletion } from "#server/delivery/language-model/completions.ts";
import { refusing, startLlmPeer } from "#test/peers/llm/llm-peer.ts";

test("settings that a reasoning model refuses are dropped, also from later requests", async () => {
  const llm = await startLlmPeer();
  onTestFinished(() => llm.close());
  llm.script((request) => {
    const refused = ["max_tokens", "temperature"].find((name) => request.text.includes(name));
    return refused === undefined ? { answer: "Yes" } : refusing(refused);
  });
  const model = { url: llm.url, model: "thinker", key: null, milliseconds: 5_000, requestsPerDay: 9 };
  const body = { messages: [], temperature: 0, max_tokens: 300 };
  for (const requests of [3, 4]) {
    const { pieces } = await postCompletion(model, body, { signal: AbortSignal.timeout(5_000) });
    expect((await Array.fromAsync(pieces)).join("")).toContain("Yes");
    expect(llm.requests).toHaveLength(requests);
  }
});
