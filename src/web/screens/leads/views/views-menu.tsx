import { useQuery } from "@tanstack/react-query";
import { Bookmark, Pencil, Plus, Save, Trash2 } from "lucide-react";
import { useState } from "react";
import type { SavedView } from "#shared/contract/saved-view.ts";
import { IfAllowed } from "#web/acts/if-allowed.tsx";
import { leadViewsQuery } from "#web/api/lead-views.ts";
import { DEFAULT_VIEW, type LeadsView } from "#web/screens/leads/leads-view.ts";
import { activeView, queryOfView, viewOfSaved } from "#web/screens/leads/views/active-view.ts";
import { useViewActs } from "#web/screens/leads/views/use-view-acts.ts";
import { Button } from "#web/ui/button.tsx";
import { Dialog } from "#web/ui/dialog.tsx";
import { useLastShown } from "#web/ui/last-shown.ts";
import { Menu, MenuChoice, MenuItem, MenuSeparator } from "#web/ui/menu.tsx";
import { Skeleton } from "#web/ui/skeleton.tsx";
import { useLoaded } from "#web/ui/use-loaded.ts";

const loadForm = () => import("#web/screens/leads/views/view-form.tsx");

interface ViewsMenuProps {
  view: LeadsView;
  change: (change: Partial<LeadsView>) => void;
}

/** The saved views of the list: which of them it shows, and whether it was changed since. */
export function ViewsMenu({ view, change }: ViewsMenuProps) {
  const { data: all = [] } = useQuery(leadViewsQuery);
  const acts = useViewActs();
  const active = activeView(all, view);
  /** What the dialog names: a new view, or the one that gets another name. */
  const [named, setNamed] = useState<SavedView | "new" | null>(null);
  const shown = useLastShown(named);
  const code = useLoaded({
    name: "The form",
    load: loadForm,
    isWanted: named !== null,
    giveUp: () => setNamed(null),
  });
  const query = queryOfView(view);

  const choose = (id: string): void => {
    const saved = all.find((one) => one.id === id);
    change(saved === undefined ? DEFAULT_VIEW : viewOfSaved(saved));
  };
  const remove = ({ saved }: { saved: SavedView }): void => {
    if (view.saved === saved.id) change({ saved: "" });
    void acts.remove(saved);
  };
  return (
    <>
      <Menu
        trigger={
          <Button icon={<Bookmark aria-hidden />} className="min-w-0">
            <span className="max-w-18 min-w-0 truncate xl:max-w-40">
              {active === null ? "Views" : <ActiveName name={active.saved.name} />}
            </span>
            {active?.isChanged === true && <span className="font-normal text-muted">changed</span>}
          </Button>
        }
      >
        <MenuChoice
          label="Saved views"
          value={active?.saved.id ?? (query === "" ? "" : "none")}
          onChange={choose}
          options={[{ value: "", label: "All leads" }, ...all.map(({ id, name }) => ({ value: id, label: name }))]}
        />
        <IfAllowed to="work">
          <MenuSeparator />
          {active?.isChanged === true && (
            <MenuItem icon={<Save aria-hidden />} onSelect={() => void acts.update(active.saved, query)}>
              Update “{active.saved.name}”
            </MenuItem>
          )}
          <MenuItem icon={<Plus aria-hidden />} onSelect={() => setNamed("new")}>
            Save as a new view…
          </MenuItem>
          {active !== null && (
            <>
              <MenuItem icon={<Pencil aria-hidden />} onSelect={() => setNamed(active.saved)}>
                Rename “{active.saved.name}”…
              </MenuItem>
              <MenuItem icon={<Trash2 aria-hidden />} danger onSelect={() => remove(active)}>
                Delete “{active.saved.name}”
              </MenuItem>
            </>
          )}
        </IfAllowed>
      </Menu>
      <Dialog
        open={named !== null}
        onOpenChange={() => setNamed(null)}
        title={shown === "new" || shown === null ? "Save view" : "Rename view"}
        description="Search, filters, order and columns, under a name."
      >
        {code === null ? (
          <Skeleton className="h-32 w-full" />
        ) : (
          <code.ViewForm
            saved={shown === "new" ? null : shown}
            query={query}
            onCancel={() => setNamed(null)}
            onSaved={(id) => {
              setNamed(null);
              change({ saved: id });
            }}
          />
        )}
      </Dialog>
    </>
  );
}

function ActiveName({ name }: { name: string }) {
  return (
    <>
      <span className="sr-only">View: </span>
      <span dir="auto" title={name}>
        {name}
      </span>
    </>
  );
}
