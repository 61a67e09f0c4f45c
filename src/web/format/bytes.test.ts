import { expect, it } from "vitest";
import { formatBytes } from "#web/format/bytes.ts";

it.each([
  [0, /^0 kB$/u],
  [12, /^1 kB$/u],
  [1_000, /^1 kB$/u],
  [999_999, /^1[.,\s]?000 kB$/u],
  [12_440_000, /^12[.,]4 MB$/u],
  [456_700_000, /^457 MB$/u],
  [3_000_000_000_000_000, /^3[.,\s]?000 TB$/u],
])("formats %d bytes", (bytes, words) => {
  expect(formatBytes(bytes)).toMatch(words);
});
