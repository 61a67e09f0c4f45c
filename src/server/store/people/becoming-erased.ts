import type { StoredLead } from "#shared/lead-record.ts";
import type { Engine } from "#server/store/engine.ts";
import { erasedAmong, type PersonKey } from "#server/store/people/erased-keys.ts";
import type { Work } from "#server/store/work.ts";

interface Changed {
  before: StoredLead;
  after: StoredLead;
}

/** Those of the changes by which a lead would come to be known as somebody who was erased, as intake would take it for. */
export function* becomingErased<C extends Changed>(engine: Engine, changes: readonly C[]): Work<Set<C>> {
  const comers = changes.flatMap((change) => newKeysOf(change).map((key) => ({ ...key, change })));
  return new Set((yield* erasedAmong(engine, comers)).map(({ change }) => change));
}

/** What a change makes a lead known by. Colleagues share a phone, so one tells who it is only where there is no e-mail. */
function newKeysOf({ before, after }: Changed): PersonKey[] {
  if (after.emailKey !== null) {
    return after.emailKey === before.emailKey ? [] : [{ kind: "email", key: after.emailKey }];
  }
  if (after.phoneKey === null || after.phoneKey === before.phoneKey) return [];
  return [{ kind: "phone", key: after.phoneKey }];
}
