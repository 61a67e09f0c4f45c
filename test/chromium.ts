import { existsSync } from "node:fs";
import { delimiter, join } from "node:path";
import { chromium } from "playwright-core";
import type { Browser } from "playwright-core";

/** Chromium without a browser interface: it renders and runs pages with a third of the work. */
const BARE = "chromium-headless-shell";
const NAMES = ["chromium", "chromium-browser", "google-chrome", "google-chrome-stable", "chrome.exe"];
const APPS = [
  "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
  "/Applications/Chromium.app/Contents/MacOS/Chromium",
  String.raw`C:\Program Files\Google\Chrome\Application\chrome.exe`,
];

/**
 * Pages live for a second or two: fully optimizing their scripts and collecting garbage in parallel would cost more than
 * it saves. V8's middle tier, Maglev, halves the cost of accessibility checks.
 */
const SHORT_LIVED_PAGES = [
  // One process for all pages of a profile, so that the second page starts warm.
  "--renderer-process-limit=1",
  "--js-flags=--no-opt --min-semi-space-size=32 --single-threaded-gc",
];

let shared: Promise<Browser> | null = null;

/** The shared Chromium of all test files in this process; it ends with the process. */
export async function sharedChromium(): Promise<Browser> {
  const browser = await (shared ??= launchChromium({ bare: true }));
  if (browser.isConnected()) return browser;
  shared = null;
  return sharedChromium();
}

/**
 * Starts the machine's own Chromium or Chrome headless with a new profile, which is removed at its end; a `bare` one
 * where Debian's chromium-headless-shell is installed. Throws an Error that says what to install when there is none.
 */
export function launchChromium({ bare = false } = {}): Promise<Browser> {
  return chromium.launch({
    executablePath: chromiumPath(bare ? [BARE, ...NAMES] : NAMES),
    args: [
      // Its sandbox doesn't start inside a container; the pages opened here are our own.
      "--no-sandbox",
      "--disable-gpu",
      "--disable-quic",
      "--no-first-run",
      // It talks only to the server under test.
      "--disable-background-networking",
      "--disable-component-update",
      "--disable-sync",
      ...(bare ? SHORT_LIVED_PAGES : []),
    ],
  });
}

function chromiumPath(names: readonly string[]): string {
  const folders = (process.env["PATH"] ?? "").split(delimiter);
  const found = [...names.flatMap((name) => folders.map((folder) => join(folder, name))), ...APPS].find(existsSync);
  if (found === undefined) {
    throw new Error("Chromium was not found. Install Chromium or Chrome (Debian: apt-get install chromium).");
  }
  return found;
}
