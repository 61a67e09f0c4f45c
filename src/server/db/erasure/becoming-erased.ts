import type { Engine } from "#server/db/engine/engine.ts";
import { erasedAmong, type PersonKey } from "#server/db/erasure/erased-keys.ts";
import type { ChangedLead } from "#server/db/leads/lead-rows.ts";
import type { Work } from "#server/db/engine/sql.ts";

/** Returns the changes that would give a lead the identity of an erased person, by the same matching as intake. */
export function* becomingErased<C extends ChangedLead>(engine: Engine, changes: readonly C[]): Work<Set<C>> {
  const comers = changes.flatMap((change) => newKeysOf(change).map((key) => ({ ...key, change })));
  return new Set((yield* erasedAmong(engine, comers)).map(({ change }) => change));
}

/** The identifying keys a change adds. Colleagues share phones, so a phone only identifies a lead without an email. */
function newKeysOf({ before, after }: ChangedLead): PersonKey[] {
  if (after.emailKey !== null) {
    return after.emailKey === before.emailKey ? [] : [{ kind: "email", key: after.emailKey }];
  }
  if (after.phoneKey === null || after.phoneKey === before.phoneKey) return [];
  return [{ kind: "phone", key: after.phoneKey }];
}
