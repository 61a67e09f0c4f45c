import { headerLine, type HeaderKind } from "#server/email-analysis/header-words.ts";
import { readMailAddress, type MailAddress } from "#server/email-analysis/mail-address.ts";

/** The header that a mail program writes above a message it quotes or forwards. */
export interface HeaderBlock {
  /** The line after it. */
  end: number;
  from: MailAddress;
  to: MailAddress | null;
  replyTo: MailAddress | null;
  subject: string;
  date: string;
}

const MAX_LINES = 24;
const MAX_VALUE = 1_000;

/**
 * The header block that begins at a line: the sender and two more headers, in any order and language, in lines that
 * follow each other but for an empty one between. Null when there is none.
 */
export function headerBlockAt(lines: readonly string[], start: number): HeaderBlock | null {
  const values = new Map<HeaderKind, string>();
  let last: HeaderKind | null = null;
  let gap = 0;
  let end = start;
  for (let at = start; at < Math.min(lines.length, start + MAX_LINES); at += 1) {
    const line = lines[at] ?? "";
    const header = headerLine(line);
    if (header !== null && !(values.has(header.kind) && values.size >= 3 && gap > 0)) {
      if (!values.has(header.kind)) values.set(header.kind, header.value.slice(0, MAX_VALUE));
      last = header.kind;
      gap = 0;
      end = at + 1;
    } else if (isBlank(line)) {
      if (last === null || isComplete(values)) break;
      gap += 1;
      if (gap > 1) break;
    } else {
      // A long subject or list of receivers goes on in the next line; then more headers follow.
      if (last === null || gap > 0 || !lines.slice(at + 1, at + 4).some((next) => headerLine(next) !== null)) break;
      values.set(last, `${values.get(last) ?? ""} ${bare(line)}`.trim().slice(0, MAX_VALUE));
      end = at + 1;
    }
  }
  const from = values.get("from");
  if (from === undefined || from === "" || values.size < 3) return null;
  const to = values.get("to");
  const replyTo = values.get("replyTo");
  return {
    end,
    from: readMailAddress(from),
    to: to === undefined ? null : readMailAddress(to),
    replyTo: replyTo === undefined ? null : readMailAddress(replyTo),
    subject: values.get("subject") ?? "",
    date: values.get("date") ?? "",
  };
}

function isComplete(values: ReadonlyMap<HeaderKind, string>): boolean {
  return values.has("from") && values.size >= 3;
}

function isBlank(line: string): boolean {
  return bare(line) === "";
}

function bare(line: string): string {
  return line.replace(/^[\s>|]+/u, "").trim();
}
