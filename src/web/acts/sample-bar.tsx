import { useQuery } from "@tanstack/react-query";
import { FlaskConical } from "lucide-react";
import type { SampleLeads } from "#shared/contract/sample-leads.ts";
import { IfAllowed } from "#web/acts/if-allowed.tsx";
import { useSampleLeads } from "#web/acts/use-sample-leads.ts";
import { sampleLeadsQuery } from "#web/api/sample-leads.ts";
import { formatCount } from "#web/format/number.ts";
import { Button } from "#web/ui/button.tsx";

/** Says quietly that sample leads are among the others, for as long as that is so, and takes them away. */
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

/** "25 sample leads and 3 sample rules are here to try things with. Reports leave the leads out." */
function sampleWords({ leads, rules }: SampleLeads): string {
  const parts = [leads > 0 ? counted(leads, "sample lead") : "", rules > 0 ? counted(rules, "sample rule") : ""];
  const verb = leads + rules === 1 ? "is" : "are";
  const left = leads > 0 ? " Reports leave the leads out." : "";
  return `${parts.filter(Boolean).join(" and ")} ${verb} here to try things with.${left}`;
}

function counted(count: number, noun: string): string {
  return `${formatCount(count)} ${noun}${count === 1 ? "" : "s"}`;
}
