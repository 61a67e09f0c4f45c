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
  // From 128 on a signal ended it: that is how both are asked to stop.
  return codes.find((code) => code > 0 && code < 128) ?? 0;
});
