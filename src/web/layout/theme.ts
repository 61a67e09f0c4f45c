import { useSyncExternalStore } from "react";

export type Theme = "light" | "dark" | "system";

/** The same key stands in public/theme-boot.js, which applies the choice before the first paint. */
const STORAGE_KEY = "winnow-lead-generation-theme";

/** The ground of the page, for what the browser draws around it: --color-canvas of styles.css. */
const GROUND = { light: "#f8fafc", dark: "#0e1116" };

const systemDark = matchMedia("(prefers-color-scheme: dark)");
const listeners = new Set<() => void>();
let theme: Theme = readTheme();

systemDark.addEventListener("change", apply);
// Another tab of the same browser chose.
addEventListener("storage", ({ key }) => {
  if (key !== STORAGE_KEY && key !== null) return;
  theme = readTheme();
  apply();
});

/** The chosen theme, and whether the page is dark now. */
export function useTheme(): { theme: Theme; isDark: boolean } {
  const chosen = useSyncExternalStore(subscribe, () => theme);
  const isDark = useSyncExternalStore(subscribe, isDarkNow);
  return { theme: chosen, isDark };
}

/** Applies a theme and remembers it; "system" follows the operating system from then on. */
export function setTheme(next: Theme): void {
  theme = next;
  try {
    localStorage.setItem(STORAGE_KEY, next);
  } catch {
    // Storage is switched off: the choice lasts as long as the page.
  }
  apply();
}

function isDarkNow(): boolean {
  return theme === "dark" || (theme === "system" && systemDark.matches);
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
