import { useSyncExternalStore } from "react";

export type Theme = "light" | "dark" | "system";

/** Also used in public/theme-boot.js, which applies the theme before the first paint. */
const STORAGE_KEY = "winnow-lead-generation-theme";

/** Page background for the browser's UI: --color-canvas of styles.css. */
const GROUND = { light: "#f8fafc", dark: "#0e1116" };

const SYSTEM_DARK = "(prefers-color-scheme: dark)";
const listeners = new Set<() => void>();
let theme: Theme = readTheme();

/** Never read: Chromium skips the event of a list whose new value was read before the next frame. */
const systemDark = matchMedia(SYSTEM_DARK);
systemDark.addEventListener("change", apply);
// Changed in another tab.
addEventListener("storage", ({ key }) => {
  if (key !== STORAGE_KEY && key !== null) return;
  theme = readTheme();
  apply();
});

/** The chosen theme, and whether the page is currently dark. */
export function useTheme(): { theme: Theme; isDark: boolean } {
  const chosen = useSyncExternalStore(subscribe, () => theme);
  const isDark = useSyncExternalStore(subscribe, isDarkNow);
  return { theme: chosen, isDark };
}

/** Applies and stores a theme; "system" follows the operating system. */
export function setTheme(next: Theme): void {
  theme = next;
  try {
    localStorage.setItem(STORAGE_KEY, next);
  } catch {
    // Without storage, the choice lasts until the page is closed.
  }
  apply();
}

function isDarkNow(): boolean {
  return theme === "dark" || (theme === "system" && matchMedia(SYSTEM_DARK).matches);
}

function apply(): void {
  const isDark = isDarkNow();
  document.documentElement.classList.toggle("dark", isDark);
  document.querySelector('meta[name="theme-color"]')?.setAttribute("content", isDark ? GROUND.dark : GROUND.light);
  for (const listener of listeners) listener();
}

function readTheme(): Theme {
  try {
    const stored = localStorage.getItem(STORAGE_KEY);
    return stored === "light" || stored === "dark" ? stored : "system";
  } catch {
    return "system";
  }
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
