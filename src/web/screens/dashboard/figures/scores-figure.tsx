import { useQuery } from "@tanstack/react-query";
import { useNavigate } from "react-router";
import type { ScoreDistribution } from "#shared/contract/dashboard.ts";
import { LIMITS } from "#shared/limits.ts";
import { scoreDistributionQuery } from "#web/api/dashboard.ts";
import { formatCount, formatCounted } from "#web/format/number.ts";
import { paths } from "#web/paths.ts";
import { BIN_WIDTH, countOf, scoreBins, scoresWords } from "#web/screens/dashboard/figures/score-bins.ts";
import { FIGURE_TITLES } from "#web/screens/dashboard/figures/figure-titles.ts";
import { QueryFailed } from "#web/actions/query-failed.tsx";
import { ChartLegend } from "#web/ui/chart/chart-legend.tsx";
import { ColumnChart } from "#web/ui/chart/column-chart.tsx";
import { FigureCard, FigureNote } from "#web/ui/chart/figure-card.tsx";
import { FigureSkeleton } from "#web/ui/chart/figure-skeleton.tsx";
import { FigureTable } from "#web/ui/chart/figure-table.tsx";
import { useMarks } from "#web/ui/chart/use-marks.ts";

const TITLE = FIGURE_TITLES.scores;
const { success, warning } = LIMITS.scoreBands;
const { min, max } = LIMITS.score;
const PAINTS = {
  success: "var(--color-success)",
  warning: "var(--color-warning)",
  neutral: "var(--color-neutral)",
} as const;
const BANDS = [
  { band: "neutral", from: min, to: warning - 1 },
  { band: "warning", from: warning, to: success - 1 },
  { band: "success", from: success, to: max },
] as const;
const TICKS = Array.from({ length: max / 10 + 1 }, (_, index) => ({
  at: (index * 10) / BIN_WIDTH,
  label: String(index * 10),
}));

/** Leads by score, with the threshold. */
export function ScoresFigure() {
  const scores = useQuery(scoreDistributionQuery);
  if (scores.data === undefined) {
    if (!scores.isError) return <FigureSkeleton title={TITLE} />;
    return (
      <FigureNote title={TITLE}>
        <QueryFailed what="the scores" query={scores} />
      </FigureNote>
    );
  }
  return (
    <FigureCard
      title={TITLE}
      sentence={scoresWords(scores.data)}
      chart={<Chart scores={scores.data} />}
      table={
        <FigureTable
          label={TITLE}
          columns={["Score", "Leads"]}
          rows={scores.data.counts.flatMap((count, score) =>
            count === 0 ? [] : [{ key: String(score), name: String(score), values: [formatCount(count)] }],
          )}
        />
      }
    />
  );
}

function Chart({ scores }: { scores: ScoreDistribution }) {
  const navigate = useNavigate();
  const bins = scoreBins(scores.counts);
  const columns = bins.map(({ from, to, count, band }) => ({
    key: String(from),
    label: `Score ${from} to ${to}: ${formatCounted(count, "lead")}`,
    href: paths.leads({ minScore: from, maxScore: to }),
    values: [count],
    paints: [PAINTS[band]],
  }));
  const marks = useMarks(columns.length, (index) => void navigate(columns[index]?.href ?? ""));
  const active = marks.active === null ? undefined : bins[marks.active];
  return (
    <div className="flex h-72 flex-col gap-3">
      <ChartLegend
        heading={
          active === undefined
            ? `All scores: ${formatCounted(countOf(scores.counts), "lead")}`
            : `Score ${active.from}\u{2013}${active.to}: ${formatCounted(active.count, "lead")}`
        }
        items={BANDS.map(({ band, from, to }) => ({
          name: `${from}\u{2013}${to}`,
          paint: PAINTS[band],
          value: formatCount(countOf(scores.counts.slice(from, to + 1))),
        }))}
      />
      <div className="min-h-0 flex-1">
        <ColumnChart
          label={`${TITLE}, one column per ${BIN_WIDTH} points`}
          columns={columns}
          marks={marks}
          ticks={TICKS}
          line={{ at: scores.threshold / BIN_WIDTH, label: `Threshold ${scores.threshold}` }}
        />
      </div>
    </div>
  );
}
