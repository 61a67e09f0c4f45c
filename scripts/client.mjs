// npm run client -- FOLDER: writes a typed TypeScript client of the API, as a package.
import { once } from "node:events";
import { spawn } from "node:child_process";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { createInterface } from "node:readline";
import { buildServer } from "./builds.mjs";
import { installPackages } from "./packages.mjs";
import { main, pinnedNode, root } from "./project.mjs";
import { writeClient } from "./write-client.mjs";

await main(async () => {
  const [folder] = process.argv.slice(2);
  if (folder === undefined) throw new Error("Name the folder to write: npm run client -- FOLDER");
  await installPackages();
  await buildServer();
  await writeClient(await openApiDocument(), resolve(process.env["INIT_CWD"] ?? ".", folder));
  console.log(`The client is in ${folder}.`);
  return 0;
});

/** What a server with an empty data folder says about its API. */
async function openApiDocument() {
  const dataDir = await mkdtemp(join(tmpdir(), "winnow-client-"));
  const server = spawn(pinnedNode, ["dist/server/main.js"], {
    cwd: root,
    env: { PATH: process.env["PATH"], PORT: "0", WINNOW_DATA_DIR: dataDir, WINNOW_LOG_LEVEL: "warn" },
    stdio: ["ignore", "pipe", "inherit"],
  });
  const ended = once(server, "close");
  try {
    const [url] = await Promise.race([
      once(createInterface(server.stdout), "line"),
      ended.then(() => Promise.reject(new Error("The server ended before it was ready."))),
    ]);
    return await (await fetch(new URL("/api/openapi.json", url))).text();
  } finally {
    server.kill();
    await ended;
    await rm(dataDir, { recursive: true, force: true });
  }
}
