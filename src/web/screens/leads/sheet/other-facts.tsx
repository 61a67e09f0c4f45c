import { useQuery } from "@tanstack/react-query";
import type { LeadDetail } from "#shared/contract/leads/lead.ts";
import { provenanceQuery } from "#web/api/leads/lead-provenance.ts";
import { isInMessage } from "#web/screens/leads/sheet/message-of.ts";
import { LeadSection } from "#web/screens/leads/sheet/lead-section.tsx";

/** Source data without a field; other values of a field are listed with that field. */
export function OtherFacts({ lead }: { lead: LeadDetail }) {
  const { data } = useQuery(provenanceQuery(lead.id));
  const others = Object.values(data ?? {}).flatMap((field) => field.others);
  const facts = lead.facts.filter(
    (fact) =>
      !isInMessage(lead, fact) &&
      !others.some((other) => other.origin !== null && other.factName === fact.name && other.value === fact.value),
  );
  if (facts.length === 0) return null;
  return (
    <LeadSection title="Other details">
      <dl className="flex flex-col gap-3">
        {facts.map(({ name, value }, index) => (
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
    </LeadSection>
  );
}
