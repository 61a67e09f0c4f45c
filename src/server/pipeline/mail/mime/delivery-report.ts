/** A report that a message could not be delivered, or not yet (RFC 3464). */
export interface DeliveryReport {
  /** The failed recipient, in lower case; empty when the report doesn't name one. */
  recipient: string;
  /** Status code such as "5.1.1" (RFC 3463): 5 is permanent, 4 temporary, 2 delivered. */
  status: string;
  /** The other server's message, on one line. */
  reason: string;
  /** Message-IDs of the returned message, in angle brackets; none of the others in its conversation. */
  messageIds: string[];
}

const MOST_READ = 500_000;
const HEADERS_READ = 20_000;
const MOST_IDS = 20;
const REASON_LENGTH = 300;
const REPORT = /^content-type:\s*multipart\/report\b[^]*?report-type\s*=\s*"?delivery-status/imu;

/**
 * Parses a delivery report; null for any other message. Reads the lines of its parts rather than the MIME tree: the
 * report's fields are 7-bit plain text (RFC 6522, 3), and programs attach the returned message in different ways.
 */
export function readDeliveryReport(raw: Uint8Array | string): DeliveryReport | null {
  const text =
    typeof raw === "string" ? raw.slice(0, MOST_READ) : Buffer.from(raw.subarray(0, MOST_READ)).toString("latin1");
  const end = /\r?\n\r?\n/u.exec(text);
  if (end === null || !REPORT.test(unfolded(text.slice(0, Math.min(end.index, HEADERS_READ))))) return null;
  const body = unfolded(text.slice(end.index));
  // With several recipients, report the failed one; our own messages have one each.
  const groups = body.split(/\r?\n[^\S\r\n]*\r?\n/u).filter((group) => field(group, "status") !== "");
  const group = groups.find((one) => /^failed/iu.test(field(one, "action"))) ?? groups[0];
  if (group === undefined) return null;
  const address = field(group, "final-recipient") || field(group, "original-recipient");
  return {
    recipient: address
      .replace(/^[^;]*;/u, "")
      .replace(/[<>\s]/gu, "")
      .toLowerCase(),
    status: /\b[245]\.\d{1,3}\.\d{1,3}\b/u.exec(field(group, "status"))?.[0] ?? "",
    reason: field(group, "diagnostic-code")
      .replace(/^[^;]{0,40};\s*/u, "")
      .replace(/\s+/gu, " ")
      .slice(0, REASON_LENGTH),
    messageIds: [...body.matchAll(/^(?:original-)?message-id:(.*)$/gimu)]
      .flatMap(([, value = ""]) => value.match(/<[^<>\s]{1,400}>/gu) ?? [])
      .slice(0, MOST_IDS),
  };
}

/** Unfolds continuation lines (RFC 5322, 2.2.3). */
function unfolded(text: string): string {
  return text.replace(/\r?\n[ \t]+(?=\S)/gu, " ");
}

function field(group: string, name: string): string {
  return new RegExp(String.raw`^${name}:\s*(.*)$`, "imu").exec(group)?.[1]?.trim() ?? "";
}
