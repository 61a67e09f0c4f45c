import { IfAllowed } from "#web/actions/if-allowed.tsx";
import type { Views } from "#web/screens/leads/views/use-views.ts";
import { Button } from "#web/ui/button.tsx";

/** Shown while the list differs from the active view: saves or drops the changes. */
export function ViewChanges({ views }: { views: Views }) {
  const { active, opened } = views;
  if (active?.isChanged !== true) return null;
  const { saved } = active;
  return (
    <div role="group" aria-label="Changes to the view" className="flex items-center gap-2">
      <span className="text-sm text-muted max-lg:sr-only">Changed</span>
      <IfAllowed to="work">
        {saved.mayChange ? (
          <Button onClick={() => void views.save(opened ?? saved)}>Save view</Button>
        ) : (
          <Button onClick={() => views.setNamed("new")}>Save as new view</Button>
        )}
      </IfAllowed>
      <Button variant="ghost" onClick={() => views.open(saved)}>
        Reset view
      </Button>
    </div>
  );
}
