import type { SavedView } from "#shared/contract/saved-view.ts";
import { changedFields, changeWords, EDITED_NOUNS } from "#shared/edited-fields.ts";
import type { ApiError } from "#web/api/connection/api-error.ts";
import { ChangeNotice } from "#web/forms/concurrent-change.tsx";
import type { LeadsView } from "#web/screens/leads/leads-view.ts";
import { viewOfSaved } from "#web/screens/leads/views/active-view.ts";
import { ViewForm } from "#web/screens/leads/views/view-form.tsx";
import { Dialog } from "#web/ui/overlays/dialog.tsx";
import { useLastShown } from "#web/ui/overlays/last-shown.ts";

interface ViewDialogsProps {
  views: readonly SavedView[];
  active: SavedView | null;
  /** The active view as opened. */
  opened: SavedView | null;
  query: string;
  /** The view being named: a new one, or one to rename. */
  named: SavedView | "new" | null;
  setNamed: (named: null) => void;
  /** Why the active view could not be updated. */
  contested: ApiError | null;
  setContested: (contested: null) => void;
  change: (change: Partial<LeadsView>) => void;
  onUpdate: (saved: SavedView) => void;
}

/** Naming a view, and updating one that someone else changed. */
export function ViewDialogs(props: ViewDialogsProps) {
  const { views, active, opened, query, named, setNamed, contested, setContested, change, onUpdate } = props;
  const shown = useLastShown(named);
  const isNew = shown === "new" || shown === null;
  return (
    <>
      <Dialog
        open={named !== null}
        onOpenChange={() => setNamed(null)}
        title={isNew ? "Save view" : "Rename view"}
        description={shown === "new" ? "Saves the search, filters, sort order and columns." : undefined}
      >
        <ViewForm
          saved={isNew ? null : (views.find(({ id }) => id === shown.id) ?? shown)}
          query={query}
          onCancel={() => setNamed(null)}
          onSaved={(id) => {
            setNamed(null);
            change({ saved: id });
          }}
        />
      </Dialog>
      <Dialog open={contested !== null && active !== null} onOpenChange={() => setContested(null)} title="Update view">
        {active !== null && (
          <ChangeNotice
            title={`${contested?.changedBy ?? "Someone else"} changed ${EDITED_NOUNS.savedView} while you were editing.`}
            changes={changeWords(
              "savedView",
              changedFields("savedView", opened?.version ?? "", active.version),
              active,
            )}
            onKeepMine={() => onUpdate(active)}
            onUseTheirs={() => {
              setContested(null);
              change(viewOfSaved(active));
            }}
          />
        )}
      </Dialog>
    </>
  );
}
