import { Bookmark } from "lucide-react";
import { IfAllowed } from "#web/actions/if-allowed.tsx";
import type { Views } from "#web/screens/leads/views/use-views.ts";
import { ChangeViewItems, SaveViewItems } from "#web/screens/leads/views/view-items.tsx";
import { Button } from "#web/ui/button.tsx";
import { Menu, MenuChoice, MenuSeparator } from "#web/ui/overlays/menu.tsx";

/** On phones, a menu instead of the tabs. */
export function ViewsMenu({ views }: { views: Views }) {
  const { all, active } = views;
  return (
    <Menu
      trigger={
        <Button icon={<Bookmark aria-hidden />} className="relative min-w-0 px-2.5">
          <span className="sr-only">
            {active === null ? "Views" : `View: ${active.saved.name}`}
            {active?.isChanged === true && " changed"}
          </span>
          {active?.isChanged === true && (
            <span aria-hidden className="absolute top-1.5 right-1.5 size-2 rounded-full bg-link" />
          )}
        </Button>
      }
    >
      <IfAllowed to="work">
        <SaveViewItems views={views} />
        {(active !== null || views.query !== "") && <MenuSeparator />}
      </IfAllowed>
      <MenuChoice
        label="Saved views"
        value={active?.saved.id ?? ""}
        onChange={(id) => views.open(all.find((one) => one.id === id) ?? null)}
        options={[{ value: "", label: "All Leads" }, ...all.map(({ id, name }) => ({ value: id, label: name }))]}
      />
      {active?.saved.mayChange === true && (
        <IfAllowed to="work">
          <MenuSeparator />
          <ChangeViewItems views={views} saved={active.saved} />
        </IfAllowed>
      )}
    </Menu>
  );
}
