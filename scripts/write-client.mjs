import { execFile } from "node:child_process";
import { cp, mkdir, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { commandOf, pinnedNode, root } from "./project.mjs";

const runFile = promisify(execFile);

/** Calls return the answer's data, and throw HttpError with the problem otherwise. */
const INDEX = `export * from "./calls.ts";
export { HttpError } from "@oazapfts/runtime";
`;

const README = `# Winnow client

\`\`\`ts
import { defaults, HttpError, postLeads } from "winnow-client";

defaults.baseUrl = "https://leads.example";
defaults.headers = { authorization: \`Bearer \${process.env.WINNOW_TOKEN}\` };
const lead = await postLeads({ name: "Ada Lovelace", email: "ada@analytical.example" });
\`\`\`

A call that fails throws \`HttpError\`; its \`data\` is the problem (RFC 9457).
`;

const COMPILER = {
  target: "es2022",
  lib: ["es2022", "dom"],
  module: "nodenext",
  types: [],
  strict: true,
  skipLibCheck: true,
  declaration: true,
  rewriteRelativeImportExtensions: true,
  rootDir: "src",
  outDir: "dist",
};

/**
 * Writes a client package generated from the OpenAPI document, compiled to JavaScript and declarations.
 *
 * @param {string} openApi the document as JSON
 * @param {string} folder
 */
export async function writeClient(openApi, folder) {
  const { version, devDependencies } = JSON.parse(await readFile(join(root, "package.json"), "utf8"));
  const runtime = "@oazapfts/runtime";
  const manifest = {
    name: "winnow-client",
    version,
    type: "module",
    exports: { ".": { types: "./dist/index.d.ts", default: "./dist/index.js" } },
    files: ["dist"],
    dependencies: { [runtime]: devDependencies[runtime] },
  };
  // Inside the project, where the compiler finds the packages.
  await mkdir(join(root, ".cache"), { recursive: true });
  const made = await mkdtemp(join(root, ".cache/client-"));
  try {
    await mkdir(join(made, "src"));
    await writeFile(join(made, "openapi.json"), openApi);
    const calls = ["openapi.json", "src/calls.ts", "--optimistic"];
    await runFile(pinnedNode, [commandOf("oazapfts"), ...calls], { cwd: made });
    await writeFile(join(made, "src/index.ts"), INDEX);
    await writeFile(join(made, "tsconfig.json"), JSON.stringify({ compilerOptions: COMPILER, include: ["src"] }));
    await writeFile(join(made, "package.json"), `${JSON.stringify(manifest, null, 2)}\n`);
    await writeFile(join(made, "README.md"), README);
    await runFile(pinnedNode, [commandOf("typescript", "tsc"), "-p", "."], { cwd: made });
    await mkdir(folder, { recursive: true });
    for (const part of ["dist", "package.json", "README.md"]) {
      await cp(join(made, part), join(folder, part), { recursive: true });
    }
  } finally {
    await rm(made, { recursive: true, force: true });
  }
}
