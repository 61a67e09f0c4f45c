import { expect, test } from "vitest";
import { createBatchAnalyser } from "#server/workflows/mail/analyse-batch.ts";
import { freshWinnow } from "#test/harness.ts";
import { message } from "#test/peers/dovecot/sample-messages.ts";

test("other work is done between two messages of a small batch", async () => {
  const { workspace } = await freshWinnow("sqlite");
  const messages = Array.from({ length: 50 }, (_, index) => ({
    uid: index + 1,
    receivedAt: null,
    bytes: Buffer.from(message({ subject: `Message ${index}` })),
    problem: null,
  }));
  const mark = { uidValidity: "1", lastUid: 50, modSeq: null, since: null };
  const batch = { messages, knownIds: 0, mark, since: null, done: 50, total: 50 };
  const analyser = createBatchAnalyser(workspace, "sales@acme.example");
  let turns = 0;
  let isDone = false;
  const turn = (): void => {
    turns += 1;
    if (!isDone) setImmediate(turn);
  };
  turn();
  const analysed = await analyser.analyse(batch, "INBOX", "place");
  isDone = true;
  expect(analysed.messages.map(({ analysed: found }) => found?.subject)).toEqual(
    messages.map((_, index) => `Message ${index}`),
  );
  expect(turns).toBeGreaterThanOrEqual(50);
  await analyser.close();
});
