import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { startSmtpPeer, type SmtpPeerOptions } from "./smtp-peer.ts";

/**
 * The peer as a separate process: `node test/peers/smtp/main.ts --folder FOLDER [--mode starttls] [--port 0] [--user
 * NAME --password PASSWORD]`. Prints its port as the first line and writes each mail it accepts into the folder as
 * 1.eml, 2.eml and so on. Ends on SIGTERM.
 */
const { values } = parseArgs({
  options: {
    folder: { type: "string" },
    mode: { type: "string", default: "starttls" },
    port: { type: "string", default: "0" },
    user: { type: "string" },
    password: { type: "string", default: "" },
  },
});

const folder = values.folder;
if (folder === undefined) throw new Error("--folder is required");
mkdirSync(folder, { recursive: true });

let received = 0;
const peer = await startSmtpPeer({
  mode: readMode(values.mode),
  port: Number(values.port),
  ...(values.user === undefined ? {} : { users: { [values.user]: values.password } }),
  onMessage(message) {
    received += 1;
    writeFileSync(join(folder, `${received}.eml`), message.raw, "latin1");
  },
});
console.log(String(peer.port));
process.once("SIGTERM", () => void peer.close());

function readMode(text: string): SmtpPeerOptions["mode"] {
  if (text === "implicit-tls" || text === "starttls" || text === "plain") return text;
  throw new Error(`--mode ${text} is not one of implicit-tls, starttls, plain`);
}
