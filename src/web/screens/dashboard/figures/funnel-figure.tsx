import { useQuery } from "@tanstack/react-query";
import { useNavigate } from "react-router";
import type { Funnel } from "#shared/contract/dashboard.ts";
import { funnelQuery } from "#web/api/dashboard.ts";
import { formatCount, formatCounted, formatPercent } from "#web/format/number.ts";
import { paths } from "#web/paths.ts";
import { FIGURE_TITLES } from "#web/screens/dashboard/figures/figure-titles.ts";
import { QueryFailed } from "#web/actions/query-failed.tsx";
import { BarRow } from "#web/ui/chart/bar-row.tsx";
import { FigureCard, FigureNote } from "#web/ui/chart/figure-card.tsx";
import { FigureSkeleton } from "#web/ui/chart/figure-skeleton.tsx";
import { FigureTable } from "#web/ui/chart/figure-table.tsx";
import { seriesPaint } from "#web/ui/chart/series.ts";
import { useMarks } from "#web/ui/chart/use-marks.ts";

const TITLE = FIGURE_TITLES.funnel;

interface Stage {
  key: keyof Funnel;
  name: string;
  /** The previous stage, as in "40.0% of received". */
  before: string;
  href: string;
}

const STAGES: readonly Stage[] = [
  { key: "received", name: "Received", before: "", href: paths.leads() },
  { key: "matched", name: "Matched a rule", before: "of received", href: paths.leads({ minScore: 1 }) },
  { key: "qualified", name: "Qualified", before: "of matched", href: paths.leads({ stage: "qualified" }) },
  { key: "approved", name: "Approved", before: "of qualified", href: paths.leads({ status: "approved" }) },
];

/** Each stage with its share of the previous one. */
export function FunnelFigure() {
  const funnel = useQuery(funnelQuery);
  const { data } = funnel;
  if (data === undefined) {
    if (!funnel.isError) return <FigureSkeleton title={TITLE} />;
    return (
      <FigureNote title={TITLE}>
        <QueryFailed what="the funnel" query={funnel} />
      </FigureNote>
    );
  }
  return (
    <FigureCard
      title={TITLE}
      sentence={`${formatCount(data.qualified)} of ${formatCounted(data.received, "lead")} qualified, ${formatCount(data.approved)} approved.`}
      chart={<Chart funnel={data} />}
      table={
        <FigureTable
          label={TITLE}
          columns={["Stage", "Leads", "% of previous stage", "% of received"]}
          rows={STAGES.map(({ key, name }, index) => ({
            key,
            name,
            values: [
              formatCount(data[key]),
              index === 0 ? "" : formatPercent(shareBefore(data, index)),
              formatPercent(share(data[key], data.received)),
            ],
          }))}
        />
      }
    />
  );
}

function Chart({ funnel }: { funnel: Funnel }) {
  const navigate = useNavigate();
  const marks = useMarks(STAGES.length, (index) => void navigate(STAGES[index]?.href ?? ""));
  return (
    <ul
      {...marks.group}
      aria-label={`${TITLE}, one bar per stage`}
      className="-mx-2 flex h-72 flex-col justify-between"
    >
      {STAGES.map(({ key, name, before, href }, index) => {
        const part = index === 0 ? "" : `${formatPercent(shareBefore(funnel, index))} ${before}`;
        return (
          <li key={key}>
            <BarRow
              mark={marks.mark(index)}
              href={href}
              name={name}
              note={part}
              value={formatCount(funnel[key])}
              heard={funnel[key] === 1 ? " lead" : " leads"}
              parts={[{ share: share(funnel[key], funnel.received), paint: seriesPaint(0) }]}
            />
          </li>
        );
      })}
    </ul>
  );
}

function shareBefore(funnel: Funnel, index: number): number {
  const before = STAGES[index - 1];
  const stage = STAGES[index];
  return before === undefined || stage === undefined ? 100 : share(funnel[stage.key], funnel[before.key]);
}

function share(part: number, whole: number): number {
  return whole === 0 ? 0 : (100 * part) / whole;
}
