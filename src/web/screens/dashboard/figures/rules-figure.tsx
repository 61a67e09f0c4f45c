import { useQuery } from "@tanstack/react-query";
import { ListFilter } from "lucide-react";
import { Link, useNavigate } from "react-router";
import type { RuleContributions } from "#shared/contract/dashboard.ts";
import { ruleContributionsQuery } from "#web/api/dashboard.ts";
import { formatCount, formatCounted } from "#web/format/number.ts";
import { paths } from "#web/paths.ts";
import { byWorth, rulesSentence } from "#web/screens/dashboard/figures/rule-order.ts";
import { FIGURE_TITLES } from "#web/screens/dashboard/figures/figure-titles.ts";
import { QueryFailed } from "#web/actions/query-failed.tsx";
import { buttonClass } from "#web/ui/button-class.ts";
import { BarRow } from "#web/ui/chart/bar-row.tsx";
import { ChartLegend } from "#web/ui/chart/chart-legend.tsx";
import { FigureCard, FigureNote } from "#web/ui/chart/figure-card.tsx";
import { FigureSkeleton } from "#web/ui/chart/figure-skeleton.tsx";
import { FigureTable } from "#web/ui/chart/figure-table.tsx";
import { seriesPaint } from "#web/ui/chart/series.ts";
import { useMarks } from "#web/ui/chart/use-marks.ts";
import { EmptyState } from "#web/ui/empty-state.tsx";
import { RelativeTime } from "#web/ui/relative-time.tsx";

const TITLE = FIGURE_TITLES.rules;
/** As many as fit; the table shows all. */
const SHOWN = 5;

type Rule = RuleContributions["rules"][number];

/** Segments of a rule's bar, which add up to the leads it matched. */
const PARTS = [
  { name: "Only by this rule", paint: seriesPaint(0), of: (rule: Rule) => rule.decisive },
  { name: "Qualified anyway", paint: seriesPaint(1), of: (rule: Rule) => rule.qualified - rule.decisive },
  { name: "Not qualified", paint: seriesPaint(6), of: (rule: Rule) => rule.leads - rule.qualified },
] as const;

export function RulesFigure() {
  const contributions = useQuery(ruleContributionsQuery);
  const { data } = contributions;
  if (data === undefined) {
    if (!contributions.isError) return <FigureSkeleton title={TITLE} />;
    return (
      <FigureNote title={TITLE}>
        <QueryFailed what="the rule performance" query={contributions} />
      </FigureNote>
    );
  }
  if (data.rules.length === 0) {
    return (
      <FigureNote title={TITLE}>
        <EmptyState
          icon={<ListFilter />}
          title="No active rules"
          text="See how many leads each rule matches and qualifies."
          action={
            <Link to={paths.newRule()} className={buttonClass()}>
              Create rule
            </Link>
          }
        />
      </FigureNote>
    );
  }
  return (
    <FigureCard
      title={TITLE}
      sentence={rulesSentence(data.rules)}
      chart={<Chart contributions={data} />}
      table={
        <FigureTable
          label={TITLE}
          columns={["Rule", "Leads", "Points", "Qualified", "Only by this rule"]}
          rows={byWorth(data.rules).map(({ ruleId, name, leads, points, qualified, decisive }) => ({
            key: ruleId,
            name,
            values: [leads, points, qualified, decisive].map(formatCount),
          }))}
        />
      }
    />
  );
}

function Chart({ contributions: { at, rules } }: { contributions: RuleContributions }) {
  const navigate = useNavigate();
  const shown = byWorth(rules).slice(0, SHOWN);
  const most = Math.max(1, ...shown.map(({ leads }) => leads));
  const marks = useMarks(shown.length, () => void navigate(paths.rules()));
  const active = marks.active === null ? undefined : shown[marks.active];
  return (
    <div className="flex flex-col gap-2">
      <ChartLegend
        heading={
          active === undefined ? (
            <>
              {rules.length > shown.length ? `Top ${shown.length} of ${rules.length} rules` : "All rules"}{" "}
              <span className="font-normal text-muted">
                Updated: <RelativeTime time={at} />
              </span>
            </>
          ) : (
            `${active.name}: ${formatCounted(active.leads, "lead")}`
          )
        }
        items={PARTS.map(({ name, paint, of }) => ({
          name,
          paint,
          value: active === undefined ? undefined : formatCount(of(active)),
        }))}
      />
      <ul {...marks.group} aria-label={`${TITLE}, one bar per rule`} className="-mx-2 flex flex-col">
        {shown.map((rule, index) => (
          <li key={rule.ruleId}>
            <BarRow
              mark={marks.mark(index)}
              href={paths.rules()}
              name={rule.name}
              note={rule.leads === 0 ? "no matches" : `${formatCount(rule.decisive)} only by this rule`}
              value={formatCount(rule.leads)}
              heard={` ${rule.leads === 1 ? "lead" : "leads"}, ${formatCount(rule.qualified)} qualified`}
              parts={PARTS.map(({ paint, of }) => ({ share: (100 * of(rule)) / most, paint }))}
            />
          </li>
        ))}
      </ul>
    </div>
  );
}
