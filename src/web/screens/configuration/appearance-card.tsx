import { ThemeChoice } from "#web/layout/theme-choice.tsx";
import { Card } from "#web/ui/card.tsx";

/** Holds at once and in this browser alone, so it is not part of the form. */
export function AppearanceCard() {
  return (
    <Card title="Appearance" description="Light by default, dark where this computer prefers dark.">
      <div className="flex flex-col gap-2">
        <ThemeChoice withWords />
        <p className="text-sm text-muted">A choice holds at once, in this browser.</p>
      </div>
    </Card>
  );
}
