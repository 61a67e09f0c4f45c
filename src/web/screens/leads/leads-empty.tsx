import { SearchX, Users } from "lucide-react";
import { Link } from "react-router";
import { IfAllowed } from "#web/acts/if-allowed.tsx";
import { TrySample } from "#web/acts/try-sample.tsx";
import { paths } from "#web/paths.ts";
import { buttonClass } from "#web/ui/button-class.ts";
import { Button } from "#web/ui/button.tsx";
import { EmptyState } from "#web/ui/empty-state.tsx";

/** What the specification says where the list is empty, whatever the reason. */
const NOTHING = "No leads found matching your criteria";

interface LeadsEmptyProps {
  isFiltered: boolean;
  onClear: () => void;
  onAdd: () => void;
  onImport: () => void;
}

/** An empty list: either the filters leave every lead out, or there is none yet. */
export function LeadsEmpty({ isFiltered, onClear, onAdd, onImport }: LeadsEmptyProps) {
  if (isFiltered) {
    return (
      <EmptyState
        icon={<SearchX />}
        title={NOTHING}
        text="Try another word, or show the leads of every status, score and source."
        action={<Button onClick={onClear}>Clear search and filters</Button>}
      />
    );
  }
  return (
    <EmptyState
      icon={<Users />}
      title={NOTHING}
      text="There are no leads yet. They appear here as soon as a data source brings them in or somebody adds one, each with its score and the reasons for it."
      action={
        <IfAllowed to="work">
          <span className="flex flex-wrap justify-center gap-2">
            <IfAllowed to="manage">
              <Link to={paths.dataSources()} className={buttonClass("primary")}>
                Add a data source
              </Link>
            </IfAllowed>
            <TrySample />
            <Button onClick={onImport}>Import a file</Button>
            <Button onClick={onAdd}>Add a lead</Button>
          </span>
        </IfAllowed>
      }
    />
  );
}
