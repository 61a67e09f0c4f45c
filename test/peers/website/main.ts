import { parseArgs } from "node:util";
import { contactPages } from "#test/peers/website/contact-pages.ts";
import { startWebsitePeer } from "#test/peers/website/website-peer.ts";

// The peer as a process, for benchmarks: `node test/peers/website/main.ts --pages 1000` serves a site of so many pages
// with five contacts each. Prints its address as the first line and serves until it is told to stop.
const { values } = parseArgs({
  options: {
    pages: { type: "string", default: "1000" },
    port: { type: "string", default: "0" },
  },
});

const peer = await startWebsitePeer(contactPages(Number(values.pages)), { port: Number(values.port) });
process.stdout.write(`${peer.url}\n`);

for (const signal of ["SIGINT", "SIGTERM"] as const) process.once(signal, () => void peer.close());
