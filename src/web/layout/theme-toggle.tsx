import { Moon, Sun } from "lucide-react";
import { setTheme, useTheme } from "#web/layout/theme.ts";
import { IconButton } from "#web/ui/icon-button.tsx";

/** Toggles between light and dark, even if "system" was chosen. */
export function ThemeToggle() {
  const { isDark } = useTheme();
  return (
    <IconButton
      label={isDark ? "Switch to light theme" : "Switch to dark theme"}
      icon={isDark ? <Sun aria-hidden /> : <Moon aria-hidden />}
      onClick={() => setTheme(isDark ? "light" : "dark")}
    />
  );
}
