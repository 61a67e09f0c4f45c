import fc from "fast-check";
import { expect, test } from "vitest";
import { readEventStream, type StreamEvent } from "#web/api/connection/read-event-stream.ts";

async function eventsOf(...pieces: Uint8Array<ArrayBuffer>[]): Promise<StreamEvent[]> {
  const body = new ReadableStream<Uint8Array<ArrayBuffer>>({
    start(controller) {
      for (const piece of pieces) controller.enqueue(piece);
      controller.close();
    },
  });
  return Array.fromAsync(readEventStream(body));
}
const bytes = (text: string): Uint8Array<ArrayBuffer> => new TextEncoder().encode(text);

test.each([
  [
    "two events",
    "event: text\ndata: a\n\nevent: reply\ndata: b\n\n",
    [
      ["text", "a"],
      ["reply", "b"],
    ],
  ],
  ["CRLF line endings", "event: text\r\ndata: a\r\n\r\n", [["text", "a"]]],
  ["multiline data", "data: a\ndata:  b\n\n", [["message", "a\n b"]]],
  ["comments, ids and events without data", ": hello\n\nid: 1\n\nevent: ping\n\ndata: a\n\n", [["message", "a"]]],
  ["an incomplete event", "data: a\n\nevent: text\ndata: b\n", [["message", "a"]]],
  ["nothing", "", []],
] as const)("%s", async (_word, text, expected) => {
  expect(await eventsOf(bytes(text))).toEqual(expected.map(([type, data]) => ({ type, data })));
});

test("parses the same events however the stream is split", async () => {
  const whole = bytes("event: text\r\ndata: Zoë\r\n\r\nevent: reply\ndata: 好\n\n");
  const expected = await eventsOf(whole);
  expect(expected).toEqual([
    { type: "text", data: "Zoë" },
    { type: "reply", data: "好" },
  ]);
  await fc.assert(
    fc.asyncProperty(fc.uniqueArray(fc.integer({ min: 1, max: whole.length - 1 })), async (cuts) => {
      const ends = [...cuts.toSorted((a, b) => a - b), whole.length];
      const pieces = ends.map((end, index) => whole.slice(ends[index - 1] ?? 0, end));
      expect(await eventsOf(...pieces)).toEqual(expected);
    }),
  );
});
