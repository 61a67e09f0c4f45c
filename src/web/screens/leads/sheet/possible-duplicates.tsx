import { Link } from "react-router";
import type { LeadDetail } from "#shared/contract/leads/lead.ts";
import { IfAllowed } from "#web/actions/if-allowed.tsx";
import { paths } from "#web/paths.ts";
import { OPENED_HERE } from "#web/screens/leads/leads-address.ts";
import { LeadSection } from "#web/screens/leads/sheet/lead-section.tsx";
import { buttonClass } from "#web/ui/button-class.ts";
import { classNames } from "#web/ui/class-names.ts";
import { Truncate } from "#web/ui/truncate.tsx";

interface PossibleDuplicatesProps {
  leadId: string;
  duplicates: LeadDetail["possibleDuplicates"];
  search: string;
}

export function PossibleDuplicates({ leadId, duplicates, search }: PossibleDuplicatesProps) {
  return (
    <LeadSection title="Possible duplicates">
      <ul className="flex flex-col gap-3">
        {duplicates.map(({ id, name, email, reason }) => (
          <li key={id} className="min-w-0">
            <Link
              to={paths.lead(id, search)}
              state={OPENED_HERE}
              className="block rounded-sm font-semibold text-link hover:underline"
            >
              <Truncate text={name || email} />
            </Link>
            <p className="text-sm text-muted wrap-anywhere">{[email, reason].filter(Boolean).join(" · ")}</p>
            <IfAllowed to="work">
              <Link
                to={paths.duplicates({ id: leadId, otherId: id })}
                className={classNames(buttonClass("secondary", "small"), "mt-2")}
              >
                Compare and merge<span className="sr-only"> with {name || email}</span>
              </Link>
            </IfAllowed>
          </li>
        ))}
      </ul>
    </LeadSection>
  );
}
