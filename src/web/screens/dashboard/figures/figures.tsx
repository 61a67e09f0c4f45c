import { useQuery } from "@tanstack/react-query";
import { ChartColumn } from "lucide-react";
import { Link } from "react-router";
import { IfAllowed } from "#web/actions/if-allowed.tsx";
import { funnelQuery } from "#web/api/dashboard.ts";
import { paths } from "#web/paths.ts";
import { FiguresGrid } from "#web/screens/dashboard/figures/figures-grid.tsx";
import { FunnelFigure } from "#web/screens/dashboard/figures/funnel-figure.tsx";
import { LeadsOverTimeFigure } from "#web/screens/dashboard/figures/leads-over-time-figure.tsx";
import { RulesFigure } from "#web/screens/dashboard/figures/rules-figure.tsx";
import { ScoresFigure } from "#web/screens/dashboard/figures/scores-figure.tsx";
import { buttonClass } from "#web/ui/button-class.ts";
import { Card } from "#web/ui/card.tsx";
import { SeriesPatterns } from "#web/ui/chart/series-patterns.tsx";
import { EmptyState } from "#web/ui/empty-state.tsx";

/** The dashboard's charts, or a single card while there is no data. */
export function Figures() {
  const { data } = useQuery(funnelQuery);
  if (data?.received === 0) {
    return (
      <Card title="Charts">
        <EmptyState
          icon={<ChartColumn />}
          title="No data yet"
          text="Charts of your leads, scores and rules will appear here."
          action={
            <IfAllowed to="manage">
              <Link to={paths.dataSources()} className={buttonClass()}>
                Connect source
              </Link>
            </IfAllowed>
          }
        />
      </Card>
    );
  }
  return (
    <FiguresGrid>
      <SeriesPatterns />
      <LeadsOverTimeFigure />
      <FunnelFigure />
      <ScoresFigure />
      <RulesFigure />
    </FiguresGrid>
  );
}
