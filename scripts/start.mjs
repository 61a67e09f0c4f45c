// npm start: sets up what is missing, then serves page and API. Stdout belongs to the server, whose first line is the URL.
// The npm script says exec, so that no shell stands between npm and this process and a SIGTERM to npm gets here.
// Plain JavaScript for any Node from 18 on: it runs before the pinned Node is there.
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { installPackages } from "./packages.mjs";
import { main, pinnedNode, run } from "./project.mjs";
import { buildWebPage } from "./web-page.mjs";

await main(async () => {
  await installPackages();
  await buildWebPage();
  return process.argv.includes("--demo") ? demo() : serve(process.env);
});

/** @param {NodeJS.ProcessEnv} env */
function serve(env) {
  return run(pinnedNode, ["src/server/main.ts"], { env });
}

/** Serves the sample team, from a data folder that is thrown away unless the operator named one. */
async function demo() {
  const env = { ...process.env, WINNOW_DEMO: "1" };
  if (process.env["WINNOW_DATA_DIR"]) return serve(env);
  const folder = mkdtempSync(join(tmpdir(), "winnow-demo-"));
  try {
    return await serve({ ...env, WINNOW_DATA_DIR: folder });
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
