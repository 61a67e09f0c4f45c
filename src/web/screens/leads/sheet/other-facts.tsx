import { useQuery } from "@tanstack/react-query";
import type { LeadDetail } from "#shared/contract/lead.ts";
import { provenanceQuery } from "#web/api/lead-provenance.ts";
import { LeadSection } from "#web/screens/leads/sheet/lead-section.tsx";

/** What sources said that has no field of its own; other values of a field stand where that one's come from. */
export function OtherFacts({ lead }: { lead: LeadDetail }) {
  const { data } = useQuery(provenanceQuery(lead.id));
  const others = Object.values(data ?? {}).flatMap((field) => field.others);
  const facts = lead.facts.filter(
    ({ name, value }) =>
      !others.some((other) => other.origin !== null && other.factName === name && other.value === value),
  );
  if (facts.length === 0) return null;
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
