import { expect, test } from "vitest";
import { DEFAULT_SETTINGS } from "#shared/contract/settings.ts";
import { settingChangeWords } from "#shared/setting-words.ts";

const before = { ...DEFAULT_SETTINGS, qualificationThreshold: 70, retentionDays: 90 };

test.each([
  [{ qualificationThreshold: 60 }, "set the qualification threshold from 70 to 60"],
  [{ autoSync: false, backupOn: false }, "turned off auto-sync, turned off the nightly backup"],
  [{ maxLeadsPerSync: 20_000 }, "set the limit of leads per sync from 100 to 20,000"],
  [{ retentionDays: null }, "turned off the data retention"],
  [{ followUpSignature: "Ann Okafor, ann@acme.example" }, "changed the follow-up signature"],
  [{ inclusionKeywords: ["a secret"] }, "changed the inclusion keywords"],
  [{}, "saved the settings unchanged"],
])("describes %j", (change, words) => {
  expect(settingChangeWords(before, { ...before, ...change })).toBe(words);
});
