import { ThemeChoice } from "#web/layout/theme-choice.tsx";
import { Card } from "#web/ui/card.tsx";

/** Applies immediately and only in this browser, so it isn't part of the form. */
export function AppearanceCard() {
  return (
    <Card title="Appearance" description="Light by default, dark if your system prefers it.">
      <ThemeChoice withWords />
    </Card>
  );
}
