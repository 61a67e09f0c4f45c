import { expect, test } from "vitest";
import { createBatchAnalyzer } from "#server/features/mailbox/analyze-batch.ts";
import { freshWinnow } from "#test/harness.ts";
import { message } from "#test/peers/dovecot/sample-messages.ts";

test("other work runs between two messages of a small batch", async () => {
  const { workspace } = await freshWinnow("sqlite");
  const messages = Array.from({ length: 50 }, (_, index) => ({
    uid: index + 1,
    receivedAt: null,
    bytes: Buffer.from(message({ subject: `Message ${index}` })),
    problem: null,
  }));
  const mark = { uidValidity: "1", lastUid: 50, modSeq: null, since: null };
  const batch = { messages, knownIds: 0, mark, since: null, done: 50, total: 50 };
  const analyzer = createBatchAnalyzer(workspace);
  let turns = 0;
  let isDone = false;
  const turn = (): void => {
    turns += 1;
    if (!isDone) setImmediate(turn);
  };
  turn();
  const analyzed = await analyzer.analyze(batch, "INBOX", "place");
  isDone = true;
  expect(analyzed.messages.map(({ analyzed: found }) => found?.subject)).toEqual(
    messages.map((_, index) => `Message ${index}`),
  );
  expect(turns).toBeGreaterThanOrEqual(50);
  await analyzer.close();
});
