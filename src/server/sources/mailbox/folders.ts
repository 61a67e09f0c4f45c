import type { ImapFlow, ListResponse } from "imapflow";
import { parseTextList } from "#shared/text-list.ts";
import { LIMITS } from "#shared/limits.ts";
import { requireStanding } from "#server/sources/mailbox/standing.ts";

/** The folders of a mailbox that were asked for, and the names that fit none. */
export interface FolderChoice {
  folders: string[];
  missing: string[];
  /** All that could be read. */
  existing: string[];
}

/** Finds the folders that a person named in a list separated by commas; none named means the inbox. */
export async function chooseFolders(client: ImapFlow, labels: string): Promise<FolderChoice> {
  requireStanding(client, "AUTHENTICATED");
  const listed = (await client.list({ listOnly: true })).filter(isReadable);
  requireStanding(client, "AUTHENTICATED");
  const names = parseTextList(labels);
  const choice: FolderChoice = { folders: [], missing: [], existing: listed.map(({ path }) => path) };
  for (const name of names.length === 0 ? [LIMITS.mailbox.defaultLabel] : names) {
    const path = findFolder(name, listed);
    if (path === null) choice.missing.push(name);
    else if (!choice.folders.includes(path)) choice.folders.push(path);
  }
  return choice;
}

/**
 * The folder that a person means: as it is written, or else the only one that is written so but for capitals, white space
 * around it, accents in another composition, `/` for the server's own delimiter, or a prefix that the server puts before all. RFC 3501 section
 * 5.1 makes INBOX the one name whose capitals never matter.
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

/** What to say of names that fit no folder. */
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
