import { useEffect, useRef } from "react";
import type { LeadDetail } from "#shared/contract/leads/lead.ts";
import { Colleagues } from "#web/screens/leads/company/colleagues.tsx";
import { LazyCompanyWebsite } from "#web/screens/leads/company/lazy-company-website.tsx";
import { ContactDetails } from "#web/screens/leads/sheet/contact-details.tsx";
import { CustomFields } from "#web/screens/leads/sheet/custom-fields.tsx";
import { LeadMessage } from "#web/screens/leads/sheet/lead-message.tsx";
import { LeadNotes } from "#web/screens/leads/sheet/lead-notes.tsx";
import { LeadSection } from "#web/screens/leads/sheet/lead-section.tsx";
import { LearnedEstimate } from "#web/screens/leads/sheet/score/learned-estimate.tsx";
import { NextStep } from "#web/screens/leads/sheet/next-step/next-step.tsx";
import { LeadState } from "#web/screens/leads/sheet/lead-state.tsx";
import { LeadTags } from "#web/screens/leads/sheet/lead-tags.tsx";
import { LeadTimeline } from "#web/screens/leads/sheet/timeline/lead-timeline.tsx";
import { MissingInformation } from "#web/screens/leads/sheet/missing-information.tsx";
import { OtherFacts } from "#web/screens/leads/sheet/other-facts.tsx";
import { PossibleDuplicates } from "#web/screens/leads/sheet/possible-duplicates.tsx";
import { ScoreExplanation } from "#web/screens/leads/sheet/score/score-explanation.tsx";

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
