import type { Delivery } from "#test/peers/dovecot/maildir.ts";

/** A plain message; the given values replace its own. */
export function message(
  more: {
    id?: string;
    from?: string;
    to?: string;
    subject?: string;
    text?: string;
    date?: Date;
    headers?: string[];
  } = {},
): string {
  const {
    from = "Ann Lee <ann@lee.example>",
    to = "sales@acme.example",
    subject = "Hello",
    text = "Hello there.",
  } = more;
  const date = (more.date ?? new Date()).toUTCString().replace("GMT", "+0000");
  const headers = [
    ...(more.id === undefined ? [] : [`Message-ID: <${more.id}>`]),
    `Date: ${date}`,
    `From: ${from}`,
    `To: ${to}`,
    `Subject: ${subject}`,
    "MIME-Version: 1.0",
    "Content-Type: text/plain; charset=utf-8",
    ...(more.headers ?? []),
  ];
  return `${headers.join("\r\n")}\r\n\r\n${text}\r\n`;
}

/** This many messages, with the Message-IDs `PREFIX-1@test.example` and up. */
export function messages(count: number, prefix: string): Delivery[] {
  return Array.from({ length: count }, (_, index) => {
    const number = index + 1;
    const raw = message({
      id: `${prefix}-${number}@test.example`,
      from: `Writer ${number} <writer${number}@${prefix}.example>`,
      subject: `Message ${number}`,
      text: `This is message ${number}.`,
    });
    return { raw };
  });
}
