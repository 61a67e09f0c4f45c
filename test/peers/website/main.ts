import { parseArgs } from "node:util";
import { contactPages } from "#test/peers/website/contact-pages.ts";
import { folderSite } from "#test/peers/website/folder-site.ts";
import { startWebsitePeer } from "#test/peers/website/website-peer.ts";

// The peer as a process. For benchmarks, `node test/peers/website/main.ts --pages 1000` serves a site with this many
// pages of five contacts each; for the demo, `--folder A --folder B` serves one site per folder. Prints the URL of each
// site as a line, and serves until it is stopped.
const { values } = parseArgs({
  options: {
    pages: { type: "string", default: "1000" },
    port: { type: "string", default: "0" },
    folder: { type: "string", multiple: true, default: [] },
  },
});

const sites = values.folder.length > 0 ? values.folder.map(folderSite) : [contactPages(Number(values.pages))];
const peers = await Promise.all(sites.map((site) => startWebsitePeer(site, { port: Number(values.port) })));
for (const { url } of peers) process.stdout.write(`${url}\n`);

for (const signal of ["SIGINT", "SIGTERM"] as const) {
  process.once(signal, () => void Promise.all(peers.map((peer) => peer.close())));
}
