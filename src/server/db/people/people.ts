import type { Engine } from "#server/db/engine/engine.ts";
import { databasesAside } from "#server/db/backup/databases-aside.ts";
import { isBackupRunning } from "#server/db/backup/running-backup.ts";
import { erasePerson } from "#server/db/people/erase-person.ts";
import { forgetErased } from "#server/db/erasure/erased-keys.ts";
import { exportPerson } from "#server/db/people/export-person.ts";

/** Data stored about people outside the team, by normalized email address. */
export function peopleStore(engine: Engine) {
  return {
    /** Exports everything by kind; other people's data only around the address. Throws too_many_records. */
    export: (emailKey: string) => exportPerson(engine, emailKey),
    /**
     * Erases everything and blocks the person from being added again, in one transaction. Throws too_many_records, with
     * nothing changed.
     */
    erase: (emailKey: string, at: string) => erasePerson(engine, emailKey, at),
    /** Allows an erased person to be added again; false when no one with this address was erased. */
    readmit: (emailKey: string) => engine.transact(() => forgetErased(engine, emailKey)),
    /** The names of replaced databases that restores kept: they may still contain people erased since. */
    databasesAside: () => databasesAside(engine),
    /** Whether a backup is running, in any process: it starts over if someone was erased in the meantime. */
    isBackupRunning: () => isBackupRunning(engine),
  };
}
