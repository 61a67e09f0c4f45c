import { useMutation } from "@tanstack/react-query";
import type { EmailCorrection, ProcessedEmail } from "#shared/contract/mailbox.ts";
import { detailOf } from "#web/api/api-error.ts";
import { correctEmail } from "#web/api/mailbox.ts";
import { Button } from "#web/ui/button.tsx";
import { ReasonList } from "#web/ui/reason-list.tsx";
import { toast } from "#web/ui/toast-store.ts";

/** Why a message was judged so, and the correction, which can be taken back. */
export function EmailReasons({ email: { id, isLead, reason, reasons, correction, kind } }: { email: ProcessedEmail }) {
  const { mutateAsync, isPending } = useMutation(correctEmail);
  const correct = async (next: EmailCorrection | null): Promise<void> => {
    try {
      await mutateAsync({ id, correction: next });
      toast.success(
        next === null ? "Correction undone" : "Correction saved. Similar messages are judged accordingly.",
        next === null ? undefined : { label: "Undo", onSelect: () => void correct(null) },
      );
    } catch (error) {
      toast.error("Failed to save the correction", detailOf(error));
    }
  };
  return (
    <div className="flex flex-col gap-3">
      <p className="wrap-anywhere">{reason || "No reason was recorded."}</p>
      {reasons.length > 0 && <ReasonList reasons={reasons} />}
      {kind !== "unreadable" && (
        <div>
          {correction === null ? (
            <Button size="small" busy={isPending} onClick={() => void correct(isLead ? "not_lead" : "lead")}>
              {isLead ? "This is not a lead" : "This is a lead"}
            </Button>
          ) : (
            <Button size="small" busy={isPending} onClick={() => void correct(null)}>
              Undo correction
            </Button>
          )}
        </div>
      )}
    </div>
  );
}
