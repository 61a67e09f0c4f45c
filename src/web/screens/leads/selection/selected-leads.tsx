import type { LeadSelection } from "#shared/contract/lead.ts";
import { useExportLeads } from "#web/acts/use-export-leads.ts";
import { type LeadListView, upTo } from "#web/api/lead-list.ts";
import { useProgress } from "#web/api/progress.ts";
import { BulkBar } from "#web/screens/leads/selection/bulk-bar.tsx";
import { BulkProgress } from "#web/screens/leads/selection/bulk-progress.tsx";
import { FloatingBar } from "#web/screens/leads/selection/floating-bar.tsx";
import { useBulkActs } from "#web/screens/leads/selection/use-bulk-acts.ts";
import type { LeadPicking } from "#web/screens/leads/selection/use-lead-selection.ts";
import type { LeadWindow } from "#web/screens/leads/use-lead-window.ts";

interface SelectedLeadsProps {
  leads: LeadWindow;
  picking: LeadPicking;
  listView: LeadListView;
}

/**
 * The bar of the leads that are picked. While none is, it shows an act on many that is under way: one that was begun
 * before this screen was left, in another tab, or that is being taken back.
 */
export function SelectedLeads({ leads: { total, arrived, since }, picking, listView }: SelectedLeadsProps) {
  const { picked, clear, pickAll } = picking;
  const acts = useBulkActs(clear);
  const exporting = useExportLeads();
  const isUnderWay = useProgress("bulk") !== undefined;
  if (!picked.isAll && picked.ids.size === 0) {
    if (!isUnderWay) return null;
    return (
      <FloatingBar label="Work on many leads">
        <BulkProgress onStop={acts.cancel} />
      </FloatingBar>
    );
  }

  // Those that arrived meanwhile nobody has seen: what is done to all is not done to them.
  const { sort: _order, ...filter } = upTo(listView, since);
  const matching = { count: (total?.count ?? 0) - arrived.count, exact: total?.exact !== false && arrived.exact };
  const count = picked.isAll ? matching : { count: picked.ids.size, exact: true };
  const hasMore = !picked.isAll && matching.count > picked.ids.size;
  const selection: LeadSelection = picked.isAll ? { filter } : { ids: [...picked.ids] };
  return (
    <BulkBar
      count={count}
      more={hasMore ? matching : null}
      acts={acts}
      isExporting={exporting.running}
      onPickAll={pickAll}
      onDecide={(status) => void acts.decide(selection, status)}
      onDelete={() => void acts.remove(selection)}
      onExport={() =>
        void exporting.run({
          filter: picked.isAll ? { ...listView, ...filter, status: filter.status ?? "all" } : { ids: [...picked.ids] },
        })
      }
      onClear={clear}
    />
  );
}
