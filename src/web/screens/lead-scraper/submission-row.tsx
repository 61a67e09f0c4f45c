import { Link } from "react-router";
import type { FormSubmission, FormType, SubmissionOutcome } from "#shared/contract/form-submission.ts";
import { paths } from "#web/paths.ts";
import { Moment } from "#web/ui/moment.tsx";
import { ScrollRegion } from "#web/ui/scroll-region.tsx";
import { Status, type StatusTone } from "#web/ui/status.tsx";
import { Disclosure } from "#web/ui/disclosure.tsx";

const SERVICES: Record<FormType, string> = {
  typeform: "Typeform",
  google_forms: "Google Forms",
  tally: "Tally",
  webflow: "Webflow",
  facebook: "Facebook lead ads",
  fillout: "Fillout",
  winnow: "Hosted form",
  html: "Web form",
  generic: "Webhook",
};

const OUTCOMES: Record<SubmissionOutcome, { tone: StatusTone; word: string }> = {
  unconfirmed: { tone: "neutral", word: "Not confirmed yet" },
  waiting: { tone: "neutral", word: "Waiting" },
  created: { tone: "success", word: "New lead" },
  updated: { tone: "success", word: "Lead updated" },
  unchanged: { tone: "neutral", word: "No changes" },
  no_contact: { tone: "warning", word: "No contact details" },
  failed: { tone: "danger", word: "Failed" },
};

/** A submission: its form, outcome and content. */
export function SubmissionRow({ submission }: { submission: FormSubmission }) {
  const { formType, formName, leadId, leadName, outcome, reason, isVerified, submittedAt, submissionData } = submission;
  const { tone, word } = OUTCOMES[outcome] ?? { tone: "neutral", word: outcome };
  const service = SERVICES[formType] ?? formType;
  return (
    <li className="flex flex-col gap-1 border-t border-line px-5 py-3 max-md:px-4">
      <div className="flex flex-wrap items-center gap-x-4 gap-y-1">
        <Status tone={tone}>{word}</Status>
        {leadId === null ? (
          leadName !== "" && (
            <span dir="auto" title={leadName} className="min-w-0 truncate">
              {leadName}
            </span>
          )
        ) : (
          <Link
            dir="auto"
            to={paths.lead(leadId)}
            title={leadName}
            className="min-w-0 truncate text-link underline-offset-2 hover:underline"
          >
            {leadName || "View lead"}
          </Link>
        )}
        <span className="ml-auto text-sm text-muted max-md:ml-0">
          {formName === "" ? service : `${formName} · ${service}`}
          {isVerified === true && " · Signature verified"}
          {" · "}
          <Moment time={submittedAt} />
        </span>
      </div>
      {reason !== "" && <p className="text-sm wrap-anywhere text-muted">{reason}</p>}
      <Disclosure small title="Submitted data">
        <ScrollRegion
          label="Submitted data"
          className="mt-2 max-h-64 overflow-auto rounded-md border border-line bg-canvas p-3"
        >
          <pre className="font-mono whitespace-pre-wrap wrap-anywhere">
            {typeof submissionData === "string" ? submissionData : JSON.stringify(submissionData, null, 2)}
          </pre>
        </ScrollRegion>
      </Disclosure>
    </li>
  );
}
