import { isDeepStrictEqual } from "node:util";
import type { Settings } from "#shared/contract/settings.ts";
import { settingWords } from "#shared/setting-words.ts";
import type { Told } from "#server/workflows/journal/act.ts";

/** What the history says of changed settings: "Threshold 30 → 40", or what they are where there are several. */
export function toldOfSettings(before: Settings, after: Settings): Told {
  const keys = (Object.keys(after) as (keyof Settings)[]).filter((key) => !isDeepStrictEqual(before[key], after[key]));
  const changes = keys.map((key) => changeWords(key, before[key], after[key]));
  const [only] = changes;
  if (only !== undefined && changes.length === 1) return { kind: "settings", title: only };
  return { kind: "settings", title: `${changes.length} settings changed`, description: changes.join(", ") };
}

function changeWords(key: keyof Settings, before: Settings[keyof Settings], after: Settings[keyof Settings]): string {
  const name = settingWords(key);
  if (typeof after === "boolean") return `${name} switched ${after ? "on" : "off"}`;
  const [from, to] = [before, after].map((value) => (value === null ? "off" : value));
  return isShort(from) && isShort(to) ? `${name} ${from} → ${to}` : `${name} changed`;
}

/** Lists and long texts would say too much. */
function isShort(value: unknown): value is number | "off" {
  return typeof value === "number" || value === "off";
}
