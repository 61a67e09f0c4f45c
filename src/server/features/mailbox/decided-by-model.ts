import type { ProcessedEmailRecord } from "#server/db/sources/processed-emails.ts";

/** Whether the language model decided a message's verdict. */
export function isDecidedByModel({
  verdict,
  modelReading,
}: Pick<ProcessedEmailRecord, "verdict" | "modelReading">): boolean {
  return verdict !== "review" && modelReading?.outcome === verdict;
}
