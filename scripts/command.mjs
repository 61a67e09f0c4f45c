// npm run backup, restore, move-to-postgres, user: sets up what is missing, then runs the command with what follows its name.
import { installPackages } from "./packages.mjs";
import { main, pinnedNode, run } from "./project.mjs";
import { SERVER_FLAGS } from "./server.mjs";

await main(async () => {
  const [name = "", ...args] = process.argv.slice(2);
  await installPackages();
  return run(pinnedNode, [...SERVER_FLAGS, `src/server/commands/${name}.ts`, ...args]);
});
