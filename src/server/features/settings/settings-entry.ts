import { isDeepStrictEqual } from "node:util";
import type { Settings } from "#shared/contract/settings.ts";
import { settingWords } from "#shared/setting-words.ts";
import type { ActionEntry } from "#server/features/journal/act.ts";

/** The history entry of changed settings: "Threshold 30 → 40", or their names if there are several. */
export function settingsEntry(before: Settings, after: Settings): ActionEntry {
  const keys = (Object.keys(after) as (keyof Settings)[]).filter((key) => !isDeepStrictEqual(before[key], after[key]));
  const changes = keys.map((key) => changeWords(key, before[key], after[key]));
  const [only] = changes;
  if (only !== undefined && changes.length === 1) return { kind: "settings", title: only };
  return { kind: "settings", title: `${changes.length} settings changed`, description: changes.join(", ") };
}

function changeWords(key: keyof Settings, before: Settings[keyof Settings], after: Settings[keyof Settings]): string {
  const name = settingWords(key);
  if (typeof after === "boolean") return `${name} turned ${after ? "on" : "off"}`;
  const [from, to] = [before, after].map((value) => (value === null ? "off" : value));
  return isShort(from) && isShort(to) ? `${name} ${from} → ${to}` : `${name} changed`;
}

/** Lists and long texts don't fit. */
function isShort(value: unknown): value is number | "off" {
  return typeof value === "number" || value === "off";
}
