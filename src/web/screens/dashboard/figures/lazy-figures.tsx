import { lazy, Suspense } from "react";
import { FIGURE_TITLES } from "#web/screens/dashboard/figures/figure-titles.ts";
import { FiguresBoundary } from "#web/screens/dashboard/figures/figures-boundary.tsx";
import { FiguresGrid } from "#web/screens/dashboard/figures/figures-grid.tsx";
import { FigureSkeleton } from "#web/ui/chart/figure-skeleton.tsx";

const Figures = lazy(async () => ({
  default: (await import("#web/screens/dashboard/figures/figures.tsx")).Figures,
}));

/** The figures, loaded after the rest of the dashboard, which is what one comes for first. */
export function LazyFigures() {
  return (
    <FiguresBoundary>
      <Suspense fallback={<Placeholder />}>
        <Figures />
      </Suspense>
    </FiguresBoundary>
  );
}

function Placeholder() {
  return (
    <FiguresGrid>
      {Object.values(FIGURE_TITLES).map((title) => (
        <FigureSkeleton key={title} title={title} />
      ))}
    </FiguresGrid>
  );
}
