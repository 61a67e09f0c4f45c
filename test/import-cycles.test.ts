import { readdirSync, readFileSync } from "node:fs";
import { dirname, join, posix, relative } from "node:path";
import { expect, test } from "vitest";

const ROOT = join(import.meta.dirname, "..");
/** Folders whose subfolders are separate parts; every other folder is one part with everything in it. */
const SPLIT = ["server", "server/pipeline", "server/pipeline/sources", "server/features", "server/insight"].concat([
  "server/delivery",
  "server/jobs",
  "server/db",
  "web",
  "web/screens",
]);

type Imports = ReadonlyMap<string, readonly string[]>;

/** The imports of each source file below src, including types, as paths below src. */
function readImports(): Imports {
  const files = readdirSync(join(ROOT, "src"), { recursive: true, encoding: "utf8" })
    .map((file) => file.replaceAll("\\", "/"))
    .filter((file) => /\.tsx?$/u.test(file) && !/\.test\.tsx?$/u.test(file));
  return new Map(files.map((file) => [file, importsOf(file, readFileSync(join(ROOT, "src", file), "utf8"))]));
}

function importsOf(file: string, text: string): string[] {
  const specifiers = Array.from(text.matchAll(/(?:from|import\()\s*"(#|\.)([^"]+)"/gu));
  return specifiers.map(([, kind, path = ""]) =>
    kind === "#" ? path : posix.normalize(posix.join(posix.dirname(file), `.${path}`)),
  );
}

/** The part that a file belongs to: the deepest folder that isn't split further, or the file itself next to parts. */
function partOf(file: string): string {
  const steps = file.split("/");
  let part = steps[0] ?? "";
  for (let depth = 1; SPLIT.includes(part) && depth < steps.length; depth += 1) part = `${part}/${steps[depth]}`;
  return part;
}

/** The parts that import each other, each cycle once. */
function cyclesBetween(nodeOf: (file: string) => string, imports: Imports): string[][] {
  const edges = new Map<string, Set<string>>();
  for (const [file, targets] of imports) {
    const from = nodeOf(file);
    const known = edges.get(from) ?? edges.set(from, new Set()).get(from);
    for (const target of targets) if (nodeOf(target) !== from) known?.add(nodeOf(target));
  }
  return stronglyConnected(edges).filter((parts) => parts.length > 1);
}

/** R. Tarjan, Depth-first search and linear graph algorithms, 1972. */
function stronglyConnected(edges: ReadonlyMap<string, ReadonlySet<string>>): string[][] {
  const order = new Map<string, number>();
  const low = new Map<string, number>();
  const stack: string[] = [];
  const found: string[][] = [];
  const visit = (node: string): number => {
    let lowest = order.size;
    order.set(node, lowest);
    const own = lowest;
    stack.push(node);
    for (const next of edges.get(node) ?? []) {
      if (!order.has(next)) lowest = Math.min(lowest, visit(next));
      else if (stack.includes(next)) lowest = Math.min(lowest, order.get(next) ?? own);
    }
    low.set(node, lowest);
    if (lowest === own) found.push(stack.splice(stack.indexOf(node)).toSorted());
    return lowest;
  };
  for (const node of edges.keys()) if (!order.has(node)) visit(node);
  return found;
}

const imports = readImports();

test("reads the imports of the source files", () => {
  expect(imports.size).toBeGreaterThan(500);
  expect(imports.get("server/main.ts")).toContain("server/app.ts");
});

test("has no import cycle between folders, types included", () => {
  expect(cyclesBetween(partOf, imports)).toEqual([]);
});

test("finds a planted cycle between two features, even of types", () => {
  const planted = new Map(imports);
  const [low, high] = ["server/features/journal/act.ts", "server/features/history/routes.ts"];
  planted.set(low, importsOf(low, 'import type { It } from "#server/features/history/routes.ts";'));
  planted.set(high, importsOf(high, 'import { act } from "../journal/act.ts";'));
  expect(cyclesBetween(partOf, planted)).toEqual([
    expect.arrayContaining(["server/features/history", "server/features/journal"]),
  ]);
});

test("has no folder with more than 40 source files", () => {
  const counts = new Map<string, number>();
  for (const file of imports.keys()) counts.set(dirname(file), (counts.get(dirname(file)) ?? 0) + 1);
  expect([...counts].filter(([, count]) => count > 40)).toEqual([]);
});

test("knows every folder that it splits", () => {
  const folders = new Set([...imports.keys()].flatMap((file) => parentsOf(file)));
  expect(SPLIT.filter((folder) => !folders.has(folder))).toEqual([]);
});

function parentsOf(file: string): string[] {
  const parent = relative("", dirname(file)).replaceAll("\\", "/");
  return parent === "" || parent === "." ? [] : [parent, ...parentsOf(parent)];
}
