import { Component, type ReactNode } from "react";
import { Card } from "#web/ui/card.tsx";
import { ErrorPanel } from "#web/ui/error-panel.tsx";

interface Props {
  children: ReactNode;
}

/** The rest of the dashboard stands when the code of the figures cannot be loaded, as after an upgrade of the server. */
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
          title="The figures could not be shown"
          detail="Everything else on this page works. Load the page again to see them."
          retryLabel="Reload the page"
          onRetry={() => location.reload()}
        />
      </Card>
    );
  }
}
