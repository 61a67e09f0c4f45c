import { anyOf, randomNumbers, randomWords } from "./random.ts";

const ASKS = [
  "Could you send us a quote for %n units of your %w, delivered to our works?",
  "We are looking for a supplier of %w and would like to see a demo next week.",
  "What would %n licences of your product cost for a company of our size?",
];
const STATEMENTS = [
  "Please find the minutes of yesterday's meeting attached; nothing else to report on %w.",
  "Your parcel %n has left our warehouse and will arrive within two days.",
  "Our platform helps teams like yours to save hours on %w every week. Do you have 15 minutes?",
];
const WORDS_PER_PARAGRAPH = 45;
const ATTACHMENT_EVERY = 4;
const LINE = 76;

/**
 * Typical messages, always the same: text and HTML, a signature, a quote and, with `withAttachments`, an attachment of 20
 * to 60 kB on every fourth (18 KiB on average).
 */
export function sampleMessages(count: number, { withAttachments }: { withAttachments: boolean }): Buffer[] {
  const random = randomNumbers(11);
  const words = randomWords(4_000, random);
  return Array.from({ length: count }, (_none, index) => {
    const number = index + 1;
    const boundary = `b${number}x`;
    const name = `${capital(anyOf(words, random))} ${capital(anyOf(words, random))}`;
    const address = `${name.toLowerCase().replace(" ", ".")}.${number}@${anyOf(words, random)}.example`;
    const lead = anyOf(index % 3 === 0 ? ASKS : STATEMENTS, random)
      .replace("%n", String(number))
      .replace("%w", anyOf(words, random));
    const prose = Array.from({ length: 2 + Math.floor(random() * 5) }, () => paragraph(words, random));
    const signature = [
      `Kind regards`,
      name,
      `Head of ${anyOf(words, random)}`,
      `Tel +44 20 7946 ${String(number % 10_000).padStart(4, "0")}`,
    ];
    const quoted = [
      "On Mon, 3 Nov 2026 at 10:00, Sales <sales@works.example> wrote:",
      ...(paragraph(words, random).match(/.{1,60}/gu) ?? []).map((line) => `> ${line}`),
    ];
    const text = ["Hello,", "", lead, "", ...prose, "", ...signature, "", ...quoted].join("\r\n");
    const html = `<html><body>${["Hello,", lead, ...prose, signature.join("<br>")].map((part) => `<p style="margin:0;font-family:Calibri,sans-serif">${part}</p>`).join("\r\n")}<blockquote>${quoted.join("<br>\r\n")}</blockquote></body></html>`;
    const alternative = [
      `Content-Type: multipart/alternative; boundary="${boundary}"`,
      "",
      `--${boundary}`,
      "Content-Type: text/plain; charset=utf-8",
      "Content-Transfer-Encoding: 8bit",
      "",
      text,
      `--${boundary}`,
      "Content-Type: text/html; charset=utf-8",
      "Content-Transfer-Encoding: base64",
      "",
      base64(Buffer.from(html)),
      `--${boundary}--`,
    ].join("\r\n");
    const hasAttachment = withAttachments && index % ATTACHMENT_EVERY === 0;
    const body = hasAttachment
      ? withAttachment(alternative, `m${boundary}`, bytes(20_000 + random() * 40_000, random))
      : alternative;
    const headers = [
      `From: ${name} <${address}>`,
      "To: Sales <sales@works.example>",
      `Subject: ${lead.slice(0, 60)}`,
      `Date: ${new Date(Date.now() - number * 1_000).toUTCString()}`,
      `Message-ID: <${number}.${boundary}@mail.example>`,
      "MIME-Version: 1.0",
    ];
    return Buffer.from(`${headers.join("\r\n")}\r\n${body}\r\n`);
  });
}

function withAttachment(alternative: string, boundary: string, content: Buffer): string {
  return [
    `Content-Type: multipart/mixed; boundary="${boundary}"`,
    "",
    `--${boundary}`,
    alternative,
    `--${boundary}`,
    'Content-Type: application/pdf; name="offer.pdf"',
    "Content-Transfer-Encoding: base64",
    'Content-Disposition: attachment; filename="offer.pdf"',
    "",
    base64(content),
    `--${boundary}--`,
  ].join("\r\n");
}

function base64(content: Buffer): string {
  return content.toString("base64").replaceAll(new RegExp(`.{${LINE}}`, "gu"), "$&\r\n");
}

function bytes(length: number, random: () => number): Buffer {
  return Buffer.from(Uint8Array.from({ length: Math.floor(length) }, () => Math.floor(random() * 256)));
}

function paragraph(words: readonly string[], random: () => number): string {
  return `${capital(Array.from({ length: WORDS_PER_PARAGRAPH }, () => anyOf(words, random)).join(" "))}.`;
}

function capital(word: string): string {
  return `${word[0]?.toUpperCase() ?? ""}${word.slice(1)}`;
}
