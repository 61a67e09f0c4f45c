import type { PersonData, PersonErasure } from "#shared/contract/person.ts";
import { parseEmailAddress } from "#server/intake/email-address.ts";
import { AppError, invalid } from "#server/platform/errors.ts";
import { listBackups } from "#server/workflows/backup/list-backups.ts";
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
  return { erased: counts, backupsUntil: await backupsUntil(workspace, at) };
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

/** Each night one more backup is made and the oldest goes; those made by hand stay where they were put. */
async function backupsUntil(workspace: Workspace, at: Date): Promise<string | null> {
  const [backups, { backupKept }] = await Promise.all([listBackups(workspace), readSettings(workspace)]);
  if (backups.length === 0) return null;
  return new Date(at.getTime() + backupKept * DAY_MILLISECONDS).toISOString();
}
