import { ImapFlow } from "imapflow";
import type { MailboxSyncResult } from "#shared/contract/mailbox.ts";
import { startDovecot } from "#test/peers/dovecot/dovecot-peer.ts";
import { startServer } from "#test/server-process.ts";
import { atLeast, type Figure } from "./figure.ts";
import { sampleMessages } from "./sample-messages.ts";

const MESSAGES = 10_000;
const GOAL = 0.5;
const USER = { name: "sales", password: "bench" };

/** The first sync of a mailbox of 10,000 messages, next to imapflow just fetching them. */
export async function mailbox(): Promise<Figure[]> {
  const dovecot = await startDovecot({ certificate: null });
  const server = await startServer({ env: { WINNOW_IMAP_URL: `imap://127.0.0.1:${dovecot.imapPort}` } });
  const send = async (method: "POST" | "PUT", path: string, body?: unknown): Promise<unknown> => {
    const headers = { "content-type": "application/json" };
    const answer = await fetch(server.url + path, { method, headers, body: JSON.stringify(body) ?? null });
    if (!answer.ok) throw new Error(`${method} ${path}: ${await answer.text()}`);
    return answer.json();
  };
  try {
    const mail = await dovecot.addUser(USER.name, USER.password);
    mail.deliver(sampleMessages(MESSAGES, { withAttachments: true }).map((raw) => ({ raw })));
    // Fetch once before, so Dovecot's indexing counts for neither.
    await bareFetch(dovecot.imapPort);
    const bare = await bareFetch(dovecot.imapPort);
    await send("PUT", "/api/settings", { maxLeadsPerSync: null });
    await send("POST", "/api/gmail/config", { email: USER.name, appPassword: USER.password, enabled: true });
    const start = performance.now();
    const { processed } = (await send("POST", "/api/gmail/sync")) as MailboxSyncResult;
    const seconds = (performance.now() - start) / 1_000;
    if (processed !== MESSAGES) throw new Error(`The sync processed ${processed} messages.`);
    const of = { engine: "sqlite", unit: "messages/s" };
    return [
      atLeast(GOAL, MESSAGES / bare, {
        ...of,
        name: "first sync of a mailbox of 10,000 messages",
        value: MESSAGES / seconds,
      }),
    ];
  } finally {
    await server.stop();
    await dovecot.stop();
  }
}

/** Seconds to fetch every message. */
async function bareFetch(port: number): Promise<number> {
  const client = new ImapFlow({
    host: "127.0.0.1",
    port,
    secure: false,
    doSTARTTLS: false,
    auth: { user: USER.name, pass: USER.password },
    logger: false,
  });
  await client.connect();
  await client.mailboxOpen("INBOX", { readOnly: true });
  const start = performance.now();
  let bytes = 0;
  for await (const { source } of client.fetch("1:*", { source: true })) bytes += source?.length ?? 0;
  const seconds = (performance.now() - start) / 1_000;
  await client.logout();
  if (bytes === 0) throw new Error("Nothing was fetched.");
  return seconds;
}
