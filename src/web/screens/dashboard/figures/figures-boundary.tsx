import { Component, type ReactNode } from "react";
import { Card } from "#web/ui/card.tsx";
import { ErrorPanel } from "#web/ui/error-panel.tsx";

interface Props {
  children: ReactNode;
}

/** Keeps the dashboard working if the charts' code fails to load, such as after a server upgrade. */
export class FiguresBoundary extends Component<Props, { hasFailed: boolean }> {
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
