import { readdirSync } from "node:fs";
import { join } from "node:path";

const EXTENSION = ".winnow-backup";
const NIGHTLY = /^winnow-(\d{4}-\d\d-\d\d)T(\d\d)-(\d\d)-(\d\d)Z\.winnow-backup$/u;

/** A backup beside its name: when it was made, null where the name does not tell. */
export interface NamedBackup {
  name: string;
  at: string | null;
}

/** The name of a nightly backup, which it gets once it is verified. */
export function nightlyName(at: Date): string {
  return `winnow-${at.toISOString().slice(0, 19).replaceAll(":", "-")}Z${EXTENSION}`;
}

/** The backups in a folder, newest name first; none where there is no such folder. */
export function backupsIn(folder: string): NamedBackup[] {
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
    // What is not there or may not be read holds no backup that could be named.
    return [];
  }
}
