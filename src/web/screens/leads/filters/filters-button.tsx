import { ListFilter } from "lucide-react";
import { useState } from "react";
import { FilterPanel } from "#web/screens/leads/filters/filter-panel.tsx";
import { filterWords } from "#web/screens/leads/filters/filter-words.ts";
import { type LeadsView, withoutFilters } from "#web/screens/leads/leads-view.ts";
import { Button } from "#web/ui/button.tsx";
import { useIsNarrow } from "#web/ui/media.ts";
import { Popover } from "#web/ui/overlays/popover.tsx";
import { Sheet } from "#web/ui/overlays/sheet.tsx";

interface FiltersButtonProps {
  view: LeadsView;
  change: (change: Partial<LeadsView>) => void;
  /** The number of matches, for the sheet that covers the list. */
  found: string;
}

/** The remaining filters: next to the list in wide windows, in a sheet on phones. */
export function FiltersButton({ view, change, found }: FiltersButtonProps) {
  const isNarrow = useIsNarrow();
  const [isOpen, setIsOpen] = useState(false);
  const count = filterWords(view).length;
  const words = (
    <>
      <span className="max-md:sr-only">Filters</span>
      {count > 0 && <span className="text-muted tabular-nums">{count}</span>}
    </>
  );
  const panel = <FilterPanel view={view} change={change} />;
  if (!isNarrow) {
    return (
      <Popover label="Filters" className="w-80" trigger={<Button icon={<ListFilter aria-hidden />}>{words}</Button>}>
        {panel}
      </Popover>
    );
  }
  return (
    <>
      <Button
        aria-haspopup="dialog"
        aria-expanded={isOpen}
        icon={<ListFilter aria-hidden />}
        className="px-2.5"
        onClick={() => setIsOpen(true)}
      >
        {words}
      </Button>
      <Sheet
        open={isOpen}
        onOpenChange={setIsOpen}
        title="Filters"
        footer={
          <>
            <Button variant="primary" onClick={() => setIsOpen(false)}>
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
    </>
  );
}
