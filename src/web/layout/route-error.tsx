import { ErrorPanel, IsExplained } from "#web/ui/error-panel.tsx";

/**
 * Shown in place of a failed screen. Reloading also fixes the usual cause: a server upgrade renamed the code of a
 * screen not visited yet.
 */
export function RouteError() {
  return (
    // Unlike data, code isn't loaded again once the server is back.
    <IsExplained value={false}>
      <ErrorPanel
        title="Couldn't load this page"
        detail="Your data is safe. Reload the page. If that doesn't help, contact your administrator."
        retryLabel="Reload page"
        onRetry={() => location.reload()}
      />
    </IsExplained>
  );
}
