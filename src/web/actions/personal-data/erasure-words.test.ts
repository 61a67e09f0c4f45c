import { expect, it } from "vitest";
import type { PersonErasure } from "#shared/contract/person.ts";
import { erasureWords } from "#web/actions/personal-data/erasure-words.ts";

const NOW = Date.parse("2026-05-01T12:00:00.000Z");
const NOWHERE: PersonErasure = {
  erased: {},
  nightlyBackups: "none",
  backupsUntil: null,
  backupRunning: false,
  copies: [],
};

it.each<[Partial<PersonErasure>, string, string]>([
  [{}, "No data found for this address", "Sources can no longer add it."],
  [{ erased: { Leads: 1 } }, "Person erased", "1 record erased or changed."],
  [
    {
      erased: { Leads: 1, Messages: 3 },
      nightlyBackups: "rotated",
      backupsUntil: "2026-05-08T12:00:00.000Z",
      copies: ["a.db"],
    },
    "Person erased",
    "4 records erased or changed. Older nightly backups are kept until May 8. Delete these older copies yourself: a.db.",
  ],
  [
    { erased: { Leads: 1 }, backupRunning: true },
    "Person erased",
    "1 record erased or changed. A backup is running. It starts over if needed and won't include this person.",
  ],
  [
    { nightlyBackups: "not_rotated", copies: ["a", "b", "c", "d", "e"] },
    "No data found for this address",
    "Sources can no longer add it. Nightly backups are off, so older ones stay until you delete them. Delete these older copies yourself: a, b, c and 2 more.",
  ],
])("describes %o", (erasure, description, detail) => {
  expect(erasureWords({ ...NOWHERE, ...erasure }, NOW)).toEqual({ description, detail });
});
