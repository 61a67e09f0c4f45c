import type { PersonErasure } from "#shared/contract/person.ts";
import { moment } from "#web/format/moment.ts";

/** What an erasure did, in words. `now` is in milliseconds since 1970. */
export function erasureWords(
  { erased, backupsUntil }: PersonErasure,
  now: number,
): { description: string; detail: string } {
  const count = Object.values(erased).reduce((sum, one) => sum + one, 0);
  const kept = backupsUntil === null ? "" : ` Nightly backups made before are kept until ${moment(backupsUntil, now)}.`;
  if (count === 0) {
    return { description: "Nothing was known about this address", detail: `It is kept out from now on.${kept}` };
  }
  const records = count === 1 ? "1 record was erased or changed." : `${count} records were erased or changed.`;
  return { description: "The person was erased", detail: `${records}${kept}` };
}
