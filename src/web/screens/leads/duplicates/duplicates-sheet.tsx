import { useInfiniteQuery } from "@tanstack/react-query";
import { duplicatePairsQuery } from "#web/api/leads/duplicates.ts";
import { formatTotalOf } from "#web/format/number.ts";
import { CompareLeads } from "#web/screens/leads/duplicates/compare-leads.tsx";
import type { DuplicatesAddress } from "#web/screens/leads/duplicates/duplicates-address.ts";
import { PairList, PairListSkeleton } from "#web/screens/leads/duplicates/pair-list.tsx";
import { QueryFailed } from "#web/actions/query-failed.tsx";
import { useLastShown } from "#web/ui/overlays/last-shown.ts";
import { Sheet } from "#web/ui/overlays/sheet.tsx";

/** Possible duplicates over the list: all pairs, and one pair side by side. */
export function DuplicatesSheet({ address }: { address: DuplicatesAddress }) {
  const { shown, open, close } = address;
  const last = useLastShown(shown);
  const query = useInfiniteQuery({ ...duplicatePairsQuery, enabled: shown !== null });
  const [page] = query.data?.pages ?? [];
  const pairs = query.data?.pages.flatMap((one) => one.pairs) ?? [];
  const isComparing = last !== null && last !== "list";
  return (
    <Sheet
      open={shown !== null}
      onOpenChange={close}
      wide
      title={isComparing ? "Compare and merge" : "Possible duplicates"}
      description={page === undefined ? "Leads that may be the same" : countWords(page)}
    >
      {isComparing ? (
        <CompareLeads key={`${last.id}.${last.otherId}`} ids={last} pairs={pairs} open={open} />
      ) : page !== undefined ? (
        <PairList query={query} pairs={pairs} waiting={page.waiting} open={open} />
      ) : query.error !== null ? (
        <QueryFailed what="possible duplicates" query={query} />
      ) : (
        <PairListSkeleton />
      )}
    </Sheet>
  );
}

function countWords(page: { count: number; exact: boolean }): string {
  return `${formatTotalOf(page, "pair")} to review`;
}
