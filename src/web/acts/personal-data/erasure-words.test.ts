import { expect, it } from "vitest";
import type { PersonErasure } from "#shared/contract/person.ts";
import { erasureWords } from "#web/acts/personal-data/erasure-words.ts";

const NOW = Date.parse("2026-05-01T12:00:00.000Z");
const NOWHERE: PersonErasure = { erased: {}, nightlyBackups: "none", backupsUntil: null, copies: [] };

it.each<[Partial<PersonErasure>, string, string]>([
  [{}, "Nothing was known about this address", "It is kept out from now on."],
  [{ erased: { Leads: 1 } }, "The person was erased", "1 record was erased or changed."],
  [
    {
      erased: { Leads: 1, Messages: 3 },
      nightlyBackups: "rotated",
      backupsUntil: "2026-05-08T12:00:00.000Z",
      copies: ["a.db"],
    },
    "The person was erased",
    "4 records were erased or changed. Nightly backups made before are kept until May 8. Remove by hand what else was made before: a.db.",
  ],
  [
    { nightlyBackups: "not_rotated", copies: ["a", "b", "c", "d", "e"] },
    "Nothing was known about this address",
    "It is kept out from now on. Nightly backups made before stay until you remove them, because none is made at present that would. Remove by hand what else was made before: a, b, c and 2 more.",
  ],
])("says what became of %o", (erasure, description, detail) => {
  expect(erasureWords({ ...NOWHERE, ...erasure }, NOW)).toEqual({ description, detail });
});
