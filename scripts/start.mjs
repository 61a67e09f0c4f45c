// npm start: sets up what is missing, then serves page and API. Stdout belongs to the server, whose first line is the URL.
// The npm script says exec, so that no shell stands between npm and this process and a SIGTERM to npm gets here.
// Plain JavaScript for any Node from 18 on: it runs before the pinned Node is there.
import { runDemo } from "./demo.mjs";
import { installPackages } from "./packages.mjs";
import { main } from "./project.mjs";
import { runServer } from "./server.mjs";
import { buildWebPage } from "./web-page.mjs";

await main(async () => {
  await installPackages();
  await buildWebPage();
  return process.argv.includes("--demo") ? runDemo() : runServer();
});
