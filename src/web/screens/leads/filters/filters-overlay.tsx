import type { RefObject } from "react";
import { FilterPanel } from "#web/screens/leads/filters/filter-panel.tsx";
import { type LeadsView, withoutFilters } from "#web/screens/leads/leads-view.ts";
import { Button } from "#web/ui/button.tsx";
import { useIsNarrow } from "#web/ui/media.ts";
import { AnchoredPopover } from "#web/ui/overlays/popover.tsx";
import { Sheet } from "#web/ui/overlays/sheet.tsx";

interface FiltersOverlayProps {
  open: boolean;
  setOpen: (open: boolean) => void;
  anchor: RefObject<HTMLElement | null>;
  view: LeadsView;
  change: (change: Partial<LeadsView>) => void;
  /** The number of matches, for the sheet that covers the list. */
  found: string;
}

/** The filters: next to the list in wide windows, in a sheet on phones. */
export function FiltersOverlay({ open, setOpen, anchor, view, change, found }: FiltersOverlayProps) {
  const isNarrow = useIsNarrow();
  const panel = <FilterPanel view={view} change={change} />;
  if (!isNarrow) {
    return (
      <AnchoredPopover label="Filters" className="w-80" open={open} onOpenChange={setOpen} anchor={anchor}>
        {panel}
      </AnchoredPopover>
    );
  }
  return (
    <Sheet
      open={open}
      onOpenChange={setOpen}
      title="Filters"
      footer={
        <>
          <Button variant="primary" onClick={() => setOpen(false)}>
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
