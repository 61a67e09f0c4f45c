import { ArrowRight } from "lucide-react";
import { useState } from "react";
import type { WhatIfLead, WhatIfResult } from "#shared/contract/what-if.ts";
import { formatCount } from "#web/format/number.ts";
import { paths } from "#web/paths.ts";
import { Button } from "#web/ui/button.tsx";
import { LeadStatusMark } from "#web/ui/leads/lead-status-mark.tsx";
import { Truncate } from "#web/ui/truncate.tsx";

const SHOWN = 5;

/** Leads that would change, status changes first; each opens next to the editor. */
export function ChangedLeads({ result: { leads, changed } }: { result: Pick<WhatIfResult, "leads" | "changed"> }) {
  const [isWhole, setWhole] = useState(false);
  if (leads.length === 0) return null;
  const shown = isWhole ? leads : leads.slice(0, SHOWN);
  return (
    <section aria-label="Leads that change">
      <ul className="flex flex-col">
        {shown.map((lead) => (
          <ChangedLead key={lead.id} lead={lead} />
        ))}
      </ul>
      {shown.length < leads.length ? (
        <Button size="small" className="mt-3" onClick={() => setWhole(true)}>
          Show {leads.length < changed ? `first ${leads.length}` : `all ${leads.length}`}
        </Button>
      ) : (
        leads.length < changed && (
          <p className="mt-3 text-sm text-muted">
            Showing the first {leads.length} of {formatCount(changed)}.
          </p>
        )
      )}
    </section>
  );
}

function ChangedLead({ lead }: { lead: WhatIfLead }) {
  const { id, name, company, scoreBefore, scoreAfter, statusBefore, statusAfter } = lead;
  return (
    <li className="flex items-center gap-3 border-t border-line py-2 text-sm">
      <div className="min-w-0 flex-1">
        <a
          href={paths.lead(id)}
          target="_blank"
          rel="noopener"
          dir="auto"
          className="block truncate rounded-sm text-left font-semibold text-link hover:underline touch:min-h-11 touch:content-center"
        >
          {name === "" ? "Unnamed lead" : name}
          <span className="sr-only"> (opens in a new tab)</span>
        </a>
        {company !== "" && <Truncate text={company} className="text-muted" />}
      </div>
      <div className="flex shrink-0 flex-col items-end gap-0.5">
        <span className="flex items-center gap-1.5 font-semibold tabular-nums">
          <span className="sr-only">Score </span>
          {scoreBefore}
          {scoreBefore !== scoreAfter && (
            <>
              <To />
              {scoreAfter}
            </>
          )}
        </span>
        {statusBefore !== statusAfter && (
          <span className="flex items-center gap-1.5">
            <LeadStatusMark status={statusBefore} />
            <To />
            <LeadStatusMark status={statusAfter} />
          </span>
        )}
      </div>
    </li>
  );
}

function To() {
  return (
    <>
      <ArrowRight aria-hidden className="size-3 text-muted" />
      <span className="sr-only"> to </span>
    </>
  );
}
