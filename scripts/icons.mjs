// Renders the app icons in src/web/public from favicon.svg with Chromium. Run it when the SVG changes:
// node scripts/icons.mjs
import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { chromium } from "playwright-core";
import { root } from "./project.mjs";

const PUBLIC = join(root, "src/web/public");

// Masks may cut off all but the inner 80% (W3C Web App Manifest), and Apple rounds corners, so there the background
// fills the square.
const ICONS = [
  { file: "icon-192.png", size: 192, inner: 1 },
  { file: "icon-512.png", size: 512, inner: 1 },
  { file: "icon-maskable-512.png", size: 512, inner: 0.76 },
  { file: "apple-touch-icon.png", size: 180, inner: 0.84 },
];

const svg = await readFile(join(PUBLIC, "favicon.svg"), "utf8");
const background = /fill="(#[0-9a-f]{6})"/.exec(svg)?.[1];
const executablePath = process.env["WINNOW_CHROMIUM"] ?? "/usr/bin/chromium";
const browser = await chromium.launch({ executablePath, args: ["--no-sandbox"] });
for (const { file, size, inner } of ICONS) {
  const page = await browser.newPage({ viewport: { width: size, height: size } });
  const side = Math.round(size * inner);
  const body = inner === 1 ? "transparent" : background;
  await page.setContent(
    `<style>body { margin: 0; height: 100vh; display: grid; place-items: center; background: ${body} }
     svg { width: ${side}px; height: ${side}px; display: block }</style>${svg}`,
  );
  await writeFile(join(PUBLIC, file), await page.screenshot({ omitBackground: true }));
  await page.close();
}
await browser.close();
