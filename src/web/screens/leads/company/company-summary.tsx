import { useQuery } from "@tanstack/react-query";
import { LEAD_STATUSES } from "#shared/lead-status.ts";
import { companyQuery } from "#web/api/leads/companies.ts";
import { formatCount, formatTotalOf } from "#web/format/number.ts";
import { CompanySkeleton } from "#web/screens/leads/company/company-skeleton.tsx";
import { statusWord } from "#web/screens/leads/lead-words.ts";
import { LazyCompanyWebsite } from "#web/screens/leads/company/lazy-company-website.tsx";
import { Card } from "#web/ui/card.tsx";
import { Score } from "#web/ui/leads/score.tsx";

/** What is known about the company whose leads are listed. Hidden if nothing is. */
export function CompanySummary({ companyKey }: { companyKey: string }) {
  const { data: company, isPending } = useQuery(companyQuery(companyKey));
  if (isPending) return <CompanySkeleton />;
  if (company === undefined) return null;
  const statuses = LEAD_STATUSES.filter((status) => company.statuses[status] !== undefined);
  const rows: [label: string, text: string][] = [
    [
      "Status",
      statuses
        .map((status) => `${formatCount(company.statuses[status])} ${statusWord(status).toLowerCase()}`)
        .join(", "),
    ],
    ...company.facts.map(({ name, values }): [string, string] => [name, values.join(", ")]),
  ];
  return (
    <Card
      title={<bdi>{company.name}</bdi>}
      description={[...(companyKey.startsWith("@") ? [companyKey.slice(1)] : []), formatTotalOf(company, "lead")].join(
        " · ",
      )}
    >
      <dl className="grid gap-x-8 gap-y-2 sm:grid-cols-2 xl:grid-cols-3">
        <div className="flex min-w-0 gap-3">
          <dt className="w-24 shrink-0 text-muted">Best score</dt>
          <dd className="flex items-center">
            <Score score={company.bestScore} />
          </dd>
        </div>
        {rows.map(([label, text]) => (
          <div key={label} className="flex min-w-0 gap-3">
            <dt className="w-24 shrink-0 text-muted wrap-anywhere">{label}</dt>
            <dd dir="auto" className="line-clamp-2 min-w-0 flex-1 wrap-anywhere" title={text}>
              {text}
            </dd>
          </div>
        ))}
      </dl>
      <LazyCompanyWebsite companyKey={companyKey}>
        {(website) => <div className="@container mt-4 border-t border-line pt-4">{website}</div>}
      </LazyCompanyWebsite>
    </Card>
  );
}
