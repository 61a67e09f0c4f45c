// npm run build: builds the web page into dist/web if its sources changed.
import { installPackages } from "./packages.mjs";
import { main } from "./project.mjs";
import { buildWebPage } from "./web-page.mjs";

await main(async () => {
  await installPackages();
  await buildWebPage();
  return 0;
});
