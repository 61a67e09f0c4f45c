import type { PersonData, PersonErasure } from "#shared/contract/person.ts";
import { DAY } from "#shared/durations.ts";
import { parseEmailAddress } from "#server/pipeline/intake/email-address.ts";
import { AppError, invalid } from "#server/platform/errors.ts";
import { listBackups } from "#server/features/backups/backup-folder.ts";
import { BACKUP_LATE_MILLISECONDS } from "#server/features/health/work-checks.ts";
import { readSettings } from "#server/db/read-settings.ts";
import type { Workspace } from "#server/workspace.ts";

/**
 * Everything stored about the person with this address, case-insensitive and in any script; may be empty. Throws
 * invalid, or too_many_records if the address is unlikely to be one person's.
 */
export async function readPerson({ store, clock }: Workspace, address: string): Promise<PersonData> {
  const email = keyOf(address);
  return { email, at: clock().toISOString(), records: await store.people.export(email) };
}

/**
 * Erases the person with this address and keeps them out by storing salted hashes of their identifiers. Their data
 * stays in earlier backups until those are rotated away; a running backup starts over without them. Throws like
 * readPerson, with nothing changed.
 */
export async function erasePerson(workspace: Workspace, address: string): Promise<PersonErasure> {
  const { store, clock, feed } = workspace;
  const at = clock();
  const { counts, leadIds } = await store.people.erase(keyOf(address), at.toISOString());
  feed.changed(["leads", "activity", "duplicates", "form-submissions", "imports"], leadIds);
  // Checked before backups are listed: one that ends in between is listed, or was started without the person.
  const backupRunning = await store.people.isBackupRunning();
  return { erased: counts, backupRunning, ...(await whereStill(workspace, at)) };
}

/** Allows an erased person to be added again by any source. Throws not_erased if nobody was erased. */
export async function readmitPerson({ store }: Workspace, address: string): Promise<void> {
  if (await store.people.readmit(keyOf(address))) return;
  throw new AppError("not_erased", 404, "No erased person has this address. Check the spelling.");
}

function keyOf(address: string): string {
  const parsed = parseEmailAddress(address);
  if (parsed === null) throw invalid("email", "Enter a valid email address.");
  return parsed.key;
}

/**
 * Where an erased person's data remains. Nightly backups may be in another process's folder, so those known to the
 * database count too; only files in this process's folder are named.
 */
async function whereStill(workspace: Workspace, at: Date): Promise<Omit<PersonErasure, "erased" | "backupRunning">> {
  const { store } = workspace;
  const [files, { backupOn, backupKept }, last, runs, databases] = await Promise.all([
    listBackups(workspace),
    readSettings(workspace),
    store.schedules.lastSuccess("backup"),
    store.schedules.lastRuns(),
    store.people.databasesAside(),
  ]);
  const copies = [...files.filter(({ verified }) => !verified).map(({ name }) => name), ...databases];
  if (last === null && !files.some(({ verified }) => verified)) {
    return { nightlyBackups: "none", backupsUntil: null, copies };
  }
  const isLate = last === null || at.getTime() - Date.parse(last.finishedAt ?? last.at) > BACKUP_LATE_MILLISECONDS;
  if (!backupOn || isLate || runs.get("backup")?.outcome === "failed") {
    return { nightlyBackups: "not_rotated", backupsUntil: null, copies };
  }
  const until = new Date(at.getTime() + backupKept * DAY).toISOString();
  return { nightlyBackups: "rotated", backupsUntil: until, copies };
}
