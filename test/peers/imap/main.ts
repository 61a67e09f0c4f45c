import { mkdirSync } from "node:fs";
import { parseArgs } from "node:util";
import { startImapPeer } from "./imap-peer.ts";

// The peer as a process: `node test/peers/imap/main.ts --folder FOLDER --user NAME --password PASSWORD`. Prints its
// port as the first line and ends on SIGTERM.
const { values } = parseArgs({
  options: {
    folder: { type: "string", default: "" },
    user: { type: "string", default: "" },
    password: { type: "string", default: "" },
  },
});

mkdirSync(values.folder, { recursive: true });
const peer = await startImapPeer(values);
console.log(String(peer.port));
process.once("SIGTERM", () => void peer.close());
