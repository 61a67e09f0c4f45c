import { existsSync } from "node:fs";
import { delimiter, join } from "node:path";
import { chromium } from "playwright-core";
import type { Browser } from "playwright-core";

/** Chromium without what a person sees around a page: it draws and runs the page with a third of the work. */
const BARE = "chromium-headless-shell";
const NAMES = ["chromium", "chromium-browser", "google-chrome", "google-chrome-stable", "chrome.exe"];
const APPS = [
  "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
  "/Applications/Chromium.app/Contents/MacOS/Chromium",
  String.raw`C:\Program Files\Google\Chrome\Application\chrome.exe`,
];

/**
 * Starts the machine's own Chromium or Chrome without a window and with a new profile, which its end removes; a `bare`
 * one where Debian's chromium-headless-shell is installed. Throws a sentence that says what to install when there is none.
 */
export function launchChromium({ bare = false } = {}): Promise<Browser> {
  return chromium.launch({
    executablePath: chromiumPath(bare ? [BARE, ...NAMES] : NAMES),
    args: [
      // Inside a container its sandbox does not start; the pages opened here are our own.
      "--no-sandbox",
      "--disable-gpu",
      "--disable-quic",
      "--no-first-run",
      // It talks to the server under test and to nobody else.
      "--disable-background-networking",
      "--disable-component-update",
      "--disable-sync",
      // One process for all pages of a profile: the second page finds it warm.
      ...(bare ? ["--renderer-process-limit=1"] : []),
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
