import { mkdir, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { Browser, Page } from "playwright-core";
import { launchChromium } from "#test/chromium.ts";
import { startDemo } from "#test/demo-process.ts";
import { palettePng } from "#test/palette-png.ts";
import { type Scene, SCENES } from "#test/screenshot-scenes.ts";

const FOLDER = join(import.meta.dirname, "../docs/screenshots");

interface Look {
  /** Ends the names of its pictures. */
  name: string;
  title: string;
  viewport: { width: number; height: number };
  colorScheme: "light" | "dark";
  isPhone: boolean;
}

const DESKTOP = { viewport: { width: 1440, height: 900 }, isPhone: false };
const PHONE = { viewport: { width: 390, height: 844 }, isPhone: true };
const LOOKS: readonly Look[] = [
  { name: "light", title: "light", colorScheme: "light", ...DESKTOP },
  { name: "dark", title: "dark", colorScheme: "dark", ...DESKTOP },
  { name: "phone-light", title: "on a phone, light", colorScheme: "light", ...PHONE },
  { name: "phone-dark", title: "on a phone, dark", colorScheme: "dark", ...PHONE },
];

// The gallery, taken from the demo as people with common screens see it.
const demo = await startDemo();
const browser = await launchChromium();
try {
  await rm(FOLDER, { recursive: true, force: true });
  await mkdir(FOLDER, { recursive: true });
  for (const look of LOOKS) await takeAll(browser, look);
  await writeFile(join(FOLDER, "README.md"), gallery());
} finally {
  await browser.close();
  await demo.stop();
}

async function takeAll(on: Browser, look: Look): Promise<void> {
  for (const scene of SCENES) {
    // Each begins as a new visitor, so that none shows what another has left open.
    const context = await on.newContext({
      baseURL: demo.url,
      viewport: look.viewport,
      colorScheme: look.colorScheme,
      isMobile: look.isPhone,
      hasTouch: look.isPhone,
      reducedMotion: "reduce",
      locale: "en-GB",
    });
    const page = await context.newPage();
    await scene.show(page);
    await take(page, fileName(scene, look));
    await context.close();
  }
}

/** Takes the picture once nothing is loading any more, and the letters are there. */
async function take(page: Page, name: string): Promise<void> {
  await page.locator("[aria-busy=true]").waitFor({ state: "detached" });
  await page.evaluate(() => document.fonts.ready);
  const picture = await page.screenshot();
  // An empty page: the product lets none of its own read a picture out of an address.
  const reader = await page.context().newPage();
  await writeFile(join(FOLDER, name), await palettePng(reader, picture));
}

function gallery(): string {
  const parts = SCENES.map((scene) => {
    const pictures = LOOKS.map((look) => `![${scene.title}, ${look.title}](${fileName(scene, look)})`);
    return `## ${scene.title}\n\n${pictures.join("\n")}\n`;
  });
  return `# Screenshots\n\nTaken from the demo by \`npm run screenshots\`.\n\n${parts.join("\n")}`;
}

function fileName({ name }: Scene, look: Look): string {
  return `${name}-${look.name}.png`;
}
