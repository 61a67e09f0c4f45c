import { expect, onTestFinished, test } from "vitest";
import { DEFAULT_AUTOMATION_RULES } from "#shared/contract/mailbox.ts";
import { analyzeEmail } from "#server/pipeline/mail/analyze-email.ts";
import { createMailReader, startMailThread, type MailReader } from "#server/pipeline/mail/mime/mail-reader.ts";
import { shippedModel } from "#server/pipeline/mail/model/shipped-model.ts";
import { readShownMessage } from "#server/pipeline/mail/shown/read-shown-message.ts";

const model = { ...shippedModel, shifts: new Map([["word:cost", 3]]) };
const options = { ownAddresses: ["us@acme.example"], rules: DEFAULT_AUTOMATION_RULES, model };
const raws = ["one", "two", ""].map((text) =>
  Buffer.from(`From: Ann Lee <ann@lee.example>\r\nMessage-ID: <${text}@lee.example>\r\n\r\nWhat would ${text} cost?`),
);
const [raw = Buffer.of()] = raws;

function newReader(milliseconds?: number): { reader: MailReader; started: ReturnType<typeof startMailThread>[] } {
  const started: ReturnType<typeof startMailThread>[] = [];
  const start = (): ReturnType<typeof startMailThread> => {
    const thread = startMailThread();
    started.push(thread);
    return thread;
  };
  const reader = createMailReader({ start, ...(milliseconds !== undefined && { milliseconds }) });
  onTestFinished(() => reader.close());
  return { reader, started };
}

test("a thread finds the same as the direct analysis, in bytes and in pasted text", async () => {
  const { reader, started } = newReader();
  const pasted = "Hello,\nwhat would it cost?\nAnn Lee";
  const all = await Promise.all([...raws, pasted].map((one) => reader.analyze(one, options)));
  expect(all).toEqual(await Promise.all([...raws, pasted].map((one) => analyzeEmail(one, options))));
  expect(started).toHaveLength(1);
});

test("shows a message, recognizes it, and reads headers", async () => {
  const { reader } = newReader();
  expect(await reader.show(raw)).toEqual(await readShownMessage(raw));
  const { messageKey, from, subject } = await reader.analyze(raw, options);
  expect(await reader.isSame(raw, { messageKey, from, subject })).toBe(true);
  expect(await reader.isSame(raw, { messageKey: "<other@lee.example>", from, subject })).toBe(false);
  const date = null;
  expect(await reader.heads([raw, Buffer.of()])).toEqual([{ messageId: messageKey, from, date }, null]);
});

test("a message that can't be shown is rejected with its reason, and the thread continues", async () => {
  const { reader, started } = newReader();
  const deep = Array.from(
    { length: 60 },
    (_, at) => `Content-Type: multipart/mixed; boundary=b${at}\r\n\r\n--b${at}\r\n`,
  );
  await expect(reader.show(Buffer.from(deep.join("")))).rejects.toThrow("nesting depth");
  await reader.show(raw);
  expect(started).toHaveLength(1);
});

test("a message that crashes the thread affects no other message, which another thread reads", async () => {
  const { reader, started } = newReader();
  const asked = raws.map((one) => reader.analyze(one, options));
  const shown = reader.show(raw);
  await started[0]?.close();
  const [first, ...others] = await Promise.all(asked);
  expect(first).toMatchObject({ kind: "unreadable", verdict: { reason: expect.stringContaining("too long") } });
  expect(others).toEqual(await Promise.all(raws.slice(1).map((one) => analyzeEmail(one, options))));
  expect(await shown).toEqual(await readShownMessage(raw));
  expect(started).toHaveLength(2);
});

test("a message that takes too long is rejected", async () => {
  const { reader } = newReader(0);
  const long = Buffer.concat([raw, Buffer.from(`\r\n> quoted, and so on`.repeat(20_000))]);
  await expect(reader.show(long)).rejects.toThrow("too long");
});

test("requests are rejected at the end, waiting ones and later ones", async () => {
  const { reader } = newReader();
  const asked = reader.analyze(raw, options).catch((error: unknown) => error);
  await reader.close();
  expect(await asked).toEqual(new Error("Mail reading was stopped"));
  await expect(reader.analyze(raw, options)).rejects.toThrow("Mail reading was stopped");
});
