// Bundles the server, its threads and the commands with their packages into dist/server: loading modules one by one takes
// nearly twice the processor time and keeps 20 MB more in memory. Data files stay where they are.
import { readdirSync } from "node:fs";
import { dirname, join, relative, sep } from "node:path";
import { rolldown } from "rolldown";
import { keepTwoBuilds, UNBUNDLED } from "./builds.mjs";
import { root } from "./project.mjs";

const FOLDER = join(root, "dist/server");
const CONTRACT = "src/shared/contract";
const COMMANDS = ["backup", "move-to-postgres", "new-key", "restore", "user"];

/** A thread or process that a module starts from its source. */
const PROGRAM = /new URL\("([^"]+\.ts)", import\.meta\.url\)/gu;

/** Modules find data files next to their source, wherever they end up. Programs they start are bundled, too. */
const sourceUrls = {
  name: "source-urls",
  transform: {
    filter: { code: "import.meta.url" },
    /**
     * @this {import("rolldown").TransformPluginContext}
     * @param {string} code
     * @param {string} id
     */
    handler(code, id) {
      const started = code.replaceAll(PROGRAM, (_, path) => {
        const program = this.emitFile({ type: "chunk", id: join(dirname(id), path) });
        return `new URL(import.meta.ROLLUP_FILE_URL_${program})`;
      });
      const source = JSON.stringify(relative(FOLDER, id).split(sep).join("/"));
      return { code: started.replaceAll("import.meta.url", `new URL(${source}, import.meta.url).href`), map: null };
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
  input: ["main", ...COMMANDS.map((name) => `commands/${name}`)].map((name) => join(root, `src/server/${name}.ts`)),
  platform: "node",
  external: (id) => id.startsWith("node:") || UNBUNDLED.some((name) => id === name || id.startsWith(`${name}/`)),
  plugins: [sourceUrls, contractModules],
});
const { output } = await bundle.write({
  dir: FOLDER,
  entryFileNames: "[name].js",
  chunkFileNames: "[name]-[hash].js",
});
await keepTwoBuilds(
  FOLDER,
  output.map(({ fileName }) => fileName),
);
