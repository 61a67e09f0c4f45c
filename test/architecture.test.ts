import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { importTable } from "../oxlint.config.ts";

const ROOT = join(import.meta.dirname, "..");
const page = readFileSync(join(ROOT, "docs/architecture.md"), "utf8");

/** The rows of the page's table under a line, each part with what it may import. */
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

/** The same of what the lint enforces, one row for all sources and one for all screens; only of parts that are there. */
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

function nameOf(part: string): string {
  return part.split("/")[1]?.replace(/\.ts$/u, "") ?? part;
}

test.each([
  ["server", "On the server:"],
  ["web", "In the page:"],
] as const)("docs/architecture.md says of %s what the lint enforces", (side, line) => {
  const enforced = enforcedOn(side);
  expect(enforced.size).toBeGreaterThan(5);
  expect(Object.fromEntries(tableUnder(line))).toEqual(Object.fromEntries(enforced));
});

test("docs/architecture.md names every folder of both sides", () => {
  const names = [...enforcedOn("server").keys(), ...enforcedOn("web").keys()];
  for (const name of names) expect(page).toMatch(new RegExp(`^ {2}${name}/`, "mu"));
});
