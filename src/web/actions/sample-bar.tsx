import { useQuery } from "@tanstack/react-query";
import { FlaskConical } from "lucide-react";
import type { SampleLeads } from "#shared/contract/leads/sample-leads.ts";
import { IfAllowed } from "#web/actions/if-allowed.tsx";
import { useSampleLeads } from "#web/actions/use-sample-leads.ts";
import { sampleLeadsQuery } from "#web/api/leads/sample-leads.ts";
import { formatCounted } from "#web/format/number.ts";
import { Button } from "#web/ui/button.tsx";

/** Notes that sample leads are present and offers to remove them. */
export function SampleBar() {
  const { data } = useQuery(sampleLeadsQuery);
  const { remove, removing } = useSampleLeads();
  if (data === undefined || data.leads + data.rules === 0) return null;
  return (
    <section
      aria-label="Sample leads"
      className="flex min-h-11 flex-wrap items-center gap-x-3 gap-y-1 rounded-lg border border-line bg-surface py-1 pr-1.5 pl-4"
    >
      <FlaskConical aria-hidden className="size-4 shrink-0 text-muted" />
      <p className="min-w-56 flex-1 py-1 text-muted">{sampleWords(data)}</p>
      <IfAllowed to="manage">
        <Button size="small" variant="ghost" busy={removing} busyLabel="Removing..." onClick={() => void remove()}>
          Remove sample leads
        </Button>
      </IfAllowed>
    </section>
  );
}

function sampleWords({ leads, rules }: SampleLeads): string {
  const parts = [
    leads > 0 ? formatCounted(leads, "sample lead") : "",
    rules > 0 ? formatCounted(rules, "sample rule") : "",
  ];
  const excluded = leads > 0 ? " Reports skip sample leads." : "";
  return `${parts.filter(Boolean).join(" and ")} to try things out.${excluded}`;
}
