import { ListFilter } from "lucide-react";
import { useRef, useState } from "react";
import { filterWords } from "#web/screens/leads/filters/filter-words.ts";
import type { LeadsView } from "#web/screens/leads/leads-view.ts";
import { Button } from "#web/ui/button.tsx";
import { useLoaded } from "#web/ui/use-loaded.ts";

const loadFilters = () => import("#web/screens/leads/filters/filters-overlay.tsx");
const prefetch = (): void => void loadFilters().catch(() => undefined);

interface FiltersButtonProps {
  view: LeadsView;
  change: (change: Partial<LeadsView>) => void;
  /** The number of matches, for the sheet that covers the list. */
  found: string;
}

/** The remaining filters, loaded on demand. */
export function FiltersButton(props: FiltersButtonProps) {
  const [open, setOpen] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  const code = useLoaded({ name: "The filters", load: loadFilters, isWanted: open, giveUp: () => setOpen(false) });
  const count = filterWords(props.view).length;
  return (
    <>
      <Button
        ref={button}
        aria-haspopup="dialog"
        aria-expanded={open}
        icon={<ListFilter aria-hidden />}
        className="max-md:px-2.5"
        // A failure is shown on press.
        onPointerEnter={prefetch}
        onFocus={prefetch}
        onClick={() => setOpen(!open)}
      >
        <span className="max-md:sr-only">Filters</span>
        {count > 0 && <span className="text-muted tabular-nums">{count}</span>}
      </Button>
      {code !== null && <code.FiltersOverlay {...props} open={open} setOpen={setOpen} anchor={button} />}
    </>
  );
}
