import { headerBlockAt } from "#server/pipeline/mail/mime/header-block.ts";
import { headerLine } from "#server/pipeline/mail/mime/header-words.ts";
import { htmlToText } from "#server/pipeline/mail/mime/html-text.ts";
import { readMailAddress } from "#server/pipeline/mail/contact/mail-address.ts";
import { bareMessage, type Message } from "#server/pipeline/mail/mime/message.ts";
import { isOwnLine, isQuoted, toLines } from "#server/pipeline/mail/mime/message-lines.ts";
import { isForwardMark } from "#server/pipeline/mail/quotes/forward.ts";
import { isOriginalMark } from "#server/pipeline/mail/quotes/quote-intro.ts";
import { readMime } from "#server/pipeline/mail/mime/read-mime.ts";
import { isoDate } from "#server/pipeline/mail/quotes/written-date.ts";

/** Headers that only occur in a message's source. */
const SOURCE_HEADER =
  /^(?:received|return-path|mime-version|content-type|message-id|delivered-to|dkim-signature|x-[\w-]+|content-transfer-encoding|arc-seal|newsgroups|nntp-posting-host|lines(?=:\s\d)):\s/imu;
const HEADER_LINE = /^[A-Za-z][A-Za-z\d-]{1,60}:(?:\s|$)/u;
/** The line above the headers in an mbox file: "From anna@acme.de Thu Aug 22 12:36:23 2002". */
const MBOX_LINE = /^>?From \S{1,320}\s[^\r\n]{0,80}\d{4}[^\r\n]{0,20}\r?\n(?=[A-Za-z][A-Za-z\d-]{1,60}:)/u;
const HTML = /<(?:!doctype html|html|body|div|p|table|br|span)\b[^>]{0,500}>/iu;

/**
 * Reads pasted text: a message's source, its HTML, text copied from a mail program with or without the header, or just
 * the message text. Throws with a readable reason, like `readMime`.
 */
export async function readPasted(pasted: string): Promise<Message> {
  const text = pasted.replace(/^[\s\ufeff]+/u, "").replace(MBOX_LINE, "");
  if (isSource(text)) return readMime(text);
  const isHtml = HTML.test(text) && /<\/(?:html|body|div|p|table|span)>|<br\s?\/?>/iu.test(text);
  return readShown(toLines(isHtml ? htmlToText(text) : text));
}

function isSource(text: string): boolean {
  const head = text.slice(0, 20_000).split(/\r?\n\r?\n/u, 1)[0] ?? "";
  const first = head.split(/\r?\n/u, 1)[0] ?? "";
  return HEADER_LINE.test(first) && SOURCE_HEADER.test(head);
}

/** The header as a mail program displays it, possibly below the subject as a headline, and possibly missing. */
function readShown(lines: string[]): Message {
  const message = bareMessage(lines);
  const start = lines.findIndex((line) => line.trim() !== "");
  if (isQuoted(lines[start] ?? "") && lines.some(isOwnLine)) return message;
  const top = headerBlockNear(lines, start);
  if (top === null) return subjectOnly(message, start);
  const { header, at } = top;
  return {
    ...message,
    from: header.from,
    to: header.to === null ? [] : [header.to],
    replyTo: header.replyTo,
    subject: header.subject || (lines[start] ?? "").trim().slice(0, at > start ? 300 : 0),
    date: isoDate(header.date),
    lines: lines.slice(header.end),
  };
}

function headerBlockNear(
  lines: readonly string[],
  start: number,
): { header: NonNullable<ReturnType<typeof headerBlockAt>>; at: number } | null {
  for (const at of [start, start + 1, start + 2]) {
    const line = lines[at] ?? "";
    if (isForwardMark(line) || isOriginalMark(line)) return null;
    const header = headerLine(line) === null ? null : headerBlockAt(lines, at);
    if (header !== null) return { header, at };
  }
  return null;
}

/** "Subject: …" and "From: …" alone also count as a header at the start of the message. */
function subjectOnly(message: Message, start: number): Message {
  let end = Math.max(0, start);
  const headers: Partial<Message> = {};
  for (; end < message.lines.length; end += 1) {
    const header = headerLine(message.lines[end] ?? "");
    if (header?.kind === "subject") headers.subject = header.value;
    else if (header?.kind === "date") headers.date = isoDate(header.value);
    else if (header?.kind === "from" && header.value.includes("@")) {
      headers.from = readMailAddress(header.value);
    } else if (header?.kind !== "to") break;
  }
  const isForm = headers.subject === undefined && headers.from === undefined;
  return isForm ? message : { ...message, ...headers, lines: message.lines.slice(end) };
}
