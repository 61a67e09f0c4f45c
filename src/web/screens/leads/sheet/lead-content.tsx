import { useEffect, useRef } from "react";
import type { LeadDetail } from "#shared/contract/lead.ts";
import { ContactDetails } from "#web/screens/leads/sheet/contact-details.tsx";
import { FollowUps } from "#web/screens/leads/sheet/follow-up/follow-ups.tsx";
import { LeadNotes } from "#web/screens/leads/sheet/lead-notes.tsx";
import { LeadSection } from "#web/screens/leads/sheet/lead-section.tsx";
import { LearnedJudgement } from "#web/screens/leads/sheet/learned-judgement.tsx";
import { LeadStanding } from "#web/screens/leads/sheet/lead-standing.tsx";
import { LeadTimeline } from "#web/screens/leads/sheet/lead-timeline.tsx";
import { MissingInformation } from "#web/screens/leads/sheet/missing-information.tsx";
import { OtherFacts } from "#web/screens/leads/sheet/other-facts.tsx";
import { PersonalData } from "#web/screens/leads/sheet/personal-data.tsx";
import { PossibleDuplicates } from "#web/screens/leads/sheet/possible-duplicates.tsx";
import { Provenance } from "#web/screens/leads/sheet/provenance.tsx";
import { RawInput } from "#web/screens/leads/sheet/raw-input.tsx";
import { ScoreExplanation } from "#web/screens/leads/sheet/score-explanation.tsx";

interface LeadContentProps {
  lead: LeadDetail;
  /** The query part of the list's address, kept by links to other leads. */
  search: string;
}

/** The sheet from top to bottom: who it is, why it scored, what is missing, what is known, what happened. */
export function LeadContent({ lead, search }: LeadContentProps) {
  const content = useRef<HTMLDivElement>(null);
  // The next lead starts at its top, wherever one was reading in the last.
  useEffect(() => {
    // Chromium answers a promise, which must not be taken for the effect's cleanup.
    content.current?.parentElement?.scrollTo(0, 0);
  }, []);
  return (
    <div ref={content} className="flex flex-col gap-6">
      <LeadStanding lead={lead} />
      {lead.learned && <LearnedJudgement judgement={lead.learned} />}
      <ContactDetails lead={lead} />
      <LeadSection title="Why this score">
        <ScoreExplanation explanation={lead.explanation} />
      </LeadSection>
      <LeadSection title="What is missing">
        <MissingInformation lead={lead} />
        <FollowUps lead={lead} />
      </LeadSection>
      <LeadNotes lead={lead} />
      <OtherFacts lead={lead} />
      {lead.possibleDuplicates.length > 0 && (
        <PossibleDuplicates leadId={lead.id} duplicates={lead.possibleDuplicates} search={search} />
      )}
      <Provenance lead={lead} />
      <LeadTimeline items={lead.timeline} />
      <RawInput lead={lead} />
      <PersonalData lead={lead} />
    </div>
  );
}
