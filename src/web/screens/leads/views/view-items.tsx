import { ArrowLeft, ArrowRight, Pencil, Plus, RotateCcw, Save, Trash2 } from "lucide-react";
import type { SavedView } from "#shared/contract/leads/saved-view.ts";
import { placeAfterStep } from "#web/screens/leads/views/active-view.ts";
import type { Views } from "#web/screens/leads/views/use-views.ts";
import { MenuChoice, MenuItem, MenuNote, MenuSeparator } from "#web/ui/overlays/menu.tsx";

const WHO = [
  { value: "me", label: "Only me" },
  { value: "everyone", label: "Everyone" },
];

/** Menu items to save the list's current state as a view. */
export function SaveViewItems({ views }: { views: Views }) {
  const { active, opened, query } = views;
  return (
    <>
      {active?.isChanged === true && (
        <>
          {active.saved.mayChange && (
            <MenuItem icon={<Save aria-hidden />} onSelect={() => void views.save(opened ?? active.saved)}>
              Save changes
            </MenuItem>
          )}
          <MenuItem icon={<RotateCcw aria-hidden />} onSelect={() => views.open(active.saved)}>
            Reset view
          </MenuItem>
        </>
      )}
      {(active !== null || query !== "") && (
        <MenuItem icon={<Plus aria-hidden />} onSelect={() => views.setNamed("new")}>
          Save as new view…
        </MenuItem>
      )}
    </>
  );
}

/** Menu items for what its creator or an owner can do with a view. */
export function ChangeViewItems({ views, saved }: { views: Views; saved: SavedView }) {
  if (!saved.mayChange) return null;
  const mayStep = (step: 1 | -1): boolean => placeAfterStep(views.all, saved.id, step) !== undefined;
  return (
    <>
      <MenuItem icon={<Pencil aria-hidden />} onSelect={() => views.setNamed(saved)}>
        Rename…
      </MenuItem>
      {mayStep(-1) && (
        <MenuItem icon={<ArrowLeft aria-hidden />} onSelect={() => void views.move(saved, -1)}>
          Move left
        </MenuItem>
      )}
      {mayStep(1) && (
        <MenuItem icon={<ArrowRight aria-hidden />} onSelect={() => void views.move(saved, 1)}>
          Move right
        </MenuItem>
      )}
      <MenuItem icon={<Trash2 aria-hidden />} danger onSelect={() => void views.remove(saved)}>
        Delete
      </MenuItem>
      {views.hasAccounts && (saved.mayHide || !saved.isShared) && (
        <>
          <MenuSeparator />
          <MenuNote>Visible to</MenuNote>
          <MenuChoice
            label="Visible to"
            value={saved.isShared ? "everyone" : "me"}
            onChange={(value) => void views.share(saved, value === "everyone")}
            options={WHO}
          />
        </>
      )}
    </>
  );
}
