import { useState } from "react";
import type { RuleInsight } from "#shared/contract/learning.ts";
import { formatCount } from "#web/format/number.ts";
import { Button } from "#web/ui/button.tsx";
import { type Column, Table, TableCell, TableRow } from "#web/ui/table.tsx";
import { Truncate } from "#web/ui/truncate.tsx";

const NAME = { title: "Rule" } satisfies Column;
const FOUND = { title: "Matches", align: "right", className: "w-36" } satisfies Column;
const APPROVED = { title: "Approved", align: "right", className: "w-48" } satisfies Column;
const LIFT = { title: "Vs. average", align: "right", className: "w-32" } satisfies Column;
const DECISIVE = {
  title: "Qualified only by this rule",
  align: "right",
  className: "w-56 md:max-lg:hidden",
} satisfies Column;
const COLUMNS: readonly Column[] = [NAME, FOUND, APPROVED, LIFT, DECISIVE];

/** The rules with the most matches matter most. */
const SHOWN = 10;

/** Each rule's matches among decided leads, and their approval compared to the rest. */
export function InsightTable({ rules }: { rules: readonly RuleInsight[] }) {
  const [isWhole, setWhole] = useState(false);
  const sorted = rules.toSorted((a, b) => b.found - a.found);
  const shown = isWhole ? sorted : sorted.slice(0, SHOWN);
  return (
    <>
      <Table label="Rule performance" columns={COLUMNS}>
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
        <div className="min-w-60 flex-1 text-sm text-pretty text-muted">
          Matches: decided leads with one of the rule's keywords. Approved: how many of those were approved, with the
          95% confidence interval. Vs. average: approval rate compared to all decided leads; 1.0× is average. Qualified
          only by this rule: approved leads that reach the threshold only with its points.
        </div>
        {sorted.length > shown.length && (
          <Button size="small" onClick={() => setWhole(true)}>
            Show all {formatCount(sorted.length)} rules
          </Button>
        )}
      </div>
    </>
  );
}

function percent(share: number): string {
  return `${Math.round(100 * share)}%`;
}
