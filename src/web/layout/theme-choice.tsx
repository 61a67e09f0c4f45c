import { Monitor, Moon, Sun } from "lucide-react";
import { useId } from "react";
import { setTheme, type Theme, useTheme } from "#web/layout/theme.ts";
import { classNames } from "#web/ui/class-names.ts";

const CHOICES = [
  { theme: "light", word: "Light", Icon: Sun },
  { theme: "dark", word: "Dark", Icon: Moon },
  { theme: "system", word: "System", Icon: Monitor },
] as const satisfies { theme: Theme; word: string; Icon: unknown }[];

/** All three themes; the header's toggle only offers light and dark. The sidebar's footer has no room for labels. */
export function ThemeChoice({ withWords = false }: { withWords?: boolean }) {
  const { theme } = useTheme();
  const name = useId();
  return (
    <div
      role="radiogroup"
      aria-label="Appearance"
      className="flex gap-0.5 rounded-md border border-line bg-surface p-0.5"
    >
      {CHOICES.map(({ theme: value, word, Icon }) => (
        <label
          key={value}
          title={`${word} theme`}
          className={classNames(
            "relative inline-flex h-7 flex-1 items-center justify-center gap-1.5 rounded-sm transition-colors duration-120 touch:h-11",
            "has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-focus",
            value === theme
              ? "bg-sunken text-ink forced-colors:bg-[Highlight] forced-colors:text-[HighlightText] forced-colors:forced-color-adjust-none"
              : "text-muted hover:text-ink",
          )}
        >
          {/* Covers the label, so that it can be pressed itself. */}
          <input
            type="radio"
            name={name}
            aria-label={`${word} theme`}
            checked={value === theme}
            onChange={() => setTheme(value)}
            className="absolute inset-0 cursor-pointer appearance-none"
          />
          <Icon aria-hidden className="size-4" />
          {withWords && word}
        </label>
      ))}
    </div>
  );
}
