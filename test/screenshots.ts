import { mkdir, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { Browser, Page } from "playwright-core";
import { launchChromium } from "#test/chromium.ts";
import { startDemo } from "#test/demo-process.ts";
import { palettePng } from "#test/palette-png.ts";
import { type Scene, SCENES } from "#test/screenshot-scenes.ts";

const FOLDER = join(import.meta.dirname, "../docs/screenshots");

interface Look {
  /** The suffix of its pictures' names. */
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

// The gallery, taken from the demo at common screen sizes.
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
    // Each starts as a new visitor, so that none shows what another has left open.
    const context = await on.newContext({
      baseURL: demo.url,
      viewport: look.viewport,
      colorScheme: look.colorScheme,
      isMobile: look.isPhone,
      hasTouch: look.isPhone,
      reducedMotion: "reduce",
      locale: "en-GB",
    });
    await context.request.post("/api/session", { data: demo.signIn });
    const page = await context.newPage();
    await scene.show(page);
    await take(page, fileName(scene, look));
    await context.close();
  }
}

/** Takes the picture once everything, fonts included, has loaded. */
async function take(page: Page, name: string): Promise<void> {
  // Waiting for busy elements to go fails while there are several.
  await page.locator("html:not(:has([aria-busy=true]))").waitFor();
  await page.evaluate(() => document.fonts.ready);
  const picture = await page.screenshot();
  // An empty page: the product's own pages may not load pictures from URLs.
  const reader = await page.context().newPage();
  await writeFile(join(FOLDER, name), await palettePng(reader, picture));
}

function gallery(): string {
  const parts = SCENES.map((scene) => {
    const pictures = LOOKS.map((look) => `![${look.title}](${fileName(scene, look)})`);
    return `## ${scene.title}\n\n${pictures.join("\n")}\n`;
  });
  return `# Screenshots\n\nTaken from the demo by \`npm run screenshots\`.\n\n${parts.join("\n")}`;
}

function fileName({ name }: Scene, look: Look): string {
  return `${name}-${look.name}.png`;
}
