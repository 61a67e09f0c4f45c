// Bundles the server's own modules into dist/server: loading them one by one takes longer and keeps 14 MB more in memory.
// Packages, worker threads and data files stay where they are.
import { readdirSync } from "node:fs";
import { join, relative, sep } from "node:path";
import { rolldown } from "rolldown";
import { root } from "./project.mjs";

const FOLDER = join(root, "dist/server");
const CONTRACT = "src/shared/contract";

/** Modules find threads and data files next to their source, wherever they end up. */
const sourceUrls = {
  name: "source-urls",
  transform: {
    filter: { code: "import.meta.url" },
    /**
     * @param {string} code
     * @param {string} id
     */
    handler(code, id) {
      const source = JSON.stringify(relative(FOLDER, id).split(sep).join("/"));
      return { code: code.replaceAll("import.meta.url", `new URL(${source}, import.meta.url).href`), map: null };
    },
  },
};

/** A folder can't be listed in a bundle, and modules loaded from it would be second copies. */
const contractModules = {
  name: "contract-modules",
  load: {
    filter: { id: /[\\/]contract-modules\.ts$/ },
    handler() {
      const files = readdirSync(join(root, CONTRACT), { recursive: true, encoding: "utf8" });
      const sources = files.filter((name) => name.endsWith(".ts") && !name.endsWith(".test.ts")).toSorted();
      const imports = sources.map(
        (name, at) => `import * as m${at} from ${JSON.stringify(join(root, CONTRACT, name))};`,
      );
      const names = sources.map((_name, at) => `m${at}`);
      return `${imports.join("\n")}\nexport const contractModules = async () => [${names.join(", ")}];`;
    },
  },
};

const bundle = await rolldown({
  input: join(root, "src/server/main.ts"),
  platform: "node",
  external: (id) => !/^[#./]|^[A-Za-z]:/.test(id),
  plugins: [sourceUrls, contractModules],
});
await bundle.write({ dir: FOLDER, cleanDir: true, entryFileNames: "[name].js", chunkFileNames: "[name]-[hash].js" });
