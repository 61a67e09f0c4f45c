import type { FieldProvenance } from "#shared/contract/leads/provenance.ts";
import type { LeadTextField } from "#shared/lead-fields.ts";
import { IfAllowed } from "#web/actions/if-allowed.tsx";
import { useAction } from "#web/actions/use-action.ts";
import { pickValue } from "#web/api/leads/lead-provenance.ts";
import { OriginPlaceLink } from "#web/screens/leads/sheet/origin-place-link.tsx";
import { originWords } from "#web/screens/leads/sheet/origin-words.ts";
import { Button } from "#web/ui/button.tsx";
import { PopoverClose } from "#web/ui/overlays/popover.tsx";
import { RelativeTime } from "#web/ui/relative-time.tsx";

interface OtherValuesProps {
  leadId: string;
  field: LeadTextField;
  others: FieldProvenance["others"];
}

/** Other values seen for a field, each with a button to use it. */
export function OtherValues({ leadId, field, others }: OtherValuesProps) {
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
