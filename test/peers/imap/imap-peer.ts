import { readdirSync, readFileSync } from "node:fs";
import { createServer, type AddressInfo, type Socket } from "node:net";
import { join } from "node:path";

export interface ImapPeerOptions {
  /** The inbox: one file per message, named after its UID as in 12.eml. */
  folder: string;
  user: string;
  password: string;
}

export interface ImapPeer {
  port: number;
  close(): Promise<void>;
}

const MONTHS = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"];

/**
 * A mailbox server on 127.0.0.1 for the demo, which must run without Dovecot. It implements only the part of IMAP4rev1
 * that Winnow uses on a mailbox with one folder; protocol tests use the Dovecot peer.
 */
export async function startImapPeer(options: ImapPeerOptions): Promise<ImapPeer> {
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.on("close", () => sockets.delete(socket)).on("error", () => socket.destroy());
    serve(socket, options);
  });
  await new Promise<void>((listening) => server.listen(0, "127.0.0.1", listening));
  return {
    port: (server.address() as AddressInfo).port,
    close: () =>
      new Promise((closed) => {
        server.close(() => closed());
        for (const socket of sockets) socket.destroy();
      }),
  };
}

function serve(socket: Socket, { folder, user, password }: ImapPeerOptions): void {
  let isSignedIn = false;
  let unread = "";
  socket.write("* OK ready\r\n");
  socket.setEncoding("latin1").on("data", (data: string) => {
    const lines = `${unread}${data}`.split("\r\n");
    unread = lines.pop() ?? "";
    for (const line of lines) {
      const [, tag = "*", command = "", rest = ""] = /^(\S+) (UID \w+|\w+) ?(.*)$/u.exec(line) ?? [];
      const name = command.toUpperCase();
      if (name === "LOGIN") isSignedIn = rest.replaceAll('"', "") === `${user} ${password}`;
      const isAllowed = isSignedIn || name === "CAPABILITY" || name === "LOGOUT";
      const untagged = isAllowed ? answersTo(name, rest, folder) : [];
      const end = isAllowed ? "OK done" : "NO [AUTHENTICATIONFAILED] Wrong user name or password";
      socket.write([...untagged, `${tag} ${end}`, ""].join("\r\n"), "latin1");
      if (name === "LOGOUT") socket.end();
    }
  });
}

function answersTo(name: string, rest: string, folder: string): string[] {
  const uids = uidsIn(folder);
  const next = (uids.at(-1) ?? 0) + 1;
  switch (name) {
    case "CAPABILITY":
      return ["* CAPABILITY IMAP4rev1"];
    case "LIST":
      return ['* LIST () "/" INBOX'];
    case "STATUS":
      return [`* STATUS INBOX (MESSAGES ${uids.length} UIDNEXT ${next} UIDVALIDITY 1)`];
    case "SELECT":
    case "EXAMINE":
      return ["* FLAGS ()", `* ${uids.length} EXISTS`, "* OK [UIDVALIDITY 1] ", `* OK [UIDNEXT ${next}] `];
    case "NOOP":
      return [`* ${uids.length} EXISTS`];
    case "UID SEARCH":
      return [`* SEARCH ${uids.filter((uid) => isFound(uid, rest, folder)).join(" ")}`];
    case "UID FETCH": {
      const isWanted = inSet(rest.split(" ")[0] ?? "");
      return uids.flatMap((uid, at) => (isWanted(uid) ? [fetched(uid, at + 1, folder)] : []));
    }
    case "LOGOUT":
      return ["* BYE"];
    default:
      return [];
  }
}

function uidsIn(folder: string): number[] {
  const names = readdirSync(folder).filter((name) => /^\d+\.eml$/u.test(name));
  return names.map((name) => Number.parseInt(name, 10)).toSorted((one, other) => one - other);
}

function isFound(uid: number, criteria: string, folder: string): boolean {
  const set = /\bUID (\S+)/u.exec(criteria)?.[1];
  const since = /\bSINCE (\S+)/u.exec(criteria)?.[1];
  const messageId = /\bMESSAGE-ID "?(<[^">]+>)/iu.exec(criteria)?.[1];
  return (
    (set === undefined || inSet(set)(uid)) &&
    (since === undefined || receivedAt(uid, folder) >= new Date(since)) &&
    (messageId === undefined || textOf(uid, folder).includes(messageId))
  );
}

/** Whether a UID is in a set such as `3,7:9,12:*`. */
function inSet(set: string): (uid: number) => boolean {
  const ranges = set.split(",").map((part) => part.split(":").map((end) => (end === "*" ? Infinity : Number(end))));
  return (uid) => ranges.some(([first = 0, last = first]) => uid >= first && uid <= last);
}

function fetched(uid: number, sequence: number, folder: string): string {
  const text = textOf(uid, folder);
  const at = receivedAt(uid, folder);
  const day = `${String(at.getUTCDate()).padStart(2, " ")}-${MONTHS[at.getUTCMonth()]}-${at.getUTCFullYear()}`;
  const date = `${day} ${at.toISOString().slice(11, 19)} +0000`;
  return `* ${sequence} FETCH (UID ${uid} INTERNALDATE "${date}" BODY[]<0> {${text.length}}\r\n${text})`;
}

function receivedAt(uid: number, folder: string): Date {
  return new Date(/^Date: (.+)$/mu.exec(textOf(uid, folder))?.[1]?.trim() ?? 0);
}

function textOf(uid: number, folder: string): string {
  return readFileSync(join(folder, `${uid}.eml`), "latin1");
}
