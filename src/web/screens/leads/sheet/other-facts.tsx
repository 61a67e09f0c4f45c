import type { LeadDetail } from "#shared/contract/lead.ts";
import { LeadSection } from "#web/screens/leads/sheet/lead-section.tsx";

/** What sources said that has no field of its own. */
export function OtherFacts({ facts }: { facts: LeadDetail["facts"] }) {
  return (
    <LeadSection title="Other facts">
      <dl className="flex flex-col gap-3">
        {facts.map(({ name, value }, index) => (
          // A source may say the same twice.
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
    </LeadSection>
  );
}
