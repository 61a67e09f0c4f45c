/** A report that a message could not be delivered, or not yet (RFC 3464). */
export interface DeliveryReport {
  /** The failed recipient, in lower case; empty when the report doesn't name one. */
  recipient: string;
  /** Status code such as "5.1.1" (RFC 3463): 5 is permanent, 4 temporary, 2 delivered. */
  status: string;
  /** Whether the server has given up: also after days of temporary failures. */
  hasFailed: boolean;
  /** The other server's message, on one line. */
  reason: string;
  /** Message-IDs of the returned message, in angle brackets; none of the others in its conversation. */
  messageIds: string[];
}

const MOST_READ = 500_000;
const HEADERS_READ = 20_000;
const NOTE_READ = 5_000;
const MOST_IDS = 20;
const REASON_LENGTH = 300;
const REPORT = /^content-type:\s*multipart\/report\b[^]*?report-type\s*=\s*"?delivery-status/imu;
const IN_PARTS = /^content-type:\s*multipart\//imu;
const FROM_MAIL_SYSTEM = /^from:.{0,200}\bmailer-daemon@/imu;
/** Where a report in plain text returns the message. */
const RETURNED = /^-{2,}.*(?:copy of (?:the|your) message|original message|message header).*$/imu;
const STILL_TRIED = /\b(?:delayed|not yet been delivered|will (?:continue|be retried)|temporar(?:y|ily))\b/iu;
const REPLY_CODE = /\b(5\d\d)[ -]{1,2}(?:#?(5\.\d{1,3}\.\d{1,3}))?/u;

/**
 * Parses a delivery report; null for any other message. Reads the lines of its parts rather than the MIME tree: the
 * report's fields are 7-bit plain text (RFC 6522, 3), and programs attach the returned message in different ways.
 */
export function readDeliveryReport(raw: Uint8Array | string): DeliveryReport | null {
  const text =
    typeof raw === "string" ? raw.slice(0, MOST_READ) : Buffer.from(raw.subarray(0, MOST_READ)).toString("latin1");
  const end = /\r?\n\r?\n/u.exec(text);
  if (end === null) return null;
  const head = unfolded(text.slice(0, Math.min(end.index, HEADERS_READ)));
  if (FROM_MAIL_SYSTEM.test(head) && !IN_PARTS.test(head)) return readPlainReport(head, text.slice(end.index));
  if (!REPORT.test(head)) return null;
  const body = unfolded(text.slice(end.index));
  // With several recipients, report the failed one; our own messages have one each.
  const groups = body.split(/\r?\n[^\S\r\n]*\r?\n/u).filter((group) => field(group, "status") !== "");
  const group = groups.find((one) => /^failed/iu.test(field(one, "action"))) ?? groups[0];
  if (group === undefined) return null;
  const status = /\b[245]\.\d{1,3}\.\d{1,3}\b/u.exec(field(group, "status"))?.[0] ?? "";
  const address = field(group, "final-recipient") || field(group, "original-recipient");
  return {
    recipient: address
      .replace(/^[^;]*;/u, "")
      .replace(/[<>\s]/gu, "")
      .toLowerCase(),
    status,
    hasFailed: status.startsWith("5.") || (status.startsWith("4.") && /^failed/iu.test(field(group, "action"))),
    reason: onOneLine(field(group, "diagnostic-code").replace(/^[^;]{0,40};\s*/u, "")),
    messageIds: messageIdsIn(body),
  };
}

/** A permanent failure in the words of Exim or qmail: the address on its own line, then the other server's reply. */
function readPlainReport(head: string, body: string): DeliveryReport | null {
  const note = body.slice(0, NOTE_READ).split(RETURNED, 1)[0] ?? "";
  const reply = REPLY_CODE.exec(note);
  if (reply === null || STILL_TRIED.test(note)) return null;
  const alone = /^\s{0,8}<?([^\s<>@:]{1,64}@[^\s<>@:]{1,255})>?:?\s*$/mu.exec(note)?.[1] ?? "";
  const recipient = field(head, "x-failed-recipients").split(",", 1)[0]?.trim() || alone;
  return {
    recipient: recipient.toLowerCase(),
    status: reply[2] ?? "5.0.0",
    hasFailed: true,
    reason: onOneLine(note.slice(reply.index).split(/\r?\n\s*\r?\n/u, 1)[0] ?? ""),
    messageIds: messageIdsIn(unfolded(body)),
  };
}

function messageIdsIn(body: string): string[] {
  return [...body.matchAll(/^(?:original-)?message-id:(.*)$/gimu)]
    .flatMap(([, value = ""]) => value.match(/<[^<>\s]{1,400}>/gu) ?? [])
    .slice(0, MOST_IDS);
}

function onOneLine(text: string): string {
  return text.replace(/\s+/gu, " ").trim().slice(0, REASON_LENGTH);
}

/** Unfolds continuation lines (RFC 5322, 2.2.3). */
function unfolded(text: string): string {
  return text.replace(/\r?\n[ \t]+(?=\S)/gu, " ");
}

function field(group: string, name: string): string {
  return new RegExp(String.raw`^${name}:\s*(.*)$`, "imu").exec(group)?.[1]?.trim() ?? "";
}
