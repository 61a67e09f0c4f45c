import { UsersRound } from "lucide-react";
import type { ComponentProps } from "react";
import type { DuplicatePair } from "#shared/contract/leads/duplicate.ts";
import { ShowMore } from "#web/actions/show-more.tsx";
import type { DuplicatesAddress } from "#web/screens/leads/duplicates/duplicates-address.ts";
import { EvidenceList } from "#web/screens/leads/duplicates/evidence-list.tsx";
import { idsOfPair } from "#web/screens/leads/duplicates/next-pair.ts";
import { Button } from "#web/ui/button.tsx";
import { Confidence } from "#web/ui/leads/confidence.tsx";
import { EmptyState } from "#web/ui/empty-state.tsx";
import { LoadingBars } from "#web/ui/loading-bars.tsx";

interface PairListProps {
  query: ComponentProps<typeof ShowMore>["query"];
  pairs: readonly DuplicatePair[];
  /** Leads not yet compared. */
  waiting: number;
  open: DuplicatesAddress["open"];
}

/** Pairs, most confident first, with their evidence. */
export function PairList({ query, pairs, waiting, open }: PairListProps) {
  if (pairs.length === 0) {
    return (
      <EmptyState
        icon={<UsersRound />}
        title={waiting > 0 ? "Looking for duplicates" : "No possible duplicates"}
        text={
          waiting > 0
            ? "Comparing changed leads. Possible duplicates appear here."
            : "Leads that may be the same person appear here."
        }
      />
    );
  }
  return (
    <div className="flex flex-col gap-4">
      <ul className="flex flex-col">
        {pairs.map((pair) => (
          <li
            key={pair.id}
            className="flex flex-wrap items-start gap-x-6 gap-y-3 border-t border-line py-4 first:border-t-0 first:pt-0"
          >
            <div className="min-w-0 flex-1 basis-96">
              <div className="grid grid-cols-2 gap-x-6 gap-y-2 max-md:grid-cols-1">
                {pair.leads.map(({ id, name, email, phone, company }) => (
                  <div key={id} dir="auto" className="min-w-0 text-left">
                    <p className="font-semibold wrap-anywhere">{name || "N/A"}</p>
                    <p className="text-sm text-muted wrap-anywhere">
                      {[email || phone, company].filter(Boolean).join(" · ") || "N/A"}
                    </p>
                  </div>
                ))}
              </div>
              <EvidenceList evidence={pair.evidence} className="mt-2" />
            </div>
            <div className="flex items-center gap-4 max-md:w-full max-md:justify-between">
              <Confidence value={pair.confidence} />
              <Button size="small" onClick={() => open(idsOfPair(pair))}>
                Compare<span className="sr-only"> {pair.leads.map(({ name }) => name).join(" and ")}</span>
              </Button>
            </div>
          </li>
        ))}
      </ul>
      <ShowMore query={query} />
    </div>
  );
}

export function PairListSkeleton() {
  return (
    <LoadingBars
      what="the possible duplicates"
      className="flex flex-col gap-4"
      bars={["h-20 w-full", "h-20 w-full", "h-20 w-full"]}
    />
  );
}
