// npm start: installs what is missing, then serves page and API. Stdout is the server's; its first line is the URL.
// The npm script uses exec so that a SIGTERM to npm reaches this process without a shell in between.
// Plain JavaScript for Node 18 or later: it runs before the pinned Node is installed.
import { runDemo } from "./demo.mjs";
import { installPackages } from "./packages.mjs";
import { main } from "./project.mjs";
import { runServer } from "./server.mjs";
import { buildServer, buildWebPage } from "./builds.mjs";

await main(async () => {
  const isDemo = process.argv.includes("--demo");
  const unknown = process.argv.slice(2).find((argument) => argument !== "--demo");
  if (unknown !== undefined) {
    throw new Error(`${unknown} has no effect. Settings are environment variables, such as PORT (docs/operations.md).`);
  }
  // The servers that the demo talks to are those of the tests.
  await installPackages({ onlyToRun: !isDemo });
  await buildWebPage();
  await buildServer();
  return isDemo ? runDemo() : runServer();
});
