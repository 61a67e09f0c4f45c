import type { LeadSelection } from "#shared/contract/leads/lead.ts";
import { useExportLeads } from "#web/actions/use-export-leads.ts";
import { type LeadListView, upTo } from "#web/api/leads/lead-list.ts";
import { useProgress } from "#web/api/connection/progress.ts";
import { BulkBar } from "#web/screens/leads/selection/bulk-bar.tsx";
import { BulkProgress } from "#web/screens/leads/selection/bulk-progress.tsx";
import { FloatingBar } from "#web/screens/leads/selection/floating-bar.tsx";
import { useBulkActions } from "#web/actions/use-bulk-actions.ts";
import type { LeadPicking } from "#web/screens/leads/selection/use-lead-selection.ts";
import type { LeadWindow } from "#web/screens/leads/use-lead-window.ts";

interface SelectedLeadsProps {
  leads: LeadWindow;
  picking: LeadPicking;
  listView: LeadListView;
}

/**
 * The selection bar. Without a selection, it shows a running bulk action that was started before navigating here or in
 * another tab, or that is being undone.
 */
export function SelectedLeads({ leads: { total, arrived, since }, picking, listView }: SelectedLeadsProps) {
  const { picked, clear, pickAll } = picking;
  const actions = useBulkActions(clear);
  const exporting = useExportLeads();
  const isUnderWay = useProgress("bulk") !== undefined;
  if (!picked.isAll && picked.ids.size === 0) {
    if (!isUnderWay) return null;
    return (
      <FloatingBar label="Bulk action">
        <BulkProgress onStop={actions.cancel} />
      </FloatingBar>
    );
  }

  const { sort: _order, ...listed } = listView;
  // Excludes leads that arrived in the meantime, which nobody has seen.
  const filter = upTo(listed, since);
  const matching = { count: (total?.count ?? 0) - arrived.count, exact: total?.exact !== false && arrived.exact };
  const count = picked.isAll ? matching : { count: picked.ids.size, exact: true };
  const hasMore = !picked.isAll && matching.count > picked.ids.size;
  const selection: LeadSelection = picked.isAll
    ? { filter, ...(matching.exact && { atMost: matching.count }) }
    : { ids: [...picked.ids], filter: listed };
  return (
    <BulkBar
      count={count}
      more={hasMore ? matching : null}
      actions={actions}
      isExporting={exporting.running}
      onPickAll={pickAll}
      onDecide={(status) => void actions.decide(selection, status)}
      onAssign={(ownerId) => void actions.assign(selection, ownerId)}
      onTag={(change) => void actions.tag(selection, change)}
      onSetFields={(fields) => void actions.setFields(selection, fields)}
      onDelete={() => void actions.remove(selection)}
      onExport={() =>
        void exporting.run({
          filter: picked.isAll ? { ...listView, ...filter, status: filter.status ?? "all" } : { ids: [...picked.ids] },
        })
      }
      onClear={clear}
    />
  );
}
