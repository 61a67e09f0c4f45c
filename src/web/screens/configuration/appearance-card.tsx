import { ThemeChoice } from "#web/layout/theme-choice.tsx";
import { Card } from "#web/ui/card.tsx";

/** Applies immediately and only in this browser, so it isn't part of the form. */
export function AppearanceCard() {
  return (
    <Card title="Appearance" description="Light by default, dark if your system prefers it.">
      <div className="flex flex-col gap-2">
        <ThemeChoice withWords />
        <p className="text-sm text-muted">Saved in this browser.</p>
      </div>
    </Card>
  );
}
