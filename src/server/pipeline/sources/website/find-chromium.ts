import { existsSync } from "node:fs";

const USUAL_PLACES = [
  "/usr/bin/chromium",
  "/usr/bin/chromium-browser",
  "/usr/bin/google-chrome",
  "/usr/bin/google-chrome-stable",
  "/usr/local/bin/chromium",
  "/usr/local/bin/google-chrome",
  "/opt/google/chrome/chrome",
  "/snap/bin/chromium",
  "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
  "/Applications/Chromium.app/Contents/MacOS/Chromium",
  String.raw`C:\Program Files\Google\Chrome\Application\chrome.exe`,
];

/** Path of the operator's Chromium, or of one in a usual location; null if there is none. */
export function findChromium(named: string | undefined): string | null {
  if (named !== undefined) return existsSync(named) ? named : null;
  return USUAL_PLACES.find((path) => existsSync(path)) ?? null;
}
