import { useMutation } from "@tanstack/react-query";
import { Link } from "react-router";
import type { EmailCorrection, ProcessedEmail } from "#shared/contract/mailbox.ts";
import { detailOf } from "#web/api/api-error.ts";
import { correctEmail } from "#web/api/mailbox.ts";
import { useMay } from "#web/api/use-may.ts";
import { paths } from "#web/paths.ts";
import { buttonClass } from "#web/ui/button-class.ts";
import { Button } from "#web/ui/button.tsx";
import { Moment } from "#web/ui/moment.tsx";
import { ReasonList } from "#web/ui/reason-list.tsx";
import { toast } from "#web/ui/toast-store.ts";

/** Why a message was judged so, and the correction, which can be taken back. */
export function EmailReasons({ email }: { email: ProcessedEmail }) {
  const { id, from, leadId, leadName, isLead, reason, reasons, correction, kind, date } = email;
  const { mutateAsync, isPending } = useMutation(correctEmail);
  const mayCorrect = useMay("work");
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
      <p className="text-sm wrap-anywhere text-muted">
        <Moment time={date} />
        {from !== "" && `, from ${from}`}
      </p>
      {(kind !== "unreadable" || leadId !== null) && (
        <div className="flex flex-wrap items-center gap-3">
          {mayCorrect && kind !== "unreadable" && (
            <Button
              size="small"
              busy={isPending}
              onClick={() => void correct(correction !== null ? null : isLead ? "not_lead" : "lead")}
            >
              {correction !== null ? "Undo correction" : isLead ? "This is not a lead" : "This is a lead"}
            </Button>
          )}
          {leadId !== null && (
            <Link to={paths.lead(leadId)} className={buttonClass("ghost", "small")}>
              View lead<span className="sr-only"> {leadName}</span>
            </Link>
          )}
        </div>
      )}
    </div>
  );
}
