import { ErrorPanel } from "#web/ui/error-panel.tsx";

/**
 * What stands in place of a screen that failed. Loading the page again also cures the usual cause: the server was
 * upgraded and the code of a screen not yet visited has another name now.
 */
export function RouteError() {
  return (
    <ErrorPanel
      title="This page could not be shown"
      detail="Your data is safe. Load the page again; if that does not help, tell whoever runs Winnow what you were doing."
      retryLabel="Reload the page"
      onRetry={() => location.reload()}
    />
  );
}
