import { describe, expect, test } from "vitest";
import { DEFAULT_SETTINGS } from "#shared/contract/settings.ts";
import {
  ConfigurationFields,
  configurationValues,
  type ConfigurationValues,
  DEFAULT_CONFIGURATION,
} from "#web/screens/configuration/configuration-fields.ts";

const values = configurationValues(DEFAULT_SETTINGS);
const messages = (more: Partial<ConfigurationValues>) =>
  ConfigurationFields.safeParse({ ...values, ...more }).error?.issues.map(({ path, message }) => [
    path.join("."),
    message,
  ]);

test("converts settings to form values and back, with and without limits", () => {
  for (const limits of [{}, { maxLeadsPerSync: null, retentionDays: null }]) {
    const settings = { ...DEFAULT_CONFIGURATION, ...limits };
    expect(ConfigurationFields.parse(configurationValues(settings))).toEqual(settings);
  }
});

describe("rejects invalid input at its field", () => {
  test.each<[Partial<ConfigurationValues>, string, string]>([
    [{ qualificationThreshold: "" }, "qualificationThreshold", "Threshold is required"],
    [{ qualificationThreshold: "101" }, "qualificationThreshold", "Threshold must be at most 100"],
    [{ qualificationThreshold: "-1" }, "qualificationThreshold", "Threshold must be at least 0"],
    [{ qualificationThreshold: "29.5" }, "qualificationThreshold", "Threshold must be a whole number"],
    [{ maxLeadsPerSync: { isOn: true, typed: " " } }, "maxLeadsPerSync.typed", "Number of leads is required"],
    [{ maxLeadsPerSync: { isOn: true, typed: "0" } }, "maxLeadsPerSync.typed", "Leads per sync must be at least 1"],
    [{ backupKept: "" }, "backupKept", "Number of backups is required"],
    [{ backupKept: "0" }, "backupKept", "Backups must be at least 1"],
    [{ backupHour: "24" }, "backupHour", "Hour must be at most 23"],
    [{ retentionDays: { isOn: true, typed: "" } }, "retentionDays.typed", "Number of days is required"],
    [{ retentionDays: { isOn: true, typed: "9999" } }, "retentionDays.typed", "Days must be at most 3,650"],
  ])("%j", (more, field, message) => {
    expect(messages(more)).toEqual([[field, message]]);
  });

  test("ignores fields behind a switch that is off", () => {
    expect(messages({ maxLeadsPerSync: { isOn: false, typed: "" } })).toBeUndefined();
  });
});
