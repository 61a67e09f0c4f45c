import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import { Link } from "react-router";
import type { EmailAnalysis, EmailCorrection } from "#shared/contract/mailbox.ts";
import { IfAllowed } from "#web/acts/if-allowed.tsx";
import { detailOf } from "#web/api/api-error.ts";
import { correctEmail } from "#web/api/mailbox.ts";
import { paths } from "#web/paths.ts";
import { buttonClass } from "#web/ui/button-class.ts";
import { Button } from "#web/ui/button.tsx";
import { Card } from "#web/ui/card.tsx";
import { Confidence } from "#web/ui/confidence.tsx";
import { ReasonList } from "#web/ui/reason-list.tsx";
import { Status } from "#web/ui/status.tsx";
import { toast } from "#web/ui/toast-store.ts";

const FIELDS = [
  ["name", "Name"],
  ["company", "Company"],
  ["title", "Job title"],
  ["email", "Email"],
  ["phone", "Phone"],
  ["subject", "Subject"],
] as const;

/** What the analysis made of the pasted text, why, and the way to say that it is wrong. */
export function AnalysisResult({ analysis }: { analysis: EmailAnalysis }) {
  const [{ isLead, confidence, reason, reasons, leadId, correction }, setShown] = useState({
    ...analysis,
    correction: null as EmailCorrection | null,
  });
  const { mutateAsync, isPending } = useMutation(correctEmail);
  const found = FIELDS.filter(([field]) => analysis[field] !== "");
  const correct = async (next: EmailCorrection | null): Promise<void> => {
    try {
      const { data: email } = await mutateAsync({ id: analysis.emailId, correction: next });
      setShown({ ...analysis, ...email });
    } catch (error) {
      toast.error("Failed to save the correction", detailOf(error));
    }
  };
  return (
    <Card
      title="Analysis"
      actions={
        <div className="flex flex-wrap gap-2">
          {leadId !== null && (
            <Link to={paths.lead(leadId)} className={buttonClass("secondary", "small")}>
              View Lead
            </Link>
          )}
          <IfAllowed to="work">
            <Button
              size="small"
              busy={isPending}
              onClick={() => void correct(correction === null ? (isLead ? "not_lead" : "lead") : null)}
            >
              {correction !== null ? "Undo correction" : isLead ? "This is not a lead" : "This is a lead"}
            </Button>
          </IfAllowed>
        </div>
      }
    >
      <div className="flex flex-col gap-4">
        <div className="flex flex-wrap items-center gap-x-6 gap-y-2">
          <Status tone={isLead ? "success" : "neutral"}>{isLead ? "Lead Detected" : "Not a Lead"}</Status>
          <Confidence value={confidence} />
        </div>
        <p className="wrap-anywhere">{reason}</p>
        {found.length > 0 && (
          <dl className="grid gap-x-6 gap-y-1.5 text-sm sm:grid-cols-2">
            {found.map(([field, label]) => (
              <div key={field} className="flex min-w-0 gap-2">
                <dt className="w-20 shrink-0 text-muted">{label}</dt>
                <dd dir="auto" className="min-w-0 text-left wrap-anywhere">
                  {analysis[field]}
                </dd>
              </div>
            ))}
          </dl>
        )}
        {reasons.length > 0 && <ReasonList reasons={reasons} />}
      </div>
    </Card>
  );
}
