import { existsSync, readdirSync, readFileSync } from "node:fs";
import { basename, join } from "node:path";
import { expect, test } from "vitest";
import { importTable } from "../oxlint.config.ts";

const ROOT = join(import.meta.dirname, "..");
const page = readFileSync(join(ROOT, "docs/architecture.md"), "utf8");

/** The rows of the page's table below a line, each part with what it may import. */
function tableUnder(line: string): Map<string, string[]> {
  const [, after = ""] = page.split(`\n${line}\n\n`);
  const [table = ""] = after.split("\n\n");
  const rows = table
    .split("\n")
    .slice(2)
    .map((row) => row.split("|").map((cell) => cell.trim()));
  return new Map(rows.map(([, part = "", cell = ""]) => [part, partsIn(cell)]));
}

/** "store for plain reading, reports; never another" names store and reports. */
function partsIn(cell: string): string[] {
  const [list = ""] = cell.split(";");
  return list
    .split(",")
    .map((part) => part.trim().split(" ")[0] ?? "")
    .filter((part) => part !== "–")
    .toSorted();
}

/** The same for what the lint enforces, with one row for all sources and one for all screens; existing parts only. */
function enforcedOn(side: "server" | "web"): Map<string, string[]> {
  const rows = importTable.filter(({ folder }) => folder.startsWith(`${side}/`) && isThere(folder));
  return new Map(
    rows.map(({ folder, parts }) => {
      const others = parts.filter((part) => part !== "shared" && isThere(part));
      return [nameOf(folder), others.map(nameOf).toSorted()];
    }),
  );
}

function isThere(part: string): boolean {
  return existsSync(join(ROOT, "src", part));
}

/** A part as the page names it: one row for all sources, one for all screens. */
function nameOf(part: string): string {
  return part
    .replace(/^(?:server|web)\//u, "")
    .replace(/^(pipeline\/sources|screens)\/.*$/u, "$1")
    .replace(/\.ts$/u, "");
}

test.each([
  ["server", "On the server:"],
  ["web", "In the page:"],
] as const)("docs/architecture.md describes for %s what the lint enforces", (side, line) => {
  const enforced = enforcedOn(side);
  expect(enforced.size).toBeGreaterThan(5);
  expect(Object.fromEntries(tableUnder(line))).toEqual(Object.fromEntries(enforced));
});

test("docs/architecture.md names every folder of both sides", () => {
  const names = [...enforcedOn("server").keys(), ...enforcedOn("web").keys()].map((name) => name.split("/").at(-1));
  for (const name of names) expect(page).toMatch(new RegExp(`^ {2,}${name}/`, "mu"));
});

/** The paths in the tree on the page, from the indentation of its lines. */
function treePaths(): string[] {
  const [, after = ""] = page.split("\n## The tree\n");
  const [, tree = ""] = after.split("```");
  const parents: string[] = [];
  return tree.split("\n").flatMap((line) => {
    const [, indent = "", named = ""] = /^( *)(\S+(?:,? \S+)*)/u.exec(line) ?? [];
    const depth = indent.length / 2;
    const names = named.split(/,? /u).filter((name) => /[/.]/u.test(name));
    const parent = parents.slice(0, depth).join("");
    parents[depth] = names[0] ?? "";
    return names.map((name) => `${parent}${name}`);
  });
}

/** Names in backticks that contain a slash or end like a file. */
function textPaths(): string[] {
  const quoted = [...page.matchAll(/`([\w./-]+)`/gu)].map(([, path = ""]) => path);
  return quoted.filter((path) => /\w\/|\.(?:tsx?|mjs|md)$/u.test(path));
}

test("docs/architecture.md names only files and folders that exist", () => {
  const files = ["src", "test"].flatMap((folder) =>
    readdirSync(join(ROOT, folder), { recursive: true, encoding: "utf8" }),
  );
  const names = new Set(files.map((file) => basename(file)));
  const paths = [...treePaths(), ...textPaths()];
  expect(paths.length).toBeGreaterThan(150);
  // The page names some files without the folder it named before.
  const isKnown = (path: string): boolean => existsSync(join(ROOT, path)) || names.has(path);
  expect(paths.filter((path) => !isKnown(path))).toEqual([]);
});
