import { useInfiniteQuery } from "@tanstack/react-query";
import { Link } from "react-router";
import type { ReplayChange } from "#shared/contract/replay.ts";
import { fieldWords } from "#shared/field-words.ts";
import { QueryFailed } from "#web/actions/query-failed.tsx";
import { replayChangesQuery } from "#web/api/replays.ts";
import { useShowMore } from "#web/api/use-show-more.ts";
import { paths } from "#web/paths.ts";
import { Button } from "#web/ui/button.tsx";
import { LoadingNote } from "#web/ui/skeleton.tsx";
import { Table, TableCell, TableRow, TableSkeleton } from "#web/ui/table.tsx";

const LEAD = { title: "Lead", className: "w-44" };
const FIELD = { title: "Field", className: "w-32" };
const BEFORE = { title: "Before" };
const AFTER = { title: "After" };
const WHY = { title: "Why", className: "md:max-lg:hidden" };
const COLUMNS = [LEAD, FIELD, BEFORE, AFTER, WHY];
const SKELETON_ROWS = 3;

/** Changes of a reread, before and after. */
export function ReplayChanges({ id }: { id: string }) {
  const query = useInfiniteQuery(replayChangesQuery(id));
  const { data, error, hasNextPage } = query;
  const { showMore, isShowingMore } = useShowMore(query);
  if (data === undefined && error !== null) {
    return <QueryFailed what="changes" query={query} />;
  }
  const changes = data?.pages.flatMap((page) => page.changes);
  return (
    <div className="-mx-5 overflow-clip max-md:-mx-4">
      {changes === undefined && <LoadingNote what="the changes" />}
      <Table label="Changes" columns={COLUMNS}>
        {changes === undefined ? (
          <TableSkeleton columns={COLUMNS} rows={SKELETON_ROWS} />
        ) : (
          changes.map((change) => (
            <ChangeRow key={`${change.leadId} ${change.field} ${change.after}`} change={change} />
          ))
        )}
      </Table>
      {hasNextPage && (
        <div className="px-5 pt-3 max-md:px-4">
          <Button size="small" busy={isShowingMore} busyLabel="Loading..." onClick={showMore}>
            Show more
          </Button>
        </div>
      )}
    </div>
  );
}

function ChangeRow({ change: { leadId, leadName, field, before, after, why } }: { change: ReplayChange }) {
  return (
    <TableRow>
      <TableCell column={LEAD} bare>
        <Link to={paths.lead(leadId)} className="block truncate rounded-sm font-semibold text-link hover:underline">
          {leadName}
        </Link>
      </TableCell>
      <TableCell column={FIELD}>{fieldWords(field)}</TableCell>
      <TableCell column={BEFORE}>
        <Value text={before} />
      </TableCell>
      <TableCell column={AFTER}>
        <Value text={after} />
      </TableCell>
      <TableCell column={WHY} className="text-muted">
        <span className="line-clamp-3 py-1.5 wrap-anywhere">{why}</span>
      </TableCell>
    </TableRow>
  );
}

function Value({ text }: { text: string }) {
  if (text === "") return <span className="text-muted">Empty</span>;
  return (
    <span dir="auto" title={text} className="line-clamp-3 py-1.5 text-left wrap-anywhere">
      {text}
    </span>
  );
}
