import { headerBlockAt } from "#server/email-analysis/header-block.ts";
import { headerLine } from "#server/email-analysis/header-words.ts";
import { htmlToText } from "#server/email-analysis/html-text.ts";
import { bareMessage, type Message } from "#server/email-analysis/message.ts";
import { toLines } from "#server/email-analysis/message-lines.ts";
import { isForwardMark } from "#server/email-analysis/forward.ts";
import { isOriginalMark } from "#server/email-analysis/quote-intro.ts";
import { readMime } from "#server/email-analysis/read-mime.ts";
import { isoDate } from "#server/email-analysis/written-date.ts";

/** Headers that only the source of a message has. */
const SOURCE_HEADER =
  /^(?:received|return-path|mime-version|content-type|message-id|delivered-to|dkim-signature|x-[\w-]+|content-transfer-encoding|arc-seal):\s/imu;
const HEADER_LINE = /^[A-Za-z][A-Za-z\d-]{1,60}:(?:\s|$)/u;
const HTML = /<(?:!doctype html|html|body|div|p|table|br|span)\b[^>]{0,500}>/iu;

/**
 * Reads text that a person pasted: the source of a message, its HTML, a copy of what a mail program showed with or
 * without the header, or the bare words. Throws with a reason in words as `readMime` does.
 */
export async function readPasted(pasted: string): Promise<Message> {
  const text = pasted.replace(/^[\s\ufeff]+/u, "");
  if (isSource(text)) return readMime(text);
  const isHtml = HTML.test(text) && /<\/(?:html|body|div|p|table|span)>|<br\s?\/?>/iu.test(text);
  return readShown(toLines(isHtml ? htmlToText(text) : text));
}

function isSource(text: string): boolean {
  const head = text.slice(0, 20_000).split(/\r?\n\r?\n/u, 1)[0] ?? "";
  const first = head.split(/\r?\n/u, 1)[0] ?? "";
  return HEADER_LINE.test(first) && SOURCE_HEADER.test(head);
}

/** The header as a program shows it, which may stand below the subject as a headline, or may not be there at all. */
function readShown(lines: string[]): Message {
  const message = bareMessage(lines);
  const start = lines.findIndex((line) => line.trim() !== "");
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

/** "Subject: …" and "From: …" alone are a header as well when the message begins with them. */
function subjectOnly(message: Message, start: number): Message {
  let end = Math.max(0, start);
  const told: Partial<Message> = {};
  for (; end < message.lines.length; end += 1) {
    const header = headerLine(message.lines[end] ?? "");
    if (header?.kind === "subject") told.subject = header.value;
    else if (header?.kind === "date") told.date = isoDate(header.value);
    else if (header?.kind === "from" && header.value.includes("@")) {
      const [name = "", address = ""] = splitSender(header.value);
      told.from = { name, address };
    } else if (header?.kind !== "to") break;
  }
  const isForm = told.subject === undefined && told.from === undefined;
  return isForm ? message : { ...message, ...told, lines: message.lines.slice(end) };
}

function splitSender(value: string): string[] {
  const match = /^(.*?)[\s<[(]{0,3}([^\s<>[\]()]{1,64}@[^\s<>[\]()]{1,253})[>\])]?/u.exec(value.slice(0, 500));
  return [(match?.[1] ?? "").replace(/^["']|["']$/gu, "").trim(), match?.[2] ?? ""];
}
