import { Page } from "#web/layout/page.tsx";

export function RulesScreen() {
  return (
    <Page>
      <h2 className="sr-only">Overview</h2>
    </Page>
  );
}
