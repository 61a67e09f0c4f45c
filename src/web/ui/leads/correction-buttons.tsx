import { useRef } from "react";
import type { EmailCorrection, EmailVerdict } from "#shared/contract/mailbox.ts";
import { Button } from "#web/ui/button.tsx";

interface CorrectionButtonsProps {
  verdict: EmailVerdict;
  correction: EmailCorrection | null;
  busy: boolean;
  onCorrect: (correction: EmailCorrection | null) => void;
}

/** Marks an email as lead or not a lead, or undoes that. */
export function CorrectionButtons({ verdict, correction, busy, onCorrect }: CorrectionButtonsProps) {
  const first = useRef<HTMLButtonElement>(null);
  const isOpen = correction === null && verdict === "review";
  const next = correction !== null ? null : verdict === "lead" ? "not_lead" : "lead";
  return (
    <>
      <Button
        ref={first}
        size="small"
        variant={isOpen ? "primary" : "secondary"}
        busy={busy}
        onClick={() => onCorrect(next)}
      >
        {next === null ? "Undo correction" : next === "lead" ? "This is a lead" : "This is not a lead"}
      </Button>
      {isOpen && (
        <Button
          size="small"
          busy={busy}
          onClick={() => {
            // The pressed button disappears; the first one offers to undo.
            first.current?.focus();
            onCorrect("not_lead");
          }}
        >
          Mark as not a lead
        </Button>
      )}
    </>
  );
}
