import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { Link } from "react-router";
import type { EmailAnalysis, EmailCorrection } from "#shared/contract/mailbox.ts";
import { fieldWords } from "#shared/field-words.ts";
import { IfAllowed } from "#web/actions/if-allowed.tsx";
import { useAction } from "#web/actions/use-action.ts";
import { leadQuery } from "#web/api/leads/leads.ts";
import { correctEmail } from "#web/api/mailbox.ts";
import { reasonsOf } from "#web/format/email-reasons.ts";
import { paths } from "#web/paths.ts";
import { MissingContact } from "#web/screens/lead-scraper/missing-contact.tsx";
import { buttonClass } from "#web/ui/button-class.ts";
import { Card } from "#web/ui/card.tsx";
import { Confidence } from "#web/ui/leads/confidence.tsx";
import { CorrectionButtons } from "#web/ui/leads/correction-buttons.tsx";
import { EmailVerdictMark } from "#web/ui/leads/email-verdict-mark.tsx";
import { Why } from "#web/ui/leads/why.tsx";

const FIELDS = ["name", "company", "title", "email", "phone", "subject"] as const;

/** The analysis of the pasted text, with ways to correct it and fill in missing details. */
export function AnalysisResult({ analysis }: { analysis: EmailAnalysis }) {
  const [shown, setShown] = useState({ ...analysis, correction: null as EmailCorrection | null });
  const { verdict, confidence, leadId } = shown;
  const { data: lead } = useQuery({ ...leadQuery(leadId ?? ""), enabled: leadId !== null });
  const { run, isPending } = useAction(correctEmail);
  const correct = (correction: EmailCorrection | null): Promise<boolean> =>
    run(
      { params: { id: analysis.emailId }, body: { correction } },
      { failed: "Failed to save the correction", onDone: ({ data }) => setShown({ ...analysis, ...data }) },
    );
  // Includes details filled in since.
  const contact = { email: analysis.email || lead?.email || "", phone: analysis.phone || lead?.phone || "" };
  const found = FIELDS.map((field) => ({
    field,
    label: field === "subject" ? "Subject" : fieldWords(field),
    value: { ...analysis, ...contact }[field],
  })).filter(({ value }) => value !== "");
  return (
    <Card
      title="Analysis"
      actions={
        <div className="flex flex-wrap gap-2">
          {leadId !== null && (
            <Link to={paths.lead(leadId)} className={buttonClass("secondary", "small")}>
              View lead
            </Link>
          )}
          <IfAllowed to="work">
            <CorrectionButtons
              verdict={verdict}
              correction={shown.correction}
              busy={isPending}
              onCorrect={(next) => void correct(next)}
            />
          </IfAllowed>
        </div>
      }
    >
      <div className="flex flex-col gap-4">
        <div className="flex flex-wrap items-center gap-x-6 gap-y-2">
          <EmailVerdictMark verdict={verdict} />
          <Confidence value={confidence} />
        </div>
        <Why reasons={reasonsOf(shown)} />
        {found.length > 0 && (
          <dl className="grid gap-x-6 gap-y-1.5 text-sm sm:grid-cols-2">
            {found.map(({ field, label, value }) => (
              <div key={field} className="flex min-w-0 gap-2">
                <dt className="w-20 shrink-0 text-muted">{label}</dt>
                <dd dir="auto" className="min-w-0 text-left wrap-anywhere">
                  {value}
                </dd>
              </div>
            ))}
          </dl>
        )}
        {verdict === "lead" && lead !== undefined && (
          <IfAllowed to="work">
            <MissingContact lead={lead} />
          </IfAllowed>
        )}
      </div>
    </Card>
  );
}
