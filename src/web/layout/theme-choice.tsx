import { Monitor, Moon, Sun } from "lucide-react";
import { RadioGroup } from "radix-ui";
import { setTheme, type Theme, useTheme } from "#web/layout/theme.ts";

const CHOICES = [
  { theme: "light", word: "Light", Icon: Sun },
  { theme: "dark", word: "Dark", Icon: Moon },
  { theme: "system", word: "System", Icon: Monitor },
] as const satisfies { theme: Theme; word: string; Icon: unknown }[];

/** All three themes; the header's toggle only offers light and dark. The sidebar's footer has no room for labels. */
export function ThemeChoice({ withWords = false }: { withWords?: boolean }) {
  const { theme } = useTheme();
  return (
    <RadioGroup.Root
      aria-label="Appearance"
      orientation="horizontal"
      value={theme}
      onValueChange={(value) => setTheme(CHOICES.find((choice) => choice.theme === value)?.theme ?? "system")}
      className="flex gap-0.5 rounded-md border border-line bg-surface p-0.5"
    >
      {CHOICES.map(({ theme: value, word, Icon }) => (
        <RadioGroup.Item
          key={value}
          value={value}
          aria-label={`${word} theme`}
          title={`${word} theme`}
          className="inline-flex h-7 flex-1 items-center justify-center gap-1.5 rounded-sm text-muted transition-colors duration-120 hover:text-ink data-[state=checked]:bg-sunken data-[state=checked]:text-ink touch:h-11 forced-colors:data-[state=checked]:bg-[Highlight] forced-colors:data-[state=checked]:text-[HighlightText] forced-colors:data-[state=checked]:forced-color-adjust-none"
        >
          <Icon aria-hidden className="size-4" />
          {withWords && word}
        </RadioGroup.Item>
      ))}
    </RadioGroup.Root>
  );
}
