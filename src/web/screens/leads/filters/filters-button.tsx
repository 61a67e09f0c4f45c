import { ListFilter } from "lucide-react";
import { filterWords } from "#web/screens/leads/filters/filter-words.ts";
import { useHasLeadPanel } from "#web/screens/leads/lead-panel.ts";
import type { LeadsView } from "#web/screens/leads/leads-view.ts";
import { Button } from "#web/ui/button.tsx";
import { useLazyOverlay } from "#web/ui/overlays/lazy-overlay.ts";

const loadFilters = () => import("#web/screens/leads/filters/filters-overlay.tsx");

interface FiltersButtonProps {
  view: LeadsView;
  change: (change: Partial<LeadsView>) => void;
  /** The number of matches, for the sheet that covers the list. */
  found: string;
}

/** The remaining filters, loaded on demand. */
export function FiltersButton(props: FiltersButtonProps) {
  const { code, button, overlay } = useLazyOverlay("The filters", loadFilters);
  const hasPanel = useHasLeadPanel();
  const count = filterWords(props.view).length;
  return (
    <>
      <Button {...button} icon={<ListFilter aria-hidden />} className="max-md:px-2.5">
        <span className={hasPanel ? "sr-only" : "max-lg:sr-only"}>Filters</span>
        {count > 0 && <span className="text-muted tabular-nums">{count}</span>}
      </Button>
      {code !== null && <code.FiltersOverlay {...props} {...overlay} />}
    </>
  );
}
