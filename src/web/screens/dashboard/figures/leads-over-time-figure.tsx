import { useQuery } from "@tanstack/react-query";
import { ChartColumn } from "lucide-react";
import { useNavigate, useSearchParams } from "react-router";
import type { LeadsOverTime } from "#shared/contract/dashboard.ts";
import { leadsOverTimeQuery } from "#web/api/dashboard.ts";
import { formatCount, formatCounted } from "#web/format/number.ts";
import { paths, withParameters } from "#web/paths.ts";
import { dayInTable, longDay, shortDay, spanOfDay } from "#web/screens/dashboard/figures/day-words.ts";
import {
  overTimeSentence,
  type SourceKind,
  sourcesOf,
  totalOf,
} from "#web/screens/dashboard/figures/leads-over-time.ts";
import { FIGURE_TITLES } from "#web/screens/dashboard/figures/figure-titles.ts";
import { QueryFailed } from "#web/actions/query-failed.tsx";
import { ChartLegend } from "#web/ui/chart/chart-legend.tsx";
import { ColumnChart } from "#web/ui/chart/column-chart.tsx";
import { FigureCard, FigureNote } from "#web/ui/chart/figure-card.tsx";
import { FigureSkeleton } from "#web/ui/chart/figure-skeleton.tsx";
import { FigureTable } from "#web/ui/chart/figure-table.tsx";
import { seriesPaint } from "#web/ui/chart/series.ts";
import { useMarks } from "#web/ui/chart/use-marks.ts";
import { EmptyState } from "#web/ui/empty-state.tsx";
import { useNow } from "#web/ui/now.ts";
import { Segments } from "#web/ui/segments.tsx";

const TITLE = FIGURE_TITLES.overTime;
const SPANS = [
  { value: "30", label: "30 days" },
  { value: "90", label: "90 days" },
] as const;
type Span = (typeof SPANS)[number]["value"];

/** Daily new leads by source; the range is stored in the URL. */
export function LeadsOverTimeFigure() {
  const [search, setSearch] = useSearchParams();
  const span: Span = search.get("days") === "90" ? "90" : "30";
  const overTime = useQuery(leadsOverTimeQuery(Number(span), useNow()));
  const choose = (value: Span): void =>
    setSearch(withParameters({ days: value === "30" ? null : value }), { preventScrollReset: true, replace: true });
  const choice = <Segments label="Days shown" options={SPANS} value={span} onChange={choose} />;
  if (overTime.data === undefined) {
    if (!overTime.isError) return <FigureSkeleton title={TITLE} />;
    return (
      <FigureNote title={TITLE} actions={choice}>
        <QueryFailed what="the leads over time" query={overTime} />
      </FigureNote>
    );
  }
  const { days } = overTime.data;
  const sources = sourcesOf(days);
  if (sources.length === 0) {
    return (
      <FigureNote title={TITLE} actions={choice}>
        <EmptyState
          icon={<ChartColumn />}
          title={`No leads in the last ${days.length} days`}
          text="New leads per day and source will appear here."
        />
      </FigureNote>
    );
  }
  return (
    <FigureCard
      title={TITLE}
      sentence={overTimeSentence(days, sources)}
      actions={choice}
      chart={<Chart key={days.length} days={days} sources={sources} />}
      table={
        <FigureTable
          label={TITLE}
          columns={["Day", ...sources.map(({ name }) => name), "All"]}
          rows={days.toReversed().map((day) => ({
            key: day.day,
            name: dayInTable(day.day),
            values: [...sources.map(({ kind }) => formatCount(day.bySource[kind])), formatCount(totalOf(day))],
          }))}
        />
      }
    />
  );
}

function Chart({ days, sources }: { days: LeadsOverTime["days"]; sources: readonly SourceKind[] }) {
  const navigate = useNavigate();
  const columns = days.map((day) => {
    const parts = sources.flatMap(({ kind, name }) => {
      const count = day.bySource[kind] ?? 0;
      return count === 0 ? [] : [`${name} ${formatCount(count)}`];
    });
    return {
      key: day.day,
      label: [`${longDay(day.day)}: ${formatCounted(totalOf(day), "lead")}`, ...parts].join(", "),
      href: paths.leads(spanOfDay(day.day)),
      values: sources.map(({ kind }) => day.bySource[kind] ?? 0),
      paints: sources.map(({ place }) => seriesPaint(place)),
    };
  });
  const marks = useMarks(columns.length, (index) => void navigate(columns[index]?.href ?? ""), columns.length - 1);
  const active = marks.active === null ? undefined : days[marks.active];
  const total = sources.reduce((sum, source) => sum + source.total, 0);
  return (
    <div className="flex h-72 flex-col gap-3">
      <ChartLegend
        heading={
          active === undefined
            ? `All ${days.length} days: ${formatCounted(total, "lead")}`
            : `${longDay(active.day)}: ${formatCounted(totalOf(active), "lead")}`
        }
        items={sources.map((source) => ({
          name: source.name,
          paint: seriesPaint(source.place),
          value: formatCount(active === undefined ? source.total : active.bySource[source.kind]),
        }))}
      />
      <div className="min-h-0 flex-1">
        <ColumnChart
          label={`${TITLE}, one column per day`}
          columns={columns}
          marks={marks}
          ticks={days.map(({ day }, index) => ({ at: index + 0.5, label: shortDay(day) }))}
        />
      </div>
    </div>
  );
}
