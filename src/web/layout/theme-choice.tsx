import { Monitor, Moon, Sun } from "lucide-react";
import { RadioGroup } from "radix-ui";
import { setTheme, type Theme, useTheme } from "#web/layout/theme.ts";

const CHOICES = [
  { theme: "light", label: "Light theme", Icon: Sun },
  { theme: "dark", label: "Dark theme", Icon: Moon },
  { theme: "system", label: "System theme", Icon: Monitor },
] as const satisfies { theme: Theme; label: string; Icon: unknown }[];

/** All three themes at the foot of the sidebar; the header's toggle knows only the two one sees. */
export function ThemeChoice() {
  const { theme } = useTheme();
  return (
    <RadioGroup.Root
      aria-label="Appearance"
      orientation="horizontal"
      value={theme}
      onValueChange={(value) => setTheme(CHOICES.find((choice) => choice.theme === value)?.theme ?? "system")}
      className="flex gap-0.5 rounded-md border border-line bg-surface p-0.5"
    >
      {CHOICES.map(({ theme: value, label, Icon }) => (
        <RadioGroup.Item
          key={value}
          value={value}
          aria-label={label}
          title={label}
          className="inline-flex h-7 flex-1 items-center justify-center rounded-sm text-muted transition-colors duration-120 hover:text-ink data-[state=checked]:bg-sunken data-[state=checked]:text-ink touch:h-11"
        >
          <Icon aria-hidden className="size-4" />
        </RadioGroup.Item>
      ))}
    </RadioGroup.Root>
  );
}
