import { readFile, writeFile } from "node:fs/promises";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { ChatReply } from "#shared/contract/chat.ts";
import { seedDemo } from "#server/demo/seed-demo.ts";
import { openWinnow, type TestWinnow } from "#test/harness.ts";
import { assistantFacts } from "#test/http/assistant-facts.ts";
import { openDemoServices } from "#test/http/demo-services.ts";

/** A Wednesday in the middle of a month. */
const NOW = new Date(2027, 2, 17, 10, 20);

let services: Awaited<ReturnType<typeof openDemoServices>>;
let winnow: TestWinnow;
let facts: Record<string, string>;
beforeAll(async () => {
  services = await openDemoServices();
  winnow = await openWinnow("sqlite", { clock: () => NOW, google: services.google });
  await seedDemo(winnow.workspace, services.servicesFile);
  await winnow.ok("POST /api/session", { body: services.signIn });
  facts = await assistantFacts(winnow);
});
afterAll(async () => {
  await winnow.close();
  await services.close();
});

/** Words that only occur in one of the languages. */
const LANGUAGES: Record<string, RegExp> = {
  de: /\b(?:der|die|das|und|mit|von|wird|sind|wurden?|Es gibt|noch|kein\w*)\b/u,
  fr: /\b(?:le|les|des|une|est|sont|avec|Il y a|Sur|ce|aucun\w*)\b/u,
  es: /\b(?:el|los|las|una|está|son|Hay|con|ningún)\b/u,
};

/** The note above an answer that exists only in English. */
const ONLY_ENGLISH = /nur auf Englisch:|qu'en anglais :|solo está en inglés:/u;

function isUseful(reply: ChatReply, expected: string): boolean {
  const { reply: text, from, links: _links, suggestions: _suggestions, ...rest } = reply;
  const shown = `${text} ${JSON.stringify(rest)}`;
  if (from === "none" && !expected.includes("can't")) return false;
  return expected.split(" && ").every((part) => {
    if (part.startsWith("L:")) return LANGUAGES[part.slice(2)]!.test(text) && !ONLY_ENGLISH.test(text);
    return part.split("|@").some((one, at) => {
      const pattern = at > 0 && !one.startsWith("@") ? `@${one}` : one;
      return alternatives(pattern).some((either) =>
        either.startsWith("@")
          ? reply.actions?.some(({ kind }) => kind === either.slice(1)) === true
          : new RegExp(
              either.replaceAll(/\{(\w+)\}/gu, (_, name: string) => fact(name)),
              "iu",
            ).test(shown),
      );
    });
  });
}

/** "@export|CSV": an action, or a text. */
function alternatives(pattern: string): string[] {
  const [action = "", ...texts] = pattern.split("|");
  return action.startsWith("@") && texts.length > 0 ? [action, texts.join("|")] : [pattern];
}

function fact(name: string): string {
  const value = facts[name];
  if (value === undefined) throw new Error(`No fact named ${name}`);
  return value;
}

test("answers at least 90% of the questions of a sales team usefully", async () => {
  const lines = (await readFile(new URL("assistant-questions.tsv", import.meta.url), "utf8")).trimEnd().split("\n");
  let history: { text: string; isUser: boolean }[] = [];
  const missed: string[] = [];
  const log: string[] = [];
  let asked = 0;
  for (const line of lines) {
    if (line.startsWith("#")) continue;
    const [question = "", expected = ""] = line.split("\t");
    const isFollowUp = question.startsWith("+ ");
    if (!isFollowUp) history = [];
    const message = question.replace(/^\+ /u, "");
    const reply = await winnow.ok("POST /api/chat", { body: { message, history } });
    history.push({ text: message, isUser: true }, { text: reply.reply, isUser: false });
    asked += 1;
    const ok = isUseful(reply, expected);
    if (!ok) missed.push(question);
    log.push(`${ok ? "OK  " : "MISS"} ${question}\n     [${expected}]\n     ${JSON.stringify(reply)}`);
  }
  const out = process.env["ASSISTANT_REPORT"];
  if (out !== undefined)
    await writeFile(out, [`${asked - missed.length}/${asked}`, JSON.stringify(facts, null, 1), ...log].join("\n"));
  // Fails with the questions that were missed.
  expect(missed.length <= 0.1 * asked ? [] : missed).toEqual([]);
});
