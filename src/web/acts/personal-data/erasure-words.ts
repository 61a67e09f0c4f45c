import type { PersonErasure } from "#shared/contract/person.ts";
import { moment } from "#web/format/moment.ts";

const NAMED = 3;

/** What an erasure did, and where the person still is, in words. `now` is in milliseconds since 1970. */
export function erasureWords(erasure: PersonErasure, now: number): { description: string; detail: string } {
  const count = Object.values(erasure.erased).reduce((sum, one) => sum + one, 0);
  const kept = `${nightlyWords(erasure, now)}${copyWords(erasure.copies)}`;
  if (count === 0) {
    return { description: "Nothing was known about this address", detail: `It is kept out from now on.${kept}` };
  }
  const records = count === 1 ? "1 record was erased or changed." : `${count} records were erased or changed.`;
  return { description: "The person was erased", detail: `${records}${kept}` };
}

function nightlyWords({ nightlyBackups, backupsUntil }: PersonErasure, now: number): string {
  if (backupsUntil !== null) return ` Nightly backups made before are kept until ${moment(backupsUntil, now)}.`;
  if (nightlyBackups === "none") return "";
  return " Nightly backups made before stay until you remove them, because none is made at present that would.";
}

function copyWords(copies: readonly string[]): string {
  if (copies.length === 0) return "";
  const more = copies.length > NAMED ? ` and ${copies.length - NAMED} more` : "";
  return ` Remove by hand what else was made before: ${copies.slice(0, NAMED).join(", ")}${more}.`;
}
