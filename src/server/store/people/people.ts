import type { Engine } from "#server/store/engine.ts";
import { databasesAside } from "#server/store/backup/databases-aside.ts";
import { erasePerson, type Erased } from "#server/store/people/erase-person.ts";
import { forgetErased } from "#server/store/people/erased-keys.ts";
import { exportPerson, type PersonRecords } from "#server/store/people/export-person.ts";

/** What is stored of people outside, by an e-mail address in its normal form. */
export interface PeopleStore {
  /** All of it, by kind; what is somebody else's only around the address. Throws too_many_records. */
  export(emailKey: string): Promise<PersonRecords>;
  /** Erases all of it and keeps the person out, in one transaction. Throws too_many_records, with nothing changed. */
  erase(emailKey: string, at: string): Promise<Erased>;
  /** Lets somebody who was erased come in again; false when nobody was. */
  readmit(emailKey: string): Promise<boolean>;
  /** The databases that restores set aside beside this one, by name: they still hold whom they held. */
  databasesAside(): Promise<string[]>;
}

export function peopleStore(engine: Engine): PeopleStore {
  return {
    export: (emailKey) => exportPerson(engine, emailKey),
    erase: (emailKey, at) => erasePerson(engine, emailKey, at),
    readmit: (emailKey) => engine.transact(() => forgetErased(engine, emailKey)),
    databasesAside: () => databasesAside(engine),
  };
}
