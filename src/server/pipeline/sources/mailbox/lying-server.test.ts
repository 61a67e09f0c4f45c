import { once } from "node:events";
import { createServer, type AddressInfo, type Socket } from "node:net";
import { expect, onTestFinished, test } from "vitest";
import { LIMITS } from "#shared/limits.ts";
import { createMailboxes } from "#server/pipeline/sources/mailbox/index.ts";
import { ANYWHERE } from "#test/anywhere.ts";
import type { MessageBatch } from "#server/pipeline/sources/mailbox/read-folder.ts";

const forEver = new AbortController().signal;

interface Lies {
  /** UIDs that a search returns. */
  found: readonly number[];
  /** The response to a fetch. */
  sent: readonly { uid: number; source: string }[];
}

function fetchLine({ uid, source }: Lies["sent"][number]): string {
  return `* ${uid} FETCH (UID ${uid} INTERNALDATE "03-May-2026 10:00:00 +0000" BODY[]<0> {${source.length}}\r\n${source})`;
}

/** As much IMAP as the client needs, with these responses. */
function answersTo(command: string, { found, sent }: Lies): string[] {
  if (command.startsWith("LIST")) return ['* LIST () "/" INBOX'];
  if (command.startsWith("CAPABILITY")) return ["* CAPABILITY IMAP4rev1"];
  if (command.startsWith("EXAMINE")) return ["* FLAGS ()", "* 9 EXISTS", "* OK [UIDVALIDITY 7] ", "* OK [UIDNEXT 10] "];
  if (command.startsWith("UID SEARCH")) return [`* SEARCH ${found.join(" ")}`];
  if (command.startsWith("UID FETCH")) return sent.map(fetchLine);
  return [];
}

async function readFrom(lies: Lies): Promise<MessageBatch[]> {
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.on("error", () => {});
    socket.write("* OK ready\r\n");
    socket.setEncoding("latin1").on("data", (data) => {
      for (const line of String(data).split("\r\n").filter(Boolean)) {
        const [tag = "", ...words] = line.split(" ");
        socket.write([...answersTo(words.join(" ").toUpperCase(), lies), `${tag} OK done`, ""].join("\r\n"), "latin1");
      }
    });
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  onTestFinished(() => {
    for (const socket of sockets) socket.destroy();
    server.close();
  });
  const { port } = server.address() as AddressInfo;
  const settings = { email: "a@acme.example", password: "secret", server: `imap://127.0.0.1:${port}`, labels: "INBOX" };
  const open = await createMailboxes({ reach: ANYWHERE }).open(settings, forEver);
  const known = async (): Promise<Set<number>> => new Set();
  const request = { folder: "INBOX", mark: null, since: new Date(0), overlaps: false, known, breaks: new Map() };
  const batches = await Array.fromAsync(open.read(request));
  await open.close();
  return batches;
}

function mail(uid: number, length = 0): { uid: number; source: string } {
  return { uid, source: `Subject: ${uid}\r\n\r\n${"x".repeat(length)}` };
}

test("a message is taken once, however often the server sends it, and only if requested", async () => {
  const again = Array.from({ length: 50 }, () => mail(2));
  const batches = await readFrom({ found: [1, 2], sent: [mail(8), ...again, mail(1), mail(1), mail(0)] });
  expect(batches.flatMap(({ messages }) => messages.map(({ uid }) => uid))).toEqual([1, 2]);
  expect(batches.at(-1)?.mark).toMatchObject({ uidValidity: "7", lastUid: 9 });
});

test("at most the requested part of a message is stored", async () => {
  const [batch] = await readFrom({ found: [1], sent: [mail(1, 3 * LIMITS.mailbox.messageBytes)] });
  const bytes = batch?.messages[0]?.bytes;
  expect(bytes).toHaveLength(LIMITS.mailbox.messageBytes);
  expect(bytes?.buffer.byteLength).toBe(LIMITS.mailbox.messageBytes);
});
