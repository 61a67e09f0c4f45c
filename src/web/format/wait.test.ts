import { expect, test } from "vitest";
import { waitInWords } from "#web/format/wait.ts";

test.each([
  [0, "1 second"],
  [0.2, "1 second"],
  [59, "59 seconds"],
  [60, "1 minute"],
  [61, "2 minutes"],
  [900, "15 minutes"],
  [7_140, "119 minutes"],
  [7_141, "2 hours"],
  [7_201, "3 hours"],
])("formats a wait of %d seconds as %s", (seconds, words) => {
  expect(waitInWords(seconds)).toBe(words);
});
