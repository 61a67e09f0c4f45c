import {
  chownSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { basename, dirname, join } from "node:path";

/** One user's mail on the server's disk, changed directly as another program of the owner would. */
export interface Maildir {
  /** Puts messages into a folder as new mail, in this order; creates the folder if needed. */
  deliver(messages: readonly Delivery[], folder?: string): void;
  /** Removes the messages of a folder whose text contains these words, like another client that expunges them. */
  expunge(words: string, folder?: string): void;
  /** Makes the server reassign the UIDs of a folder under another UIDVALIDITY. No client may have it open. */
  renumber(folder?: string): void;
  /** The path and text of every message. The path includes its flags, and whether a client has seen it. */
  messages(): { path: string; text: string }[];
}

/** A message's bytes; `arrived` is the server's INTERNALDATE. */
export interface Delivery {
  raw: string | Uint8Array;
  arrived?: Date;
}

let delivered = 0;

/** The mailbox in `root`, whose files belong to `owner` (null: the current user). */
export function openMaildir(root: string, owner: { uid: number; gid: number } | null): Maildir {
  const pathOf = (folder: string): string => (folder === "INBOX" ? root : join(root, modifiedUtf7(folder)));
  const give = (path: string): void => {
    if (owner !== null) chownSync(path, owner.uid, owner.gid);
  };
  const makeFolder = (path: string): void => {
    if (path !== root) makeFolder(dirname(path));
    mkdirSync(path, { recursive: true });
    give(path);
  };

  return {
    deliver(messages, folder = "INBOX") {
      const path = pathOf(folder);
      for (const name of ["cur", "new", "tmp"]) makeFolder(join(path, name));
      for (const { raw, arrived = new Date() } of messages) {
        delivered += 1;
        // The server numbers new messages in the order of their names.
        const name = `1700000000.M${String(delivered).padStart(9, "0")}P${process.pid}.test`;
        const draft = join(path, "tmp", name);
        writeFileSync(draft, raw);
        utimesSync(draft, arrived, arrived);
        give(draft);
        renameSync(draft, join(path, "new", name));
      }
    },
    expunge(words, folder = "INBOX") {
      const own = pathOf(folder);
      for (const path of messageFiles(own)) {
        if (dirname(dirname(path)) === own && readFileSync(path, "latin1").includes(words)) rmSync(path);
      }
    },
    renumber(folder = "INBOX") {
      const path = pathOf(folder);
      for (const name of readdirSync(path)) {
        if (/^dovecot[-.](?:uidlist|index)/u.test(name)) rmSync(join(path, name));
      }
    },
    messages: () => messageFiles(root).map((path) => ({ path, text: readFileSync(path, "latin1") })),
  };
}

function messageFiles(root: string): string[] {
  return readdirSync(root, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && ["cur", "new"].includes(basename(entry.parentPath)))
    .map(({ parentPath, name }) => join(parentPath, name))
    .toSorted();
}

/** How servers encode the names of folders (RFC 3501 section 5.1.3). */
function modifiedUtf7(name: string): string {
  return name.replaceAll("&", "&-").replaceAll(/[^\u0020-\u007e]+/gu, (run) => {
    const units = Buffer.from(run, "utf16le").swap16();
    return `&${units.toString("base64").replaceAll("/", ",").replace(/=+$/u, "")}-`;
  });
}
