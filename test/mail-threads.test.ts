import { existsSync, globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";

const SOURCES = join(import.meta.dirname, "../src");
const WORKER = "server/pipeline/mail/mime/mail-worker.ts";
/**
 * The modules a file loads, statically or dynamically; types are erased by then, and a thread's entry file is no
 * import.
 */
const IMPORT =
  /^(?:import|export) (?!type )[^;]*?from "#([\w/.-]+)"|\bimport\("#([\w/.-]+)"\)|^import "#([\w/.-]+)"/gmu;

function importsOf(file: string): string[] {
  const source = readFileSync(join(SOURCES, file), "utf8");
  return [...source.matchAll(IMPORT)].flatMap(([, one, later, bare]) => one ?? later ?? bare ?? []);
}

function loadedBy(entry: string): Set<string> {
  const loaded = new Set([entry]);
  for (const file of loaded) {
    for (const imported of importsOf(file)) if (existsSync(join(SOURCES, imported))) loaded.add(imported);
  }
  return loaded;
}

test("parses messages only in the mail thread, never in the one that serves requests", () => {
  const parsers = globSync("server/**/*.ts", { cwd: SOURCES }).filter(
    (file) =>
      !file.endsWith(".test.ts") &&
      /from "(?:postal-mime|sanitize-html)"/u.test(readFileSync(join(SOURCES, file), "utf8")),
  );
  expect(parsers.length).toBeGreaterThanOrEqual(3);
  const inThread = loadedBy(WORKER);
  const inMain = loadedBy("server/main.ts");
  expect(parsers.filter((file) => !inThread.has(file))).toEqual([]);
  expect(parsers.filter((file) => inMain.has(file))).toEqual([]);
  expect(inMain.has("server/pipeline/mail/mime/mail-reader.ts")).toBe(true);
  expect(inMain.has(WORKER)).toBe(false);
});
