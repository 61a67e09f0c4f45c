import type { ImapFlow, ListResponse } from "imapflow";
import { parseTextList } from "#shared/text/text-list.ts";
import { LIMITS } from "#shared/limits.ts";
import { requireConnected } from "#server/pipeline/sources/mailbox/require-connected.ts";

/** The requested folders of a mailbox, and the names that match none. */
export interface FolderChoice {
  folders: string[];
  missing: string[];
  /** All folders that can be read. */
  existing: string[];
}

/** Resolves a comma-separated list of folder names; an empty list means the inbox. */
export async function chooseFolders(client: ImapFlow, labels: string): Promise<FolderChoice> {
  requireConnected(client, "AUTHENTICATED");
  const listed = (await client.list({ listOnly: true })).filter(isReadable);
  requireConnected(client, "AUTHENTICATED");
  const names = parseTextList(labels, ",");
  const choice: FolderChoice = { folders: [], missing: [], existing: listed.map(({ path }) => path) };
  for (const name of names.length === 0 ? [LIMITS.mailbox.defaultLabel] : names) {
    const path = findFolder(name, listed);
    if (path === null) choice.missing.push(name);
    else if (!choice.folders.includes(path)) choice.folders.push(path);
  }
  return choice;
}

/**
 * Finds the folder the user means: an exact match, or the only match when ignoring case, surrounding white space,
 * Unicode composition, `/` for the server's delimiter, and the server's namespace prefix. The case of INBOX never
 * matters (RFC 3501 section 5.1).
 */
export function findFolder(name: string, listed: readonly Pick<ListResponse, "path" | "delimiter">[]): string | null {
  const exact = listed.find(({ path }) => path === name);
  if (exact !== undefined) return exact.path;
  const wanted = plain(name, "/");
  const alike = listed.filter(({ path, delimiter }) => plain(path, delimiter) === wanted);
  if (alike.length > 0) return alike.length === 1 ? (alike[0]?.path ?? null) : null;
  const below = listed.filter(({ path, delimiter }) => plain(path, delimiter) === `inbox/${wanted}`);
  return below.length === 1 ? (below[0]?.path ?? null) : null;
}

/** Error message for names that match no folder. */
export function missingFolders({ missing, existing }: FolderChoice): string {
  const names = missing.map((name) => `“${name}”`).join(", ");
  const shown = existing.slice(0, 30).join(", ");
  const more = existing.length > 30 ? ` and ${existing.length - 30} more` : "";
  return `The mailbox has no folder named ${names}. It has: ${shown}${more}.`;
}

function plain(path: string, delimiter: string): string {
  const parts = delimiter === "" ? [path] : path.split(delimiter);
  return parts.join("/").normalize("NFC").trim().toLowerCase();
}

function isReadable({ flags }: ListResponse): boolean {
  return ![...flags].some((flag) => /^\\(?:noselect|nonexistent)$/iu.test(flag));
}
