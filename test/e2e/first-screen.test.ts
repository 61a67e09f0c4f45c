import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { describe, expect, it } from "vitest";

const PAGE = join(import.meta.dirname, "../../dist/web");
const CODE = join(PAGE, "assets");

/**
 * Everything the screens import statically, which the browser loads before they show anything. Before raising a limit,
 * load what isn't needed at first on demand (useLoaded).
 */
describe("JavaScript loaded before a first screen is usable", () => {
  it.each([
    ["dashboard-screen", 176],
    ["leads-screen", 201],
  ])("of %s stays within %i kB, gzipped", (screen, kilobytes) => {
    const files = importedBy(screen);
    const bytes = files.reduce((sum, file) => sum + gzipSync(codeOf(file)).length, 0);
    expect(files.length).toBeGreaterThan(5);
    expect(bytes / 1000).toBeLessThan(kilobytes);
  });

  it.each(["dashboard-screen", "leads-screen"])("of %s contains no schemas and no positioning library", (screen) => {
    const code = importedBy(screen).map(codeOf).join("\n");
    expect(code).not.toContain("invalid_type");
    expect(code).not.toContain("data-radix-popper");
  });
});

/** The page's entry, the screen, and all they import. */
function importedBy(screen: string): string[] {
  const entry = /src="\/assets\/([^"]+\.js)"/u.exec(readFileSync(join(PAGE, "index.html"), "utf8"))?.[1];
  const start = readdirSync(CODE).find((file) => file.startsWith(screen) && file.endsWith(".js"));
  if (entry === undefined || start === undefined) throw new Error(`The build has no entry or no ${screen}`);
  const found = new Set<string>();
  const waiting = [entry, start];
  for (let file = waiting.pop(); file !== undefined; file = waiting.pop()) {
    if (found.has(file)) continue;
    found.add(file);
    for (const [, imported = ""] of codeOf(file).matchAll(/(?:from|import)\s*"\.\/([^"]+\.js)"/gu))
      waiting.push(imported);
  }
  return [...found];
}

function codeOf(file: string): string {
  return readFileSync(join(CODE, file), "utf8");
}
