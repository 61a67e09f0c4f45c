import type { EmailAnalysis, ProcessedEmail } from "#shared/contract/mailbox.ts";

/** Reasons for a verdict; unclassified messages only have a sentence. */
export function reasonsOf({ reasons, reason }: Pick<ProcessedEmail | EmailAnalysis, "reasons" | "reason">): string[] {
  if (reasons.length > 0) return reasons.map(({ text }) => text);
  return reason === "" ? [] : [reason];
}
