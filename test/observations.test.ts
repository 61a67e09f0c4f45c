import { mkdirSync, mkdtempSync, readFileSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { brotliCompressSync } from "node:zlib";
import { expect, test } from "vitest";
import { readObservations, storeObservations } from "../training/observations.ts";
import { readTexts } from "../training/read-texts.ts";

const FILES = ["observations.jsonl", "observations.br"];
const EVERY_FEATURE = 1;

const folder = mkdtempSync(join(tmpdir(), "winnow-observations-"));

/** A folder of messages for `npm run train -- FOLDER`. */
function folderOf(name: string, messages: Record<string, { isLead: boolean; text: string }>): string {
  const path = join(folder, name);
  mkdirSync(path);
  const lines = Object.entries(messages).map(([source, { isLead, text }]) => {
    const file = `${source}.txt`;
    writeFileSync(join(path, file), text);
    return JSON.stringify({ file, source, group: source, set: "lists", lang: "en", isLead, weight: 1 });
  });
  writeFileSync(join(path, "index.jsonl"), lines.join("\n"));
  return path;
}

async function add(messages: string): Promise<void> {
  storeObservations(await readTexts(messages), EVERY_FEATURE, folder);
}

const stored = () => FILES.map((name) => readFileSync(join(folder, name)));
const bySource = () =>
  new Map(
    readObservations(folder).map(({ origin, row: { hashes, values } }) => [
      origin.source,
      { isLead: origin.isLead, features: new Map([...hashes].map((hash, at) => [hash, values[at]])) },
    ]),
  );

test("training on a folder adds its messages, replaces the same ones and keeps all others", async () => {
  writeFileSync(join(folder, "observations.jsonl"), "");
  writeFileSync(join(folder, "observations.br"), brotliCompressSync(Buffer.alloc(4)));
  const desks = { isLead: true, text: "Subject: Desks\n\nWe need 40 desks. Could you send us a quote?" };
  const crash = { isLead: false, text: "The app crashes when I open an invoice." };

  await add(folderOf("first", { desks, crash }));
  const first = bySource();
  expect([...first.keys()]).toEqual(["desks", "crash"]);

  const second = folderOf("second", { hall: { isLead: true, text: "What does it cost to rent the hall?" } });
  await add(second);
  const both = bySource();
  expect([...both.keys()]).toEqual(["desks", "crash", "hall"]);
  expect(both.get("desks")).toEqual(first.get("desks"));

  const bytes = stored();
  await add(second);
  expect(stored()).toEqual(bytes);

  await add(folderOf("third", { crash: { ...crash, isLead: true } }));
  expect(bySource().get("crash")).toEqual({ ...first.get("crash"), isLead: true });
  expect(bySource().get("hall")).toEqual(both.get("hall"));
});
