import { Page } from "#web/layout/page.tsx";

export function EmailSettingsScreen() {
  return (
    <Page>
      <h2 className="sr-only">Overview</h2>
    </Page>
  );
}
