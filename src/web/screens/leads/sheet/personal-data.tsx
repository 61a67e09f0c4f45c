import type { LeadDetail } from "#shared/contract/lead.ts";
import { IfAllowed } from "#web/acts/if-allowed.tsx";
import { PersonDataActs } from "#web/acts/personal-data/person-data-acts.tsx";
import { LeadSection } from "#web/screens/leads/sheet/lead-section.tsx";

/** For owners: what the person behind a lead may ask for. Without an address there is nobody to look for. */
export function PersonalData({ lead: { email } }: { lead: LeadDetail }) {
  if (email === "") return null;
  return (
    <IfAllowed to="manage">
      <LeadSection title="Personal data">
        <p className="mb-3 text-sm text-muted">
          Everything known about this person, wherever it stands, as a file, or erased for good.
        </p>
        <PersonDataActs email={email} />
      </LeadSection>
    </IfAllowed>
  );
}
