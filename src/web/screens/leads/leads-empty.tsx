import { SearchX, Users } from "lucide-react";
import { Link } from "react-router";
import { IfAllowed } from "#web/actions/if-allowed.tsx";
import { TrySample } from "#web/actions/try-sample.tsx";
import { useSeesOnlyOwn } from "#web/api/use-may.ts";
import { paths } from "#web/paths.ts";
import { buttonClass } from "#web/ui/button-class.ts";
import { Button } from "#web/ui/button.tsx";
import { EmptyState } from "#web/ui/empty-state.tsx";

/** Text required by the specification for any empty list. */
const NOTHING = "No leads found matching your criteria";

interface LeadsEmptyProps {
  isFiltered: boolean;
  onClear: () => void;
  onAdd: () => void;
  onImport: () => void;
}

/** An empty list: the filters match nothing, or there are no leads yet. */
export function LeadsEmpty({ isFiltered, onClear, onAdd, onImport }: LeadsEmptyProps) {
  const seesOnlyOwn = useSeesOnlyOwn();
  if (isFiltered) {
    return (
      <EmptyState
        icon={<SearchX />}
        title={NOTHING}
        text="Try a different search, or clear the filters."
        action={<Button onClick={onClear}>Clear search and filters</Button>}
      />
    );
  }
  return (
    <EmptyState
      icon={<Users />}
      title={NOTHING}
      text={
        seesOnlyOwn
          ? "No leads are assigned to you or unassigned yet."
          : "No leads yet. Connect a data source, import a file or add a lead to get started."
      }
      action={
        <IfAllowed to="work">
          <span className="flex flex-wrap justify-center gap-2">
            <IfAllowed to="manage">
              <Link to={paths.dataSources()} className={buttonClass("primary")}>
                Add data source
              </Link>
            </IfAllowed>
            <TrySample />
            <Button onClick={onImport}>Import file</Button>
            <Button onClick={onAdd}>Add lead</Button>
          </span>
        </IfAllowed>
      }
    />
  );
}
