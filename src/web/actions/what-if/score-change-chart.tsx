import { ChartColumn as ChartIcon, Table2 } from "lucide-react";
import { useState } from "react";
import type { WhatIfResult } from "#shared/contract/what-if.ts";
import { LIMITS } from "#shared/limits.ts";
import { formatCount, formatCounted } from "#web/format/number.ts";
import { paths } from "#web/paths.ts";
import { Button } from "#web/ui/button.tsx";
import { ChartLegend } from "#web/ui/chart/chart-legend.tsx";
import { ColumnChart } from "#web/ui/chart/column-chart.tsx";
import { FigureTable } from "#web/ui/chart/figure-table.tsx";
import { useMarks } from "#web/ui/chart/use-marks.ts";

const { max } = LIMITS.score;
const WIDTH = 10;
const LABEL = "Scores before and after";
const NOW = { name: "Now", paint: "var(--color-series-7)" };
const THEN = { name: "After", paint: "var(--color-series-1)" };
const TICKS = Array.from({ length: max / WIDTH + 1 }, (_, at) => ({ at, label: String(at * WIDTH) }));

type Counts = Pick<WhatIfResult, "before" | "after" | "total">;

/** Leads per score before and after, as side-by-side columns or a table. */
export function ScoreChangeChart({ counts, threshold }: { counts: Counts; threshold: number | undefined }) {
  const [isTable, setTable] = useState(false);
  const bins = counts.before.map((before, at) => {
    const from = at * WIDTH;
    const to = Math.min(max, from + WIDTH - 1);
    return {
      from,
      to,
      name: from === to ? String(from) : `${from}\u{2013}${to}`,
      before,
      after: counts.after[at] ?? 0,
    };
  });
  return (
    <div>
      <div className="h-56">
        {isTable ? (
          <FigureTable
            label={LABEL}
            columns={["Score", NOW.name, THEN.name]}
            rows={bins.map(({ name, before, after }) => ({
              key: name,
              name,
              values: [formatCount(before), formatCount(after)],
            }))}
          />
        ) : (
          <Columns bins={bins} total={counts.total} threshold={threshold} />
        )}
      </div>
      <Button
        variant="ghost"
        size="small"
        icon={isTable ? <ChartIcon aria-hidden /> : <Table2 aria-hidden />}
        onClick={() => setTable(!isTable)}
        className="mt-1 -ml-2.5"
      >
        {isTable ? "Show as chart" : "Show as table"}
      </Button>
    </div>
  );
}

interface Bin {
  from: number;
  to: number;
  name: string;
  before: number;
  after: number;
}

function Columns({ bins, total, threshold }: { bins: readonly Bin[]; total: number; threshold: number | undefined }) {
  const columns = bins.map(({ from, to, name, before, after }) => ({
    key: name,
    label: `Score ${name}: ${formatCount(before)} now, ${formatCount(after)} after`,
    href: paths.leads({ minScore: from, maxScore: to }),
    values: [before, after],
    paints: [NOW.paint, THEN.paint],
  }));
  const marks = useMarks(columns.length, (index) => window.open(columns[index]?.href, "_blank", "noopener"));
  const active = marks.active === null ? undefined : bins[marks.active];
  return (
    <div className="flex h-full flex-col gap-2">
      <ChartLegend
        heading={active === undefined ? `All scores: ${formatCounted(total, "lead")}` : `Score ${active.name}`}
        items={[
          { ...NOW, value: active && formatCount(active.before) },
          { ...THEN, value: active && formatCount(active.after) },
        ]}
      />
      <div className="min-h-0 flex-1">
        <ColumnChart
          label={LABEL}
          layout="side-by-side"
          columns={columns}
          marks={marks}
          ticks={TICKS}
          {...(threshold !== undefined && { line: { at: threshold / WIDTH, label: `Threshold ${threshold}` } })}
        />
      </div>
    </div>
  );
}
