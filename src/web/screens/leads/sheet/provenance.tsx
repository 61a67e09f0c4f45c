import { useQuery } from "@tanstack/react-query";
import { ChevronDown } from "lucide-react";
import type { LeadDetail } from "#shared/contract/lead.ts";
import type { FieldProvenance } from "#shared/contract/provenance.ts";
import { fieldWords } from "#shared/field-words.ts";
import { LEAD_TEXT_FIELDS, type LeadTextField } from "#shared/raw-lead.ts";
import { detailOf } from "#web/api/api-error.ts";
import { provenanceQuery } from "#web/api/lead-provenance.ts";
import { LeadSection } from "#web/screens/leads/sheet/lead-section.tsx";
import { OriginPlaceLink } from "#web/screens/leads/sheet/origin-place-link.tsx";
import { originWords } from "#web/screens/leads/sheet/origin-words.ts";
import { OtherValues } from "#web/screens/leads/sheet/other-values.tsx";
import { Popover } from "#web/ui/popover.tsx";
import { RelativeTime } from "#web/ui/relative-time.tsx";
import { Truncate } from "#web/ui/truncate.tsx";

/** Where the value of each field comes from, and the other values that were seen of it, each to be picked instead. */
export function Provenance({ lead }: { lead: LeadDetail }) {
  const { data, error } = useQuery(provenanceQuery(lead.id));
  const known = LEAD_TEXT_FIELDS.flatMap((field) => {
    const told = data?.[field] ?? toldByDetail(lead, field);
    const isTold = (told.value !== "" && told.origin !== null) || told.others.length > 0;
    return isTold ? [{ field, told }] : [];
  });
  if (known.length === 0) return null;
  return (
    <LeadSection title="Where each value comes from">
      <dl className="flex flex-col gap-3">
        {known.map(({ field, told }) => (
          <div key={field} className="flex min-w-0 gap-3 text-sm">
            <dt className="w-24 shrink-0 text-muted">{fieldWords(field)}</dt>
            <dd className="min-w-0 flex-1">
              <Truncate text={told.value} className="text-left" />
              <FieldOrigin leadId={lead.id} field={field} told={told} />
            </dd>
          </div>
        ))}
      </dl>
      {error !== null && data === undefined && (
        <p role="alert" className="mt-3 text-sm text-danger-ink">
          The other values seen could not be loaded. {detailOf(error)}
        </p>
      )}
    </LeadSection>
  );
}

interface FieldOriginProps {
  leadId: string;
  field: LeadTextField;
  told: FieldProvenance;
}

/** The words on a button that shows more: the way there, and the other values. */
function FieldOrigin({ leadId, field, told: { origin, others } }: FieldOriginProps) {
  const label = fieldWords(field).toLowerCase();
  return (
    <Popover
      label={`Where the ${label} comes from`}
      align="start"
      className="w-96"
      trigger={
        <button
          type="button"
          className="-mx-1.5 flex w-[calc(100%+0.75rem)] items-start justify-between gap-1 rounded-md px-1.5 py-0.5 text-left text-muted hover:bg-hover hover:text-ink touch:min-h-11 touch:items-center"
        >
          <span className="min-w-0 wrap-anywhere">
            {origin === null ? (
              "Nobody kept where it came from"
            ) : (
              <>
                {originWords(origin)}, <RelativeTime time={origin.at} style="activity" />
              </>
            )}
            {others.length > 0 && (
              <span className="whitespace-nowrap text-link">
                {" "}
                · {others.length === 1 ? "1 other value" : `${others.length} other values`}
              </span>
            )}
          </span>
          <ChevronDown aria-hidden className="mt-0.5 size-4 shrink-0 touch:mt-0" />
        </button>
      }
    >
      {origin !== null && (
        <p className="text-sm text-muted wrap-anywhere">
          {originWords(origin)}
          {origin.place !== null && (
            <>
              . <OriginPlaceLink place={origin.place} />
            </>
          )}
        </p>
      )}
      {others.length > 0 ? (
        <>
          <h4 className="mt-4 mb-2 font-semibold first:mt-0">Other values seen</h4>
          <OtherValues leadId={leadId} field={field} others={others} />
        </>
      ) : (
        <p className="mt-2 text-sm text-muted">No source and no person has given another {label}.</p>
      )}
    </Popover>
  );
}

/** What the lead itself tells until the rest is there. */
function toldByDetail(lead: LeadDetail, field: LeadTextField): FieldProvenance {
  const origin = lead.provenance[field];
  return {
    value: lead[field],
    origin: origin === undefined ? null : { ...origin, column: null, place: null },
    others: [],
  };
}
