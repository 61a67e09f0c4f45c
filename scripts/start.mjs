// npm start: installs what is missing, then serves page and API. Stdout is the server's; its first line is the URL.
// The npm script uses exec so that a SIGTERM to npm reaches this process without a shell in between.
// Plain JavaScript for Node 18 or later: it runs before the pinned Node is installed.
import { runDemo } from "./demo.mjs";
import { installPackages } from "./packages.mjs";
import { main } from "./project.mjs";
import { runServer } from "./server.mjs";
import { buildServer, buildWebPage } from "./builds.mjs";

await main(async () => {
  await installPackages();
  await buildWebPage();
  await buildServer();
  return process.argv.includes("--demo") ? runDemo() : runServer();
});
