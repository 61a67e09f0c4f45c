import { readdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { brotliCompress, constants, gzip } from "node:zlib";
import tailwind from "@tailwindcss/vite";
import react from "@vitejs/plugin-react";
import { defineConfig, type Plugin, type Rolldown } from "vite";

const SERVER = `http://127.0.0.1:${process.env["PORT"] ?? "3000"}`;

/**
 * Widely shared code goes into three files, which is cheaper than a request per icon and button. The rest stays
 * separate, so the first screen doesn't load other screens' code.
 */
const SHARED_CODE = [
  { name: "icons", test: /[\\/]lucide-react[\\/]/, minShareCount: 3 },
  {
    name: "parts",
    test: /[\\/]src[\\/]web[\\/](?:ui(?![\\/](?:chart|overlays|copy-button|disclosure|loading-bars|fields[\\/](?:checkbox-field|day-field|fields|labeled)\.tsx))|format)[\\/]/,
    minShareCount: 6,
    maxModuleSize: 2500,
  },
  // What columns, filters and orders are there: the list needs all of it.
  {
    name: "lead-columns",
    test: /[\\/](?:columns[\\/](?:lead-columns|column-choice)|lead-words|use-listed-fields|field-filter)\.ts$/,
    minShareCount: 2,
    includeDependenciesRecursively: false,
  },
  // What every page loads, what both of the most used screens load, and what one of them shares with other screens.
  {
    debugName: "first screens",
    // Every module that imports an icon imports them all before unused ones are removed.
    test: /^(?!.*[\\/]lucide-react[\\/])/,
    minShareCount: 2,
    name: (id: string, modules: Rolldown.ChunkingContext) => {
      const isIn = (file: string): boolean => importedBy(file, modules).has(id);
      if (isIn("main.tsx")) return "app";
      const isOnDashboard = isIn("screens/dashboard/dashboard-screen.tsx");
      const isOnLeads = isIn("screens/leads/leads-screen.tsx");
      if (isOnDashboard) return isOnLeads ? "screens" : "dashboard";
      return isOnLeads ? "leads" : null;
    },
  },
];

const importsOf = new Map<string, Set<string>>();

/** The ids of the modules that a file imports statically, directly or through others. */
function importedBy(file: string, modules: Rolldown.ChunkingContext): ReadonlySet<string> {
  const known = importsOf.get(file);
  if (known !== undefined) return known;
  const found = new Set<string>();
  const waiting = [fileURLToPath(new URL(`src/web/${file}`, import.meta.url))];
  for (let id = waiting.pop(); id !== undefined; id = waiting.pop()) {
    if (found.has(id)) continue;
    found.add(id);
    waiting.push(...(modules.getModuleInfo(id)?.importedIds ?? []));
  }
  importsOf.set(file, found);
  return found;
}

export default defineConfig({
  root: fileURLToPath(new URL("src/web", import.meta.url)),
  plugins: [react(), tailwind(), precomputeShapes(), preloadFont(), listCode(), precompress()],
  resolve: {
    alias: {
      // Dialogs lock scrolling with a style element, which the content security policy blocks.
      "react-style-singleton": fileURLToPath(new URL("src/web/ui/overlays/style-singleton.ts", import.meta.url)),
    },
  },
  build: {
    outDir: fileURLToPath(new URL("dist/web", import.meta.url)),
    emptyOutDir: true,
    // A data: URL would need an exception in the content security policy.
    assetsInlineLimit: 0,
    reportCompressedSize: false,
    // Browsers without preloading load these files a moment later.
    modulePreload: { polyfill: false },
    rolldownOptions: { output: { codeSplitting: { groups: SHARED_CODE } } },
  },
  server: {
    host: "127.0.0.1",
    // Keep the page's Host, so the server's Origin check passes. Modules in src/web/api share the path and end in .ts.
    proxy: {
      [String.raw`^/api/(?!.*\.ts(\?|$))`]: { target: SERVER, changeOrigin: false },
      "/healthz": { target: SERVER, changeOrigin: false },
    },
  },
});

/**
 * Replaces the module that reads the contract's schemas, so that no screen loads them for it: a module that names
 * endpoints brings their shapes, so that no screen loads another one's.
 */
function precomputeShapes(): Plugin {
  const path = fileURLToPath(new URL("src/web/api/connection/answer-shapes.ts", import.meta.url));
  return {
    name: "precompute-shapes",
    apply: "build",
    enforce: "pre",
    load: {
      filter: { id: path },
      handler: () => `
        export const answerShapes = { answers: {}, objects: {} };
        export function addShapes({ answers, objects }) {
          Object.assign(answerShapes.answers, answers);
          Object.assign(answerShapes.objects, objects);
        }`,
    },
    transform: {
      filter: { id: /[\\/]src[\\/]web[\\/](?!api[\\/]connection[\\/]).*\.tsx?$/, code: / \/api\// },
      async handler(code) {
        const keys = Array.from(code.matchAll(/"([A-Z]+ \/api\/[^"]*)"/g), ([, key = ""]) => key);
        if (keys.length === 0) return null;
        const { shapesOf } = (await import(path)) as { shapesOf: (keys: readonly string[]) => unknown };
        // Parsed faster than the same text as code.
        const shapes = `JSON.parse(${JSON.stringify(JSON.stringify(shapesOf(keys)))})`;
        return `${code}\nimport { addShapes } from "#web/api/connection/answer-shapes.ts";\naddShapes(${shapes});\n`;
      },
    },
  };
}

/** Preloads the font for most languages with the page, so text isn't drawn twice. */
function preloadFont(): Plugin {
  return {
    name: "preload-font",
    apply: "build",
    transformIndexHtml: {
      order: "post",
      handler: (_html, { bundle }) => {
        const font = Object.keys(bundle ?? {}).find((name) => name.includes("inter-latin-wght-normal"));
        if (font === undefined) throw new Error("The build has no inter-latin-wght-normal to preload");
        const attrs = { rel: "preload", as: "font", type: "font/woff2", href: `/${font}`, crossorigin: true };
        return [{ tag: "link", attrs, injectTo: "head-prepend" }];
      },
    },
  };
}

/** Lists all scripts and style sheets in code.json for prefetch-code.ts. */
function listCode(): Plugin {
  return {
    name: "list-code",
    apply: "build",
    generateBundle: {
      order: "post",
      handler(_options, bundle) {
        const files = Object.keys(bundle).filter((name) => /\.(?:js|css)$/.test(name));
        this.emitFile({ type: "asset", fileName: "code.json", source: JSON.stringify(files) });
      },
    },
  };
}

const COMPRESSIBLE = /\.(?:js|css|html|svg)$/;

/** Writes a .br and .gz next to each text file, at the best ratio, for the server to send. */
function precompress(): Plugin {
  const brotli = promisify(brotliCompress);
  const zip = promisify(gzip);
  return {
    name: "precompress",
    apply: "build",
    writeBundle: {
      order: "post",
      sequential: true,
      async handler({ dir }) {
        if (dir === undefined) return;
        const entries = await readdir(dir, { recursive: true, withFileTypes: true });
        const files = entries.filter((entry) => entry.isFile() && COMPRESSIBLE.test(entry.name));
        await Promise.all(
          files.map(async (entry) => {
            const path = join(entry.parentPath, entry.name);
            const content = await readFile(path);
            const params = { [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY };
            await writeFile(`${path}.br`, await brotli(content, { params }));
            await writeFile(`${path}.gz`, await zip(content, { level: constants.Z_BEST_COMPRESSION }));
          }),
        );
      },
    },
  };
}
