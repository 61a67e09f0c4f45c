import type { EmailVerdict } from "#shared/contract/mailbox.ts";
import { Status, type StatusTone } from "#web/ui/status.tsx";

const LOOKS: Record<EmailVerdict, { tone: StatusTone; word: string }> = {
  lead: { tone: "success", word: "Lead Detected" },
  review: { tone: "warning", word: "Needs review" },
  not_lead: { tone: "neutral", word: "Not a Lead" },
};

export function EmailVerdictMark({ verdict }: { verdict: EmailVerdict }) {
  const { tone, word } = LOOKS[verdict];
  return <Status tone={tone}>{word}</Status>;
}
