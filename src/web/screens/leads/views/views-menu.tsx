import { useQuery } from "@tanstack/react-query";
import { Bookmark, Pencil, Plus, Save, Trash2 } from "lucide-react";
import { useState } from "react";
import type { SavedView } from "#shared/contract/saved-view.ts";
import { IfAllowed } from "#web/actions/if-allowed.tsx";
import type { ApiError } from "#web/api/connection/api-error.ts";
import { leadViewsQuery } from "#web/api/lead-views.ts";
import { DEFAULT_VIEW, type LeadsView } from "#web/screens/leads/leads-view.ts";
import { activeView, queryOfView, viewOfSaved } from "#web/screens/leads/views/active-view.ts";
import { useViewActions } from "#web/screens/leads/views/use-view-actions.ts";
import { Button } from "#web/ui/button.tsx";
import { Menu, MenuChoice, MenuItem, MenuSeparator } from "#web/ui/overlays/menu.tsx";
import { useLoaded } from "#web/ui/use-loaded.ts";

const loadDialogs = () => import("#web/screens/leads/views/view-dialogs.tsx");

interface ViewsMenuProps {
  view: LeadsView;
  change: (change: Partial<LeadsView>) => void;
}

/** Saved views, showing the active one and whether it has changed. */
export function ViewsMenu({ view, change }: ViewsMenuProps) {
  const { data: all = [] } = useQuery(leadViewsQuery);
  const actions = useViewActions();
  const active = activeView(all, view);
  /** The view being named: a new one, or one to rename. */
  const [named, setNamed] = useState<SavedView | "new" | null>(null);
  const query = queryOfView(view);
  // The active view as opened: what the changes shown here are based on.
  const [opened, setOpened] = useState(active?.saved ?? null);
  if (active !== null && active.saved !== opened && (!active.isChanged || active.saved.id !== opened?.id)) {
    setOpened(active.saved);
  }
  const [contested, setContested] = useState<ApiError | null>(null);
  const code = useLoaded({
    name: "The form",
    load: loadDialogs,
    isWanted: named !== null || contested !== null,
    giveUp: () => {
      setNamed(null);
      setContested(null);
    },
  });

  const choose = (id: string): void => {
    const saved = all.find((one) => one.id === id);
    change(saved === undefined ? DEFAULT_VIEW : viewOfSaved(saved));
  };
  const update = async (saved: SavedView): Promise<void> => setContested(await actions.update(saved, query));
  const remove = ({ saved }: { saved: SavedView }): void => {
    if (view.saved === saved.id) change({ saved: "" });
    void actions.remove(saved);
  };
  return (
    <>
      <Menu
        trigger={
          <Button icon={<Bookmark aria-hidden />} className="min-w-0 max-md:px-2.5">
            <span className="max-w-18 min-w-0 truncate max-md:sr-only xl:max-w-40">
              {active === null ? "Views" : <ActiveName name={active.saved.name} />}
            </span>
            {active?.isChanged === true && <span className="font-normal text-muted max-md:sr-only">changed</span>}
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
            <MenuItem icon={<Save aria-hidden />} onSelect={() => void update(opened ?? active.saved)}>
              Update “{active.saved.name}”
            </MenuItem>
          )}
          <MenuItem icon={<Plus aria-hidden />} onSelect={() => setNamed("new")}>
            Save as new view…
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
      {code !== null && (
        <code.ViewDialogs
          views={all}
          active={active?.saved ?? null}
          opened={opened}
          query={query}
          named={named}
          setNamed={setNamed}
          contested={contested}
          setContested={setContested}
          change={change}
          onUpdate={(saved) => void update(saved)}
        />
      )}
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
