import type { MergePreview } from "#shared/contract/leads/duplicate.ts";
import { LeadStatusMark } from "#web/ui/leads/lead-status-mark.tsx";
import { Score } from "#web/ui/leads/score.tsx";

/** The merged lead, with both current scores next to its own. */
export function MergedLead({ preview: { lead, leads } }: { preview: MergePreview }) {
  const contact = [lead.email, lead.phone].filter(Boolean).join(" · ");
  const role = [lead.title, lead.company].filter(Boolean).join(" · ");
  return (
    <section aria-labelledby="merged-lead" className="rounded-lg border border-line bg-canvas p-4">
      <h3 id="merged-lead" className="text-sm text-muted">
        After merging
      </h3>
      <p dir="auto" className="mt-1 text-left text-lg font-semibold wrap-anywhere">
        {lead.name || "N/A"}
      </p>
      {role !== "" && <p className="wrap-anywhere text-muted">{role}</p>}
      {contact !== "" && <p className="wrap-anywhere">{contact}</p>}
      <div className="mt-3 flex flex-wrap items-center gap-x-6 gap-y-2">
        <span className="inline-flex items-center gap-2">
          <Score score={lead.score} />
          <span className="text-sm text-muted">currently {leads.map(({ score }) => score).join(" and ")}</span>
        </span>
        <LeadStatusMark status={lead.status} />
      </div>
      <p className="mt-3 text-sm text-muted">Other values stay available in the lead.</p>
    </section>
  );
}
