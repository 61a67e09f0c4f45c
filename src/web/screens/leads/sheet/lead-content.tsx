import { useEffect, useRef } from "react";
import type { LeadDetail } from "#shared/contract/leads/lead.ts";
import { Colleagues } from "#web/screens/leads/company/colleagues.tsx";
import { LazyCompanyWebsite } from "#web/screens/leads/company/lazy-company-website.tsx";
import { ContactDetails } from "#web/screens/leads/sheet/contact-details.tsx";
import { CustomFields } from "#web/screens/leads/sheet/custom-fields.tsx";
import { LeadMessage } from "#web/screens/leads/sheet/lead-message.tsx";
import { LeadNotes } from "#web/screens/leads/sheet/lead-notes.tsx";
import { LeadSection } from "#web/screens/leads/sheet/lead-section.tsx";
import { NextStep } from "#web/screens/leads/sheet/next-step/next-step.tsx";
import { LeadTags } from "#web/screens/leads/sheet/lead-tags.tsx";
import { LeadTimeline } from "#web/screens/leads/sheet/timeline/lead-timeline.tsx";
import { PossibleDuplicates } from "#web/screens/leads/sheet/possible-duplicates.tsx";
import { ScoreExplanation } from "#web/screens/leads/sheet/score/score-explanation.tsx";
import { type MissingInfo, STATUS_DONE } from "#shared/lead-status.ts";
import { AssignedWhy, LeadOwner } from "#web/screens/leads/owner/lead-owner.tsx";
import { LeadStatusMark } from "#web/ui/leads/lead-status-mark.tsx";
import { Score } from "#web/ui/leads/score.tsx";
import { useQuery } from "@tanstack/react-query";
import { provenanceQuery } from "#web/api/leads/lead-provenance.ts";
import { isInMessage } from "#web/screens/leads/sheet/message-of.ts";
import { Circle } from "lucide-react";
import { followUpsQuery } from "#web/api/follow-ups.ts";
import { FollowUps } from "#web/screens/leads/sheet/follow-up/follow-ups.tsx";
import { SuppressedNotice } from "#web/screens/leads/sheet/follow-up/suppressed-notice.tsx";
import type { ApprovalEstimate } from "#shared/contract/learning.ts";
import { LIMITS } from "#shared/limits.ts";
import { useFirst } from "#web/ui/use-first.tsx";
import { ReasonList } from "#web/ui/leads/reason-list.tsx";

interface LeadContentProps {
  lead: LeadDetail;
  /** Query string of the list's URL, kept in links to other leads. */
  search: string;
  showsSources: boolean;
  onShowSources: (shows: boolean) => void;
}

/** In the order of the question "Is this one worth my time?". */
export function LeadContent({ lead, search, showsSources, onShowSources }: LeadContentProps) {
  const content = useRef<HTMLDivElement>(null);
  // The next lead starts at the top.
  useEffect(() => {
    // Chromium returns a promise, which must not become the effect's cleanup.
    content.current?.parentElement?.scrollTo(0, 0);
  }, []);
  return (
    <div ref={content} className="flex flex-col gap-6">
      <LeadState lead={lead} />
      <NextStep lead={lead}>
        <LeadTags lead={lead} />
      </NextStep>
      <LeadMessage lead={lead} />
      <LeadSection title="Why this score">
        <ScoreExplanation explanation={lead.explanation} isScored={lead.processedAt !== null} />
        {lead.learned && <LearnedEstimate estimate={lead.learned} />}
      </LeadSection>
      <ContactDetails lead={lead} showsSources={showsSources} onShowSources={onShowSources} />
      <CustomFields lead={lead} />
      <MissingInformation lead={lead} />
      <OtherFacts lead={lead} />
      {lead.possibleDuplicates.length > 0 && <PossibleDuplicates lead={lead} search={search} />}
      <LeadNotes lead={lead} />
      {/* Below the notes, which must not move while someone types. */}
      {lead.companyKey !== null && (
        <>
          <LazyCompanyWebsite companyKey={lead.companyKey}>
            {(website) => (
              <LeadSection title="Company website">
                <div className="@container">{website}</div>
              </LeadSection>
            )}
          </LazyCompanyWebsite>
          <Colleagues lead={lead} companyKey={lead.companyKey} search={search} />
        </>
      )}
      <LeadTimeline lead={lead} />
    </div>
  );
}

/** The lead's status, who decided it, its score and its owner. */
function LeadState({ lead }: { lead: LeadDetail }) {
  return (
    <div className="flex flex-col gap-1.5">
      <div className="flex flex-wrap items-center gap-x-6 gap-y-2">
        <span className="font-semibold">
          <LeadStatusMark status={lead.status} />
        </span>
        <Score score={lead.score} />
        <span className="text-muted">{decidedBy(lead)}</span>
        <LeadOwner lead={lead} />
      </div>
      <AssignedWhy lead={lead} />
    </div>
  );
}

function decidedBy({ status, statusSetBy, processedAt, timeline }: LeadDetail): string {
  if (statusSetBy === "person") {
    const decision = timeline.find(({ kind, title }) => kind === "status" && title.endsWith(` ${STATUS_DONE[status]}`));
    return decision === undefined ? "Decided manually" : `Decided by ${decision.by === "You" ? "you" : decision.by}`;
  }
  if (processedAt === null) return "Not scored yet";
  return status === "qualified" ? "Qualified by score" : "No decision yet";
}

/** Source data without a field; other values of a field are listed with that field. */
function OtherFacts({ lead }: { lead: LeadDetail }) {
  const { data } = useQuery(provenanceQuery(lead.id));
  const others = Object.values(data ?? {}).flatMap((field) => field.others);
  const facts = lead.facts.filter(
    (fact) =>
      !isInMessage(lead, fact) &&
      !others.some((other) => other.origin !== null && other.factName === fact.name && other.value === fact.value),
  );
  const [shown, showAll] = useFirst(facts, LIMITS.show.facts, "detail");
  if (facts.length === 0) return null;
  return (
    <LeadSection title="Other details">
      <dl className="flex flex-col gap-3">
        {shown.map(({ name, value }, index) => (
          // Sources may repeat a fact.
          <div key={index}>
            <dt dir="auto" className="text-left text-sm text-muted wrap-anywhere">
              {name}
            </dt>
            <dd dir="auto" className="text-left whitespace-pre-wrap wrap-anywhere">
              {value}
            </dd>
          </div>
        ))}
      </dl>
      {showAll !== null && <div className="mt-3">{showAll}</div>}
    </LeadSection>
  );
}

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
function MissingInformation({ lead }: { lead: LeadDetail }) {
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

/** Approval probability learned from earlier decisions, next to the score. */
function LearnedEstimate({ estimate: { probability, reasons } }: { estimate: ApprovalEstimate }) {
  return (
    <div className="mt-2 flex flex-col gap-1.5">
      <p>
        <span className="font-semibold">{probability}% likely to be approved</span>{" "}
        <span className="text-muted">based on past decisions</span>
      </p>
      {reasons.length > 0 && (
        <ReasonList title="Why?" reasons={reasons.map(({ text, effect }) => ({ text, weight: effect }))} />
      )}
    </div>
  );
}
