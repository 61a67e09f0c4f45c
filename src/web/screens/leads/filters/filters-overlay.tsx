import { FilterPanel } from "#web/screens/leads/filters/filter-panel.tsx";
import { type LeadsView, withoutFilters } from "#web/screens/leads/leads-view.ts";
import { Button } from "#web/ui/button.tsx";
import { useIsNarrow } from "#web/ui/media.ts";
import { AnchorOf } from "#web/ui/overlays/anchor-of.tsx";
import type { LazyOverlayProps } from "#web/ui/overlays/lazy-overlay.ts";
import { Popover } from "#web/ui/overlays/popover.tsx";
import { Sheet } from "#web/ui/overlays/sheet.tsx";

interface FiltersOverlayProps extends LazyOverlayProps {
  view: LeadsView;
  change: (change: Partial<LeadsView>) => void;
  /** The number of matches, for the sheet that covers the list. */
  found: string;
}

/** The filters: next to the list in wide windows, in a sheet on phones. */
export function FiltersOverlay({ open, onOpenChange, anchor, view, change, found }: FiltersOverlayProps) {
  const isNarrow = useIsNarrow();
  const panel = <FilterPanel view={view} change={change} />;
  if (!isNarrow) {
    return (
      <Popover
        label="Filters"
        className="w-80"
        open={open}
        onOpenChange={onOpenChange}
        trigger={<AnchorOf element={anchor} />}
      >
        {panel}
      </Popover>
    );
  }
  return (
    <Sheet
      open={open}
      onOpenChange={onOpenChange}
      title="Filters"
      footer={
        <>
          <Button variant="primary" onClick={() => onOpenChange(false)}>
            Show {found}
          </Button>
          <Button variant="ghost" onClick={() => change(withoutFilters(view))}>
            Clear all
          </Button>
        </>
      }
    >
      {panel}
    </Sheet>
  );
}
