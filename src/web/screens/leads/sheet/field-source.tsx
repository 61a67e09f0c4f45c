import { useQuery } from "@tanstack/react-query";
import { ChevronDown, Waypoints } from "lucide-react";
import type { LeadDetail } from "#shared/contract/leads/lead.ts";
import type { FieldProvenance } from "#shared/contract/leads/provenance.ts";
import { fieldNoun } from "#shared/field-words.ts";
import type { LeadTextField } from "#shared/lead-fields.ts";
import { pickValue, provenanceQuery } from "#web/api/leads/lead-provenance.ts";
import { formatCounted } from "#web/format/number.ts";
import { OriginPlaceLink } from "#web/screens/leads/sheet/origin-place-link.tsx";
import { originWords } from "#web/screens/leads/sheet/origin-words.ts";
import { classNames } from "#web/ui/class-names.ts";
import { IconButton } from "#web/ui/icon-button.tsx";
import { Popover, PopoverClose } from "#web/ui/overlays/popover.tsx";
import { RelativeTime } from "#web/ui/relative-time.tsx";
import { IfAllowed } from "#web/actions/if-allowed.tsx";
import { useAction } from "#web/actions/use-action.ts";
import { Button } from "#web/ui/button.tsx";

export interface FieldSources {
  /** Null if nothing is known. */
  of: (field: LeadTextField) => FieldProvenance | null;
  /** Set if only what the lead itself says is known. */
  error: Error | null;
}

/** Where each field's value comes from. */
export function useFieldSources(lead: LeadDetail): FieldSources {
  const { data, error } = useQuery(provenanceQuery(lead.id));
  return {
    of: (field) => {
      const source = data?.[field] ?? fromDetail(lead, field);
      return source.origin === null && source.others.length === 0 ? null : source;
    },
    error: data === undefined ? error : null,
  };
}

interface FieldSourceProps {
  leadId: string;
  field: LeadTextField;
  source: FieldProvenance | null;
  /** As a line of text; otherwise an icon that appears with the row's other buttons, with the text as its tooltip. */
  isOpen: boolean;
}

/** Where a value comes from, with a popover for its location and other values. */
export function FieldSource({ leadId, field, source, isOpen }: FieldSourceProps) {
  if (source === null) return null;
  const { origin, others } = source;
  const noun = fieldNoun(field);
  const words = origin === null ? "Unknown source" : originWords(origin);
  const more = others.length === 0 ? "" : formatCounted(others.length, "other value");
  return (
    <Popover
      label={`Where the ${noun} comes from`}
      align={isOpen ? "start" : "end"}
      className="w-96"
      trigger={
        isOpen ? (
          <button
            type="button"
            title={origin?.span ?? undefined}
            className="-mx-1.5 flex items-start gap-1 rounded-md px-1.5 py-0.5 text-left text-sm text-muted hover:bg-hover hover:text-ink touch:min-h-11 touch:items-center"
          >
            <span className="min-w-0 wrap-anywhere">
              {words}
              {origin !== null && (
                <>
                  , <RelativeTime time={origin.at} style="activity" />
                </>
              )}
              {more !== "" && <span className="whitespace-nowrap text-link"> · {more}</span>}
            </span>
            <ChevronDown aria-hidden className="mt-0.5 size-4 shrink-0 touch:mt-0" />
          </button>
        ) : (
          <IconButton
            label={[`Source of ${noun}: ${words}`, more].filter(Boolean).join(" · ")}
            icon={<Waypoints aria-hidden />}
            className={classNames(
              more === ""
                ? "opacity-0 group-hover:opacity-100 focus-visible:opacity-100 data-[state=open]:opacity-100 touch:hidden"
                : "text-link",
            )}
          />
        )
      }
    >
      {origin !== null && (
        <p className="text-sm text-muted wrap-anywhere">
          {words}, <RelativeTime time={origin.at} style="activity" />
          {origin.place !== null && (
            <>
              . <OriginPlaceLink place={origin.place} />
            </>
          )}
        </p>
      )}
      {origin?.span != null && <p className="mt-2 text-sm wrap-anywhere">“{origin.span}”</p>}
      {others.length > 0 ? (
        <>
          <h4 className="mt-4 mb-2 font-semibold first:mt-0">Other values</h4>
          <OtherValues leadId={leadId} field={field} others={others} />
        </>
      ) : (
        <p className="mt-2 text-sm text-muted">No other values for {noun}.</p>
      )}
    </Popover>
  );
}

/** From the lead's detail while the full provenance loads. */
function fromDetail(lead: LeadDetail, field: LeadTextField): FieldProvenance {
  const origin = lead.provenance[field];
  return {
    value: lead[field],
    origin: origin === undefined ? null : { ...origin, column: null, span: null, place: null },
    others: [],
  };
}

interface OtherValuesProps {
  leadId: string;
  field: LeadTextField;
  others: FieldProvenance["others"];
}

/** Other values seen for a field, each with a button to use it. */
function OtherValues({ leadId, field, others }: OtherValuesProps) {
  const { run, isPending } = useAction(pickValue);
  const pick = (value: string): Promise<boolean> =>
    run(
      { params: { id: leadId }, body: { field, value } },
      { done: "Lead updated successfully", failed: "Failed to update lead" },
    );
  return (
    <ul className="flex flex-col gap-3">
      {others.map(({ value, origin, factName }) => (
        <li key={value} className="flex min-w-0 items-start gap-3">
          <div className="min-w-0 flex-1">
            <p dir="auto" className="line-clamp-4 text-left wrap-anywhere">
              {value}
            </p>
            <p className="text-sm text-muted wrap-anywhere">
              {origin === null ? (
                factName !== null && `Stored as “${factName}”`
              ) : (
                <>
                  {originWords(origin)}, <RelativeTime time={origin.at} style="activity" />
                </>
              )}
            </p>
            {origin?.place != null && (
              <p className="text-sm">
                <OriginPlaceLink place={origin.place} />
              </p>
            )}
          </div>
          <IfAllowed to="work">
            <PopoverClose asChild>
              <Button
                size="small"
                busy={isPending}
                aria-label={`Use this: ${value.slice(0, 100)}`}
                onClick={() => void pick(value)}
              >
                Use this
              </Button>
            </PopoverClose>
          </IfAllowed>
        </li>
      ))}
    </ul>
  );
}
