import type { Replay } from "#shared/contract/replay.ts";
import { formatCounted } from "#web/format/number.ts";

/** Summarizes a reread of raw input. */
export function replayWords(replay: Replay): string {
  const { state, message, applied, left, leadsChanged, changes, rowsRead, rowsUnreadable } = replay;
  const sentences: string[] = [];
  if (state === "interrupted") sentences.push(message);
  if (applied > 0 || left > 0) {
    sentences.push(`${formatCounted(applied, "lead")} updated.`);
    if (left > 0)
      sentences.push(
        `${formatCounted(left, "lead")} changed in the meantime and ${left === 1 ? "was" : "were"} skipped.`,
      );
  } else if (state !== "interrupted") {
    sentences.push(
      leadsChanged === 0
        ? "No changes found."
        : `${formatCounted(changes, "change")} found in ${formatCounted(leadsChanged, "lead")}.`,
    );
  }
  if (state === "ready" && message !== "") sentences.push(message);
  if (rowsRead !== null) sentences.push(`${formatCounted(rowsRead, "row")} reprocessed.`);
  if (rowsUnreadable !== null && rowsUnreadable > 0)
    sentences.push(`${formatCounted(rowsUnreadable, "row")} can't be reprocessed.`);
  return sentences.join(" ");
}
