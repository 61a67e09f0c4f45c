import { expect, it } from "vitest";
import { erasureWords } from "#web/acts/personal-data/erasure-words.ts";

const NOW = Date.parse("2026-05-01T12:00:00.000Z");

it.each([
  [{}, null, "Nothing was known about this address", "It is kept out from now on."],
  [{ Leads: 1 }, null, "The person was erased", "1 record was erased or changed."],
  [
    { Leads: 1, Messages: 3 },
    "2026-05-08T12:00:00.000Z",
    "The person was erased",
    "4 records were erased or changed. Nightly backups made before are kept until May 8.",
  ],
])("says what became of %o", (erased, backupsUntil, description, detail) => {
  expect(erasureWords({ erased, backupsUntil }, NOW)).toEqual({ description, detail });
});
