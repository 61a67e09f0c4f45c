import { readdirSync } from "node:fs";
import { join } from "node:path";

const EXTENSION = ".winnow-backup";
const NIGHTLY = /^winnow-(\d{4}-\d\d-\d\d)T(\d\d)-(\d\d)-(\d\d)Z\.winnow-backup$/u;

/** Name of a nightly backup, assigned once it is verified. */
export function nightlyName(at: Date): string {
  return `winnow-${at.toISOString().slice(0, 19).replaceAll(":", "-")}Z${EXTENSION}`;
}

/** The backups in a folder, newest name first; empty when the folder doesn't exist. */
export function backupsIn(folder: string) {
  return namesIn(folder)
    .filter((name) => name.endsWith(EXTENSION))
    .toSorted()
    .toReversed()
    .map((name) => {
      const [, day, hour, minute, second] = NIGHTLY.exec(name) ?? [];
      return { name, at: day === undefined ? null : `${day}T${hour}:${minute}:${second}.000Z` };
    });
}

/** The path of the newest nightly backup in a folder; null when there is none. */
export function newestNightlyBackup(folder: string): string | null {
  const newest = backupsIn(folder).find(({ at }) => at !== null);
  return newest === undefined ? null : join(folder, newest.name);
}

function namesIn(folder: string): string[] {
  try {
    return readdirSync(folder);
  } catch {
    // A missing or unreadable folder counts as empty.
    return [];
  }
}
