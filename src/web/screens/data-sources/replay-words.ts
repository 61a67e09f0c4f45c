import type { Replay } from "#shared/contract/replay.ts";
import { formatCount } from "#web/format/number.ts";

/** "1 lead", "1,204 leads". */
export function leadsWords(count: number): string {
  return `${formatCount(count)} ${count === 1 ? "lead" : "leads"}`;
}

/** What reading raw input again came to. */
export function replayWords(replay: Replay): string {
  const { state, message, applied, left, leadsChanged, changes, rowsRead, rowsUnreadable } = replay;
  const told: string[] = [];
  if (state === "interrupted") told.push(message);
  if (applied > 0 || left > 0) {
    told.push(`Applied to ${leadsWords(applied)}.`);
    if (left > 0) told.push(`${leadsWords(left)} had changed since and stayed.`);
  } else if (state !== "interrupted") {
    told.push(
      leadsChanged === 0
        ? "Nothing would change."
        : `${leadsWords(leadsChanged)} would change, in ${formatCount(changes)} ${changes === 1 ? "place" : "places"}.`,
    );
  }
  if (state === "ready" && message !== "") told.push(message);
  told.push(`${formatCount(rowsRead)} rows were read again.`);
  if (rowsUnreadable > 0) told.push(`Of ${formatCount(rowsUnreadable)} more too little is kept.`);
  return told.join(" ");
}
