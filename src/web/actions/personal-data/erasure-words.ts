import type { PersonErasure } from "#shared/contract/person.ts";
import { counted } from "#shared/counted.ts";
import { moment } from "#web/format/moment.ts";

const NAMED = 3;

/** Describes what was erased and where copies remain. `now` is a Unix timestamp in milliseconds. */
export function erasureWords(erasure: PersonErasure, now: number): { description: string; detail: string } {
  const count = Object.values(erasure.erased).reduce((sum, one) => sum + one, 0);
  const kept = `${runningWords(erasure)}${nightlyWords(erasure, now)}${copyWords(erasure.copies)}`;
  if (count === 0) {
    return { description: "No data found for this address", detail: `Sources can no longer add it.${kept}` };
  }
  const records = `${counted(count, "record")} erased or changed.`;
  return { description: "Person erased", detail: `${records}${kept}` };
}

function runningWords({ backupRunning }: PersonErasure): string {
  return backupRunning ? " A backup is running. It starts over if needed and won't include this person." : "";
}

function nightlyWords({ nightlyBackups, backupsUntil }: PersonErasure, now: number): string {
  if (backupsUntil !== null) return ` Older nightly backups are kept until ${moment(backupsUntil, now)}.`;
  if (nightlyBackups === "none") return "";
  return " Nightly backups are off, so older ones stay until you delete them.";
}

function copyWords(copies: readonly string[]): string {
  if (copies.length === 0) return "";
  const more = copies.length > NAMED ? ` and ${copies.length - NAMED} more` : "";
  return ` Delete these older copies yourself: ${copies.slice(0, NAMED).join(", ")}${more}.`;
}
