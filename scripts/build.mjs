// npm run build: builds the web page into dist/web and the server into dist/server if their sources changed.
import { installPackages } from "./packages.mjs";
import { main } from "./project.mjs";
import { buildServer, buildWebPage } from "./builds.mjs";

await main(async () => {
  await installPackages({ onlyToRun: true });
  await buildWebPage();
  await buildServer();
  return 0;
});
