import { expect, test } from "vitest";
import { spellingOf } from "./spelling.ts";

test.each([
  ["grosse", "Größe"],
  ["chene", "chêne"],
  ["oak", "oak"],
  ["unknown", "unknown"],
])("%s was written %s", (folded, written) => {
  expect(spellingOf("Welche Größe, chêne massif, oak?")(folded)).toBe(written);
});
