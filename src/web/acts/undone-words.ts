import type { Undone } from "#shared/contract/journal.ts";
import { formatCount } from "#web/format/number.ts";
import type { ToastContent } from "#web/ui/toast-store.ts";

/** What a notice says once an act was taken back, and of an act on many leads for how many it was not, and why. */
export function undoneWords({ kept, goesOn }: Pick<Undone, "kept" | "goesOn">): ToastContent {
  if (goesOn) return { title: "Success", description: "It is being taken back, which may take a while" };
  return { title: "Success", description: "The change was taken back", ...(kept > 0 && { detail: keptWords(kept) }) };
}

function keptWords(kept: number): string {
  const [leads, they, their] = kept === 1 ? ["lead", "it", "its"] : ["leads", "they", "their"];
  return `Not for ${formatCount(kept)} ${leads}: ${they} changed since, or ${their} e-mail address is another lead's by now.`;
}
