import { useQuery } from "@tanstack/react-query";
import { Link } from "react-router";
import type { LeadDetail } from "#shared/contract/leads/lead.ts";
import { leadTitle } from "#shared/lead-title.ts";
import { companyQuery } from "#web/api/leads/companies.ts";
import { formatTotalOf } from "#web/format/number.ts";
import { paths } from "#web/paths.ts";
import { OPENED_HERE } from "#web/screens/leads/leads-address.ts";
import { statusWord } from "#web/screens/leads/lead-words.ts";
import { LeadSection } from "#web/screens/leads/sheet/lead-section.tsx";
import { Truncate } from "#web/ui/truncate.tsx";

interface ColleaguesProps {
  lead: LeadDetail;
  companyKey: string;
  /** Query string of the list's URL, kept in links to other leads. */
  search: string;
}

/** The best other leads of the lead's company, and a link to all. Hidden if there are none. */
export function Colleagues({ lead, companyKey, search }: ColleaguesProps) {
  const { data: company } = useQuery(companyQuery(companyKey));
  if (company === undefined || company.count < 2) return null;
  const others = company.leads.filter(({ id }) => id !== lead.id);
  return (
    <LeadSection title={`Also at ${company.name}`}>
      <ul className="flex flex-col gap-3">
        {others.slice(0, company.leads.length - 1).map((other) => (
          <li key={other.id} className="min-w-0">
            <Link
              to={paths.lead(other.id, search)}
              state={OPENED_HERE}
              className="block rounded-sm font-semibold text-link hover:underline touch:pt-3 touch:pb-2"
            >
              <Truncate text={leadTitle({ ...other, company: company.name })} />
            </Link>
            <p className="text-sm text-muted wrap-anywhere">
              {[other.title, statusWord(other.status), `score ${other.score}`].filter(Boolean).join(" · ")}
            </p>
          </li>
        ))}
      </ul>
      <p className="mt-3 text-sm">
        <Link
          to={paths.leads({ company: companyKey })}
          className="rounded-sm text-link underline underline-offset-2 touch:inline-block touch:py-3"
        >
          Show {formatTotalOf(company, "lead")}
        </Link>
      </p>
    </LeadSection>
  );
}
