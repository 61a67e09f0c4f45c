import type { PersonData, PersonErasure } from "#shared/contract/person.ts";
import { parseEmailAddress } from "#server/intake/email-address.ts";
import { AppError, invalid } from "#server/platform/errors.ts";
import { listBackups } from "#server/workflows/backup/list-backups.ts";
import { BACKUP_LATE_MILLISECONDS } from "#server/workflows/health/work-checks.ts";
import { readSettings } from "#server/workflows/settings/read-settings.ts";
import type { Workspace } from "#server/workflows/workspace.ts";

const DAY_MILLISECONDS = 24 * 3_600_000;

/**
 * Everything stored of the person with this address, whatever its case or script. Without any it is empty, which is an
 * answer too. Throws invalid, or too_many_records where the address is hardly one person's.
 */
export async function readPerson({ store, clock }: Workspace, address: string): Promise<PersonData> {
  const email = keyOf(address);
  return { email, at: clock().toISOString(), records: await store.people.export(email) };
}

/**
 * Erases the person with this address and keeps them out: what they were known by is remembered as salted hashes. Their
 * data stays in backups made before until those are rotated away. Throws as readPerson, with nothing changed.
 */
export async function erasePerson(workspace: Workspace, address: string): Promise<PersonErasure> {
  const { store, clock, feed } = workspace;
  const at = clock();
  const { counts, leadIds } = await store.people.erase(keyOf(address), at.toISOString());
  feed.changed(["leads", "activity", "duplicates", "form-submissions", "imports"], leadIds);
  return { erased: counts, ...(await whereStill(workspace, at)) };
}

/** Lets an erased person come in again, by whatever source tells of them. Throws not_erased where nobody was. */
export async function readmitPerson({ store }: Workspace, address: string): Promise<void> {
  if (await store.people.readmit(keyOf(address))) return;
  throw new AppError("not_erased", 404, "Nobody with this address was erased, so nothing keeps them out.");
}

function keyOf(address: string): string {
  const parsed = parseEmailAddress(address);
  if (parsed === null) throw invalid("email", "This is not an e-mail address.");
  return parsed.key;
}

/**
 * Where an erased person still is. Nightly backups may be in another process's folder, so what the database knows of them
 * counts, too; by name only what is in this one's.
 */
async function whereStill(workspace: Workspace, at: Date): Promise<Omit<PersonErasure, "erased">> {
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
  const until = new Date(at.getTime() + backupKept * DAY_MILLISECONDS).toISOString();
  return { nightlyBackups: "rotated", backupsUntil: until, copies };
}
