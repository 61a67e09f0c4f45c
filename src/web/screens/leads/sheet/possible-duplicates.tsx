import { Files } from "lucide-react";
import { Link, useNavigate } from "react-router";
import type { LeadDetail } from "#shared/contract/leads/lead.ts";
import { leadTitle } from "#shared/lead-title.ts";
import { useMay } from "#web/api/use-may.ts";
import { useSubjectActions } from "#web/layout/palette/subject-actions.ts";
import { paths } from "#web/paths.ts";
import { OPENED_HERE } from "#web/screens/leads/leads-address.ts";
import { LeadSection } from "#web/screens/leads/sheet/lead-section.tsx";
import { buttonClass } from "#web/ui/button-class.ts";
import { classNames } from "#web/ui/class-names.ts";
import { Truncate } from "#web/ui/truncate.tsx";

interface PossibleDuplicatesProps {
  lead: LeadDetail;
  search: string;
}

export function PossibleDuplicates({ lead, search }: PossibleDuplicatesProps) {
  const duplicates = lead.possibleDuplicates;
  const mayWork = useMay("work");
  const navigate = useNavigate();
  useSubjectActions(
    mayWork
      ? {
          title: leadTitle(lead),
          entries: duplicates.map(({ id, name, email }) => ({
            label: `Compare with ${name || email}`,
            words: "merge duplicate same",
            Icon: Files,
            run: () => void navigate(paths.duplicates({ id: lead.id, otherId: id })),
          })),
        }
      : null,
  );
  return (
    <LeadSection title="Possible duplicates">
      <ul className="flex flex-col gap-3">
        {duplicates.map(({ id, name, email, reason }) => (
          <li key={id} className="min-w-0">
            <Link
              to={paths.lead(id, search)}
              state={OPENED_HERE}
              className="block rounded-sm font-semibold text-link hover:underline touch:pt-3 touch:pb-2"
            >
              <Truncate text={name || email} />
            </Link>
            <p className="text-sm text-muted wrap-anywhere">{[email, reason].filter(Boolean).join(" · ")}</p>
            {mayWork && (
              <Link
                to={paths.duplicates({ id: lead.id, otherId: id })}
                className={classNames(buttonClass("secondary", "small"), "mt-2")}
              >
                Compare and merge<span className="sr-only"> with {name || email}</span>
              </Link>
            )}
          </li>
        ))}
      </ul>
    </LeadSection>
  );
}
