import { changedFields, changeWords, EDITED_NOUNS } from "#shared/edited-fields.ts";
import { ChangeNotice } from "#web/forms/record-form.tsx";
import type { Views } from "#web/screens/leads/views/use-views.ts";
import { ViewForm } from "#web/screens/leads/views/view-form.tsx";
import { Dialog } from "#web/ui/overlays/dialog.tsx";
import { useLastShown } from "#web/ui/overlays/last-shown.ts";

/** The form for a view's name, and what to do when someone else changed the view since. */
export function ViewDialogs({ views }: { views: Views }) {
  const { all, active, opened, named, setNamed, contested, setContested } = views;
  const shown = useLastShown(named);
  const renamed = shown === "new" || shown === null ? null : (all.find(({ id }) => id === shown.id) ?? shown);
  return (
    <>
      <Dialog
        open={named !== null}
        onOpenChange={() => setNamed(null)}
        title={renamed === null ? "Save view" : "Rename view"}
        description={renamed === null ? "Saves the search, filters, sort order, layout and columns." : undefined}
      >
        <ViewForm
          saved={renamed}
          query={views.query}
          withAudience={views.hasAccounts}
          onCancel={() => setNamed(null)}
          onSaved={(id) => {
            setNamed(null);
            if (renamed === null) views.select(id);
          }}
        />
      </Dialog>
      <Dialog open={contested !== null && active !== null} onOpenChange={() => setContested(null)} title="Update view">
        {active !== null && (
          <ChangeNotice
            title={`${contested?.changedBy ?? "Someone else"} changed ${EDITED_NOUNS.savedView} while you were editing.`}
            changes={changeWords(
              "savedView",
              changedFields("savedView", opened?.version ?? "", active.saved.version),
              active.saved,
            )}
            onKeepMine={() => void views.save(active.saved)}
            onUseTheirs={() => {
              setContested(null);
              views.open(active.saved);
            }}
          />
        )}
      </Dialog>
    </>
  );
}
