import { parseArgs } from "node:util";
import { startDovecot } from "./dovecot-peer.ts";
import { messages } from "./sample-messages.ts";

/**
 * The peer as a separate process: `node test/peers/dovecot/main.ts [--user NAME] [--password PASSWORD] [--messages 0]`.
 * Prints the URL of its mailbox as the first line. Its certificate is from test/fixtures/tls/authority.pem. Ends on
 * SIGTERM.
 */
const { values } = parseArgs({
  options: {
    user: { type: "string", default: "sales@acme.example" },
    password: { type: "string", default: "app-password" },
    messages: { type: "string", default: "0" },
  },
});

const peer = await startDovecot();
const mail = await peer.addUser(values.user, values.password);
mail.deliver(messages(Number(values.messages), "demo"));
console.log(`imap://127.0.0.1:${peer.imapPort}`);
for (const signal of ["SIGTERM", "SIGINT"] as const) {
  process.once(signal, () => void peer.stop().then(() => process.exit(0)));
}
