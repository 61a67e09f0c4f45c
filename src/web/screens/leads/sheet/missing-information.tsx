import { useQuery } from "@tanstack/react-query";
import { Circle } from "lucide-react";
import type { LeadDetail } from "#shared/contract/leads/lead.ts";
import type { MissingInfo } from "#shared/lead-status.ts";
import { followUpsQuery } from "#web/api/follow-ups.ts";
import { FollowUps } from "#web/screens/leads/sheet/follow-up/follow-ups.tsx";
import { SuppressedNotice } from "#web/screens/leads/sheet/follow-up/suppressed-notice.tsx";
import { LeadSection } from "#web/screens/leads/sheet/lead-section.tsx";

const WORDS: Record<MissingInfo, string> = {
  email: "Email address",
  phone: "Phone number",
  company: "Company",
  need: "What they need",
};

const STATES: Partial<Record<LeadDetail["qualificationStatus"], string>> = {
  in_progress: "A follow-up question is open.",
  complete: "Ready for a first conversation.",
};

/** What sales would still have to find out, and the questions about it. Hidden once there is nothing to ask. */
export function MissingInformation({ lead }: { lead: LeadDetail }) {
  const { data: questions = [] } = useQuery(followUpsQuery(lead.id));
  const { missingInfo } = lead;
  if (missingInfo.length === 0 && questions.length === 0) return <SuppressedNotice leadId={lead.id} />;
  return (
    <LeadSection title="Missing information">
      {STATES[lead.qualificationStatus] !== undefined && (
        <p className="mb-3 text-muted">{STATES[lead.qualificationStatus]}</p>
      )}
      {missingInfo.length > 0 && (
        <ul className="flex flex-col gap-2">
          {missingInfo.map((what) => (
            <li key={what} className="flex items-center gap-2.5">
              <Circle aria-hidden className="size-4 shrink-0 text-muted" />
              <span>{WORDS[what]}</span>
              <span className="text-sm text-muted">missing</span>
            </li>
          ))}
        </ul>
      )}
      <FollowUps lead={lead} />
    </LeadSection>
  );
}
