import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { extname, join } from "node:path";
import type { PeerAnswer, PeerSite } from "#test/peers/website/website-peer.ts";

const TYPES: Readonly<Record<string, string>> = { ".html": "text/html; charset=utf-8", ".txt": "text/plain" };

/** The files of a folder, read at each request, with 304 for unchanged ones. */
export function folderSite(folder: string): PeerSite {
  return {
    "*": ({ path, headers }): PeerAnswer => {
      // Built from a path without dots, it stays inside the folder.
      const { pathname } = new URL(path, "http://folder.example");
      const file = join(folder, pathname.endsWith("/") ? `${pathname}index.html` : pathname);
      const type = TYPES[extname(file)];
      const body = type === undefined ? null : contentOf(file);
      if (type === undefined || body === null) return { status: 404 };
      const etag = `"${createHash("sha256").update(body).digest("base64url").slice(0, 16)}"`;
      if (headers["if-none-match"] === etag) return { status: 304, headers: { etag } };
      return { headers: { "content-type": type, etag }, body };
    },
  };
}

function contentOf(file: string): Buffer | null {
  try {
    return readFileSync(file);
  } catch {
    return null;
  }
}
