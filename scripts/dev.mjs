// npm run dev: the server, restarted on change, and the page with hot reload. Either one's end is the end of both.
import { installPackages } from "./packages.mjs";
import { commandOf, main, pinnedNode, run } from "./project.mjs";

await main(async () => {
  await installPackages();
  const end = new AbortController();
  const programs = [
    ["--watch", "src/server/main.ts"],
    [commandOf("vite"), "--clearScreen", "false"],
  ];
  const codes = await Promise.all(
    programs.map((args) => run(pinnedNode, args, { stop: end.signal }).finally(() => end.abort())),
  );
  return Math.max(...codes);
});
