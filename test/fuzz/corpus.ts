import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

/** Larger files get separate tests; mutated a hundred thousand times they only cost time. */
const LARGEST_SEED = 24_000;

/** The files in a folder of the peer suites with this extension, none over 24 kB; empty where there are none. */
export function seedsOfSuite(folder: string, ending: RegExp): Buffer[] {
  const suites = process.env["PEER_SUITES"];
  if (suites === undefined || !existsSync(join(suites, folder))) return [];
  return filesUnder(join(suites, folder), ending);
}

function filesUnder(folder: string, ending: RegExp): Buffer[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && ending.test(entry.name))
    .map((entry) => join(entry.parentPath, entry.name))
    .toSorted()
    .map((path) => readFileSync(path))
    .filter(({ length }) => length <= LARGEST_SEED);
}

/** Texts as seeds. */
export function textSeeds(...texts: readonly string[]): Buffer[] {
  return texts.map((text) => Buffer.from(text));
}

/** Word lists separated by a broken bar, since their words contain every other character. */
export function wordList(...lists: readonly string[]): string[] {
  return lists.flatMap((list) => list.split("¦"));
}
