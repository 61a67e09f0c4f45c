import { readFileSync } from "node:fs";

/** The cells of a tab-separated file, read at each request. */
export function cellsOfFile(path: string): () => string[][] {
  return () =>
    readFileSync(path, "utf8")
      .split("\n")
      .map((line) => line.split("\t"));
}
