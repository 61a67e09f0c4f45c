import type { Undone } from "#shared/contract/journal.ts";
import { formatCounted } from "#web/format/number.ts";
import type { ToastContent } from "#web/ui/overlays/toast-store.ts";

/** Toast after an undo; for bulk actions, also how many leads were skipped and why. */
export function undoneWords({ kept, goesOn }: Pick<Undone, "kept" | "goesOn">): ToastContent {
  if (goesOn) return { title: "Undoing", description: "This may take a while" };
  return { title: "Undone", ...(kept > 0 && { description: skippedWords(kept) }) };
}

function skippedWords(kept: number): string {
  if (kept === 1) return "1 lead skipped: it has changed since, or its email now belongs to another lead.";
  return `${formatCounted(kept, "lead")} skipped: changed since, or the email now belongs to another lead.`;
}
