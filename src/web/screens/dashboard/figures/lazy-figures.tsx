import { Component, lazy, type ReactNode, Suspense, useEffect, useRef, useState } from "react";
import { FIGURE_TITLES } from "#web/screens/dashboard/figures/figure-titles.ts";
import { FiguresGrid } from "#web/screens/dashboard/figures/figures-grid.tsx";
import { Card } from "#web/ui/card.tsx";
import { FigureSkeleton } from "#web/ui/chart/figure-skeleton.tsx";
import { ErrorPanel } from "#web/ui/error-panel.tsx";

/** Keeps the dashboard working if the charts' code fails to load, such as after a server upgrade. */
class FiguresBoundary extends Component<Props, { hasFailed: boolean }> {
  override state = { hasFailed: false };

  static getDerivedStateFromError(): { hasFailed: boolean } {
    return { hasFailed: true };
  }

  override render(): ReactNode {
    if (!this.state.hasFailed) return this.props.children;
    return (
      <Card>
        <ErrorPanel
          title="Couldn't load charts"
          detail="Reload the page to see them."
          retryLabel="Reload page"
          onRetry={() => location.reload()}
        />
      </Card>
    );
  }
}

const Figures = lazy(async () => ({
  default: (await import("#web/screens/dashboard/figures/figures.tsx")).Figures,
}));

/** Load the charts this far before they scroll into view. */
const AHEAD = "400px";

/** Once loaded, they are shown immediately. */
let wasNear = false;

/** The charts are at the bottom of the dashboard, so they load when scrolled near. */
export function LazyFigures() {
  const [isNear, setIsNear] = useState(wasNear);
  const place = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (isNear || place.current === null) return undefined;
    const observer = new IntersectionObserver(
      (entries) => {
        wasNear ||= entries.some(({ isIntersecting }) => isIntersecting);
        setIsNear(wasNear);
      },
      { root: document.getElementById("main"), rootMargin: AHEAD },
    );
    observer.observe(place.current);
    return () => observer.disconnect();
  }, [isNear]);
  return (
    <div ref={place}>
      {isNear ? (
        <FiguresBoundary>
          <Suspense fallback={<Placeholder />}>
            <Figures />
          </Suspense>
        </FiguresBoundary>
      ) : (
        <Placeholder />
      )}
    </div>
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

interface Props {
  children: ReactNode;
}
