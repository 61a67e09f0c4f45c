import { useState } from "react";
import type { RuleInsight } from "#shared/contract/learning.ts";
import { formatCount } from "#web/format/number.ts";
import { Button } from "#web/ui/button.tsx";
import { LoadingNote } from "#web/ui/skeleton.tsx";
import { type Column, Table, TableCell, TableRow, TableSkeleton } from "#web/ui/table.tsx";
import { Truncate } from "#web/ui/truncate.tsx";

const NAME = { title: "Rule" } satisfies Column;
const FOUND = { title: "Found", align: "right", className: "w-36" } satisfies Column;
const APPROVED = { title: "Of those approved", align: "right", className: "w-48" } satisfies Column;
const LIFT = { title: "Lift", align: "right", className: "w-24" } satisfies Column;
const DECISIVE = { title: "Decided by it", align: "right", className: "w-36 md:max-lg:hidden" } satisfies Column;
const COLUMNS: readonly Column[] = [NAME, FOUND, APPROVED, LIFT, DECISIVE];

/** The rules that found most are what most people look for. */
const SHOWN = 10;

/** How each rule does: what it finds of the decided leads, and how much better than the others those are. */
export function InsightTable({ rules }: { rules: readonly RuleInsight[] }) {
  const [isWhole, setWhole] = useState(false);
  const sorted = rules.toSorted((a, b) => b.found - a.found);
  const shown = isWhole ? sorted : sorted.slice(0, SHOWN);
  return (
    <>
      <Table label="How each rule does" columns={COLUMNS}>
        {shown.map(({ ruleId, name, found, reach, precision, low, high, lift, decisive }) => (
          <TableRow key={ruleId}>
            <TableCell column={NAME} bare>
              <Truncate text={name} className="font-semibold" />
            </TableCell>
            <TableCell column={FOUND}>
              {formatCount(found)} <span className="text-muted">({percent(reach)})</span>
            </TableCell>
            <TableCell column={APPROVED}>
              {precision === null ? (
                "N/A"
              ) : (
                <>
                  {percent(precision)}{" "}
                  <span className="text-muted">
                    ({Math.round(100 * low)} to {percent(high)})
                  </span>
                </>
              )}
            </TableCell>
            <TableCell column={LIFT}>{lift === null ? "N/A" : `${lift.toFixed(1)}×`}</TableCell>
            <TableCell column={DECISIVE}>{formatCount(decisive)}</TableCell>
          </TableRow>
        ))}
      </Table>
      <div className="flex flex-wrap items-center justify-between gap-3 border-t border-line px-5 py-3 max-md:px-4">
        <p className="min-w-60 flex-1 text-sm text-pretty text-muted">
          Found: decided leads with one of its keywords. In brackets behind the approved: where the truth lies 19 times
          of 20. Lift: how many times as often as all decided leads they were approved; 1.0× tells nothing. Decided by
          it: approved leads that reach the threshold only with its points.
        </p>
        {sorted.length > shown.length && (
          <Button size="small" onClick={() => setWhole(true)}>
            Show all {formatCount(sorted.length)} rules
          </Button>
        )}
      </div>
    </>
  );
}

export function InsightTableSkeleton() {
  return (
    <>
      <LoadingNote what="what decisions teach" />
      <Table label="How each rule does" columns={COLUMNS} aria-busy>
        <TableSkeleton columns={COLUMNS} rows={4} />
      </Table>
    </>
  );
}

function percent(share: number): string {
  return `${Math.round(100 * share)}%`;
}
