import { useInfiniteQuery } from "@tanstack/react-query";
import { Link } from "react-router";
import type { ReplayChange } from "#shared/contract/replay.ts";
import { fieldWords } from "#shared/field-words.ts";
import { QueryFailed } from "#web/actions/query-failed.tsx";
import { replayChangesQuery } from "#web/api/replays.ts";
import { ShowMore } from "#web/actions/show-more.tsx";
import { paths } from "#web/paths.ts";
import { Table, TableCell, TableRow } from "#web/ui/table.tsx";

const LEAD = { title: "Lead", className: "w-44" };
const FIELD = { title: "Field", className: "w-32" };
const BEFORE = { title: "Before" };
const AFTER = { title: "After" };
const WHY = { title: "Why", className: "md:max-lg:hidden" };
const COLUMNS = [LEAD, FIELD, BEFORE, AFTER, WHY];

/** Changes of a reread, before and after. */
export function ReplayChanges({ id }: { id: string }) {
  const query = useInfiniteQuery(replayChangesQuery(id));
  const { data, error, hasNextPage } = query;
  if (data === undefined && error !== null) {
    return <QueryFailed what="changes" query={query} />;
  }
  const changes = data?.pages.flatMap((page) => page.changes);
  return (
    <div className="-mx-5 overflow-clip max-md:-mx-4">
      <Table label="Changes" columns={COLUMNS} loading={{ what: "the changes", rows: 3 }}>
        {changes?.map((change) => (
          <ChangeRow key={`${change.leadId} ${change.field} ${change.after}`} change={change} />
        ))}
      </Table>
      {hasNextPage && (
        <div className="px-5 pt-3 max-md:px-4">
          <ShowMore query={query} size="small" busyLabel="Loading..." />
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
