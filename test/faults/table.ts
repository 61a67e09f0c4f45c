import { readFile, writeFile } from "node:fs/promises";
import { availableParallelism } from "node:os";
import { join } from "node:path";
import type { Outcome } from "#test/faults/fault.ts";

/** A fault on one engine, and its result. */
export interface Row {
  title: string;
  engine: "sqlite" | "postgres";
  result: (Outcome & { failed?: string }) | { failed: string } | { skipped: string };
}

const PAGE = join(import.meta.dirname, "../../docs/reliability.md");
const BEGIN = "<!-- table -->";
const END = "<!-- end of the table -->";
const COLUMNS = ["fault", "engine", "rounds", "acknowledged", "lost", "doubled", "recovered in s"];
const ENGINE_WORDS = { sqlite: "SQLite", postgres: "PostgreSQL" };

/** The rows as a Markdown table. */
export function tableOf(rows: readonly Row[]): string {
  return tableOfCells(rows.map(cellsOfRow));
}

/**
 * Replaces the rows of the same faults in the table of docs/reliability.md, with the date and machine of the
 * measurement.
 */
export async function writeTable(rows: readonly Row[]): Promise<void> {
  const page = await readFile(PAGE, "utf8");
  const [before = "", rest = ""] = page.split(BEGIN);
  const [table = "", after = ""] = rest.split(END);
  // The page is formatted, so that cells are as wide as the widest of their column.
  const known = table
    .split("\n")
    .filter((line) => line.startsWith("|"))
    .map((line) =>
      line
        .split("|")
        .map((cell) => cell.trim())
        .slice(1, -1),
    )
    .filter(([title = ""]) => title !== COLUMNS[0] && !/^-+$/u.test(title));
  const lines = new Map([...known, ...rows.map(cellsOfRow)].map((cells) => [cells.slice(0, 2).join(" on "), cells]));
  const day = new Date().toISOString().slice(0, 10);
  const measured = `Measured last on ${day}, on a machine of ${availableParallelism()} cores, by \`npm run faults -- --write\`.`;
  const all = tableOfCells([...lines.values()]);
  await writeFile(PAGE, `${before}${BEGIN}\n\n${measured}\n\n${all}\n\n${END}${after}`);
}

function tableOfCells(rows: readonly (readonly string[])[]): string {
  return [COLUMNS, COLUMNS.map(() => "---"), ...rows].map((cells) => `| ${cells.join(" | ")} |`).join("\n");
}

function cellsOfRow({ title, engine, result }: Row): string[] {
  return [title, ENGINE_WORDS[engine], ...cellsOf(result)];
}

function cellsOf(result: Row["result"]): string[] {
  if ("skipped" in result) return ["–", "–", "–", "–", `skipped: ${result.skipped}`];
  if (!("rounds" in result)) return ["–", "–", "–", "–", `failed: ${result.failed.split("\n")[0] ?? ""}`];
  const { rounds, acknowledged, lost, doubled, recovery } = result;
  const counts = [rounds, acknowledged, lost, doubled].map((count) => count.toLocaleString("en"));
  return [...counts, recovery.toFixed(1)];
}
